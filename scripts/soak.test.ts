import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Without the benches, which measure and hold nothing. */
const folders = ['server', 'src', 'tests/contract', 'tests/e2e', 'tests/faults', 'tests/integration', 'tests/support'];

test('docs/soak.md lists every test that counts further in the soak, and no other', () => {
  const listed = [...readFileSync('docs/soak.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
  const counting = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes('TIAN_SOAK'));
  expect(new Set(listed)).toEqual(new Set(counting));
});
