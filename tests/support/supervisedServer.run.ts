import { resolve } from 'node:path';
import { supervise } from '../../scripts/supervisor.mjs';

/** The server of `testServer.run.ts`, kept running as `npm start` keeps one. */
supervise({ file: resolve('tests/support/testServer.run.ts'), args: [] });
