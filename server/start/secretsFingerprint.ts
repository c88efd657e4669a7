import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readSecretFile } from '../runtime/secretFile.ts';
import { StartError } from '../runtime/startError.ts';
import type { EventStore } from '../store/eventStore.ts';
import { keepMeta } from '../store/storeMeta.ts';

/** Under this name `store_meta` keeps which secrets the data were made with. */
export const fingerprintKey = 'secrets';

const fingerprintsSchema = z.record(z.string(), z.string());

/**
 * Throws StartError if the store belongs to other secrets than those in these files; the first start decides. `files`
 * maps readable names to paths.
 */
export async function requireSameSecrets(
  store: Pick<EventStore, 'write'>,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  refuseOtherSecrets(await keepMeta(store, fingerprintKey, JSON.stringify(fingerprintsOf(files))), files);
}

/** The same for a process that only reads, with what is kept; missing files are other secrets too. */
export function refuseOtherSecrets(kept: string | undefined, files: Readonly<Record<string, string>>): void {
  const expected = kept === undefined ? {} : fingerprintsSchema.parse(JSON.parse(kept));
  const own = fingerprintsOf(files);
  const missing = Object.keys(files).filter((name) => own[name] === undefined);
  const other = Object.keys(files).filter(
    (name) => own[name] !== undefined && expected[name] !== undefined && own[name] !== expected[name],
  );
  const [path] = Object.values(files);
  if (path === undefined || (missing.length === 0 && other.length === 0)) return;
  const folder = dirname(path);
  const trouble = missing.length > 0 ? `缺少${missing.join('、')}` : `的${other.join('、')}与数据库中的数据不是同一套`;
  throw new StartError(
    `“${folder}”${trouble}：以此启动，账号或设备将无法登录。\n请把原来 DATA_DIR 中的 secrets 目录（备份中也有）复制到“${folder}”，再重新启动。`,
  );
}

/** Says nothing about the secrets themselves: they are 32 random bytes each. */
function fingerprintsOf(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const present = Object.entries(files).filter(([, path]) => existsSync(path));
  return Object.fromEntries(
    present.map(([name, path]) => [
      name,
      createHmac('sha256', readSecretFile(path, name)).update('fingerprint').digest('hex'),
    ]),
  );
}
