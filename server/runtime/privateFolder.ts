import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** For the owner alone. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

/** Everything that the product itself puts into its data folder. */
const ownNames =
  /^(?:tian\.db(?:-wal|-shm|-journal|\.restoring)?|store\.lock(?:-journal)?|secrets|uploads|recordings|history|backups|city-map\.json(?:\.new)?)$/;

export interface TightenedFolder {
  /** The number of folders and files that were open to others, and no longer are. */
  readonly tightened: number;
  /** Relative paths that stay open to others: not ours to change. */
  readonly stillOpen: readonly string[];
}

/**
 * Removes other users' permissions from the data folder and from our files in it. A folder with other content is left
 * as it is, and so are link targets; both are reported. Does nothing where there are no such permissions (Windows).
 */
export async function tightenFolder(folder: string): Promise<TightenedFolder> {
  if (process.platform === 'win32') return { tightened: 0, stillOpen: [] };
  let tightened = 0;
  const stillOpen: string[] = [];

  async function tighten(path: string, name: string): Promise<void> {
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || !(found.isDirectory() || found.isFile())) return;
    if ((found.mode & 0o077) !== 0) {
      try {
        await chmod(path, found.isDirectory() ? privateFolderMode : privateFileMode);
        tightened += 1;
      } catch {
        stillOpen.push(name);
      }
    }
    if (found.isDirectory() && name !== '.')
      for (const entry of await readdir(path).catch(() => [])) await tighten(join(path, entry), join(name, entry));
  }

  const names = await readdir(folder);
  if (names.every((name) => ownNames.test(name))) await tighten(folder, '.');
  else if (((await lstat(folder)).mode & 0o077) !== 0) stillOpen.push('.');
  for (const name of names) if (ownNames.test(name)) await tighten(join(folder, name), name);
  return { tightened, stillOpen };
}
