import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the generated stylesheets are what the packages and the icon list make of them', { timeout: 30_000 }, () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./ui-theme.ts', import.meta.url)), '--check'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
