import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tightenFolder } from './privateFolder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tian-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (...names: readonly string[]) => ((await stat(join(folder, ...names))).mode & 0o777).toString(8);
async function put(mode: number, ...names: readonly string[]): Promise<void> {
  const path = join(folder, ...names);
  await writeFile(path, '');
  await chmod(path, mode);
}

test('a data folder that was open to others is closed, with everything of ours in it', async () => {
  await mkdir(join(folder, 'uploads', '2026'), { recursive: true });
  await put(0o644, 'tian.db');
  await put(0o664, 'uploads', '2026', 'a.jpg');
  await chmod(join(folder, 'uploads'), 0o755);
  await chmod(folder, 0o755);
  expect(await tightenFolder(folder)).toEqual({ tightened: 5, stillOpen: [] });
  expect([
    await modeOf(),
    await modeOf('tian.db'),
    await modeOf('uploads'),
    await modeOf('uploads', '2026'),
    await modeOf('uploads', '2026', 'a.jpg'),
  ]).toEqual(['700', '600', '700', '700', '600']);
  expect(await tightenFolder(folder)).toEqual({ tightened: 0, stillOpen: [] });
});

test('a folder that contains other files is left open, and this is reported', async () => {
  await put(0o644, 'tian.db');
  await put(0o644, 'notes.txt');
  await chmod(folder, 0o755);
  expect(await tightenFolder(folder)).toEqual({ tightened: 1, stillOpen: ['.'] });
  expect([await modeOf(), await modeOf('tian.db'), await modeOf('notes.txt')]).toEqual(['755', '600', '644']);
});

test('what a link leads to keeps its rights', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'tian-elsewhere-'));
  await chmod(elsewhere, 0o755);
  await symlink(elsewhere, join(folder, 'uploads'));
  await tightenFolder(folder);
  expect(await modeOf('uploads')).toBe('755');
  await rm(elsewhere, { recursive: true });
});
