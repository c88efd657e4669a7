import { resolve } from 'node:path';
import { superviseServer } from '../../server/supervise/superviseServer.ts';
import { runProgram } from './programs.ts';

/**
 * The server of `testServer.run.ts`, kept running as `npm start` keeps one; the loader of TypeScript, where it needs one,
 * is this process's.
 */
const file = resolve(runProgram('tests/support/testServer.run.ts').at(-1) ?? '');
superviseServer({ file, args: [] });
