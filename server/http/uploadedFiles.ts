import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFileMode, privateFolderMode } from '../runtime/privateFolder.ts';

/** Where uploaded files lie: each under a name that cannot be guessed, which is all that is needed to read it. */
export interface UploadedFiles {
  /** Stores the bytes durably under a new name; returns the name. */
  keep(bytes: Uint8Array, extension: ImageExtension): Promise<string>;
  read(name: string): Promise<{ readonly bytes: Buffer; readonly mime: string } | undefined>;
  remove(name: string): Promise<void>;
}

export type ImageExtension = 'jpg' | 'png';
const mimes: Readonly<Record<ImageExtension, string>> = { jpg: 'image/jpeg', png: 'image/png' };
const nameShape = /^[\w-]{22}\.(jpg|png)$/;

export function openUploadedFiles(folder: string): UploadedFiles {
  return {
    async keep(bytes, extension) {
      await mkdir(folder, { recursive: true, mode: privateFolderMode });
      const name = `${randomBytes(16).toString('base64url')}.${extension}`;
      const unfinished = join(folder, `${name}.part`);
      const file = await open(unfinished, 'wx', privateFileMode);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, name));
      return name;
    },
    async read(name) {
      const extension = nameShape.exec(name)?.[1];
      if (extension !== 'jpg' && extension !== 'png') return undefined;
      try {
        return { bytes: await readFile(join(folder, name)), mime: mimes[extension] };
      } catch {
        return undefined;
      }
    },
    async remove(name) {
      if (nameShape.test(name)) await rm(join(folder, name), { force: true });
    },
  };
}
