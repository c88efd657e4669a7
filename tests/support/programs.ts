import { basename, join } from 'node:path';

/** The folder in which `npm test` has bundled the programs that tests start; unset where a test runs alone. */
const bundles = process.env['TEST_PROGRAMS_DIR'];

/**
 * Node's arguments that run a program of the repository (its path from the root, `server/main.ts`), which gets the words after them as
 * its own. A whole run has bundled it first: from TypeScript each of the many starts takes a second or two longer.
 */
export function runProgram(path: `${string}.ts`): readonly string[] {
  if (bundles === undefined) return ['--import', 'tsx', path];
  return [path === 'server/main.ts' ? 'dist/server/main.js' : join(bundles, `${basename(path, '.ts')}.js`)];
}
