import { resolve } from 'node:path';
import { superviseServer } from '../../server/supervise/superviseServer.ts';

/** The server of `testServer.run.ts`, kept running as `npm start` keeps one. */
superviseServer({ file: resolve('tests/support/testServer.run.ts'), args: [] });
