import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import * as z from 'zod';

export const backedUpFileSchema = z.object({
  /** Relative, with `/`. */
  path: z
    .string()
    .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'a path inside the backup'),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
  mode: z.number().int(),
});
export type BackedUpFile = z.infer<typeof backedUpFileSchema>;

/** All regular files below the given names in a folder, as relative paths; missing names are skipped. */
export async function listFiles(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) {
    // Follows a link: an administrator may have moved the uploads to another disk.
    const kind = await stat(join(folder, name)).catch(() => undefined);
    if (kind?.isFile() === true) found.push(name);
    if (kind?.isDirectory() === true) {
      const inside = await readdir(join(folder, name));
      found.push(
        ...(await listFiles(
          folder,
          inside.map((entry) => posix.join(name, entry)),
        )),
      );
    }
  }
  return found;
}

/**
 * Copies one file durably, hashing what it reads, and reads the copy back. Undefined if the file has disappeared
 * meanwhile; throws if the copy differs.
 */
export async function copyVerified(from: string, to: string, path: string): Promise<BackedUpFile | undefined> {
  const source = await open(join(from, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (source === undefined) return undefined;
  const target = join(to, path);
  const hash = createHash('sha256');
  let bytes = 0;
  const { mode } = await source.stat();
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const copy = await open(target, 'wx', mode & 0o777);
    try {
      for await (const chunk of source.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        await copy.writeFile(chunk);
      }
      await copy.sync();
    } finally {
      await copy.close();
    }
    await chmod(target, mode & 0o777);
  } finally {
    await source.close();
  }
  const sha256 = hash.digest('hex');
  if ((await describeFile(to, path)).sha256 !== sha256)
    throw new Error(`the copy of ${path} differs from what was read`);
  return { path, bytes, sha256, mode: mode & 0o777 };
}

export async function describeFile(folder: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const { mode } = await stat(join(folder, path));
  return { path, bytes, sha256: hash.digest('hex'), mode: mode & 0o777 };
}
