import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFileMode, privateFolderMode } from './privateFolder.ts';

const secretBytes = 32;

/** Reads a secret of 32 bytes; `name` is what people call it. Throws when it is missing or damaged: a shorter key is never accepted. */
export function readSecretFile(path: string, name: string): Buffer {
  const secret = readFileSync(path);
  if (secret.length !== secretBytes)
    throw new Error(`${name}文件已损坏：${path}（应为 ${secretBytes} 字节，请从备份恢复）`);
  return secret;
}

/**
 * The same, created on first use and readable by the owner only. Losing a secret loses what it protects, so backups include it.
 */
export function loadSecretFile(path: string, name: string): Buffer {
  mkdirSync(dirname(path), { recursive: true, mode: privateFolderMode });
  try {
    const file = openSync(path, 'wx', privateFileMode);
    try {
      const secret = randomBytes(secretBytes);
      writeSync(file, secret);
      fsyncSync(file);
      return secret;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readSecretFile(path, name);
    throw error;
  }
}
