import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import { writeDurably } from '../runtime/durableFile.ts';
import { backedUpFileSchema, copyVerified, describeFile, listFiles, type BackedUpFile } from './backupFiles.ts';
import { BackupError } from './errors.ts';
import { anchorName, writeAnchor } from './integrity/logAnchor.ts';
import { dumpPostgres, postgresDumpName, restorePostgres } from './postgres/postgresBackup.ts';
import { checkSqlite, copySqlite, renewSqliteEpoch, type LogPlace } from './sqlite/sqliteBackup.ts';
import { restoringFileName, sqliteFileName } from './sqlite/sqliteFile.ts';
import { verifiedName } from './integrity/verifiedPlace.ts';

const manifestName = 'manifest.json';
/** Paths below `DATA_DIR` that belong to the data besides the database. */
const backedUpNames: readonly string[] = ['uploads', 'recordings', 'secrets', 'city-map.json'];
/** They describe this particular database and are written again for the restored one. */
const leftOut: readonly string[] = [anchorName, verifiedName];

const manifestSchema = z.object({
  format: z.literal(1),
  kind: z.enum(['sqlite', 'postgres']),
  createdAtMs: z.number().int(),
  /** The log at the time of the copy. */
  epoch: z.string(),
  position: z.number().int(),
  hash: z.string(),
  /** Set if the log was already broken when it was copied: its first unacknowledged break, or the place where its text is unreadable. */
  brokenAtPosition: z.number().int().optional(),
  unreadableText: z.string().optional(),
  files: z.array(backedUpFileSchema),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

export interface BackupOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** A folder that does not exist yet. */
  readonly target: string;
  readonly clock: Clock;
  /** Files and folders below `dataDir` to include. */
  readonly include?: readonly string[];
}

/**
 * Copies database and files while the server runs, and verifies the copy: the target appears only if it is identical. A
 * broken log is copied too, and the manifest says so. On SQLite the copying blocks this thread, so run it in a process
 * of its own. Throws BackupError.
 */
export async function backupStore(options: BackupOptions): Promise<BackupManifest> {
  const { dataDir, databaseUrl, clock, include = backedUpNames } = options;
  const target = resolve(options.target);
  if (existsSync(target)) throw new BackupError(`备份目标“${target}”已存在，请换一个名称。`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    // The database first: a file named by a row existed before the row.
    const place =
      databaseUrl === undefined ? await copySqlite(dataDir, partial) : await dumpPostgres(databaseUrl, partial);
    const files: BackedUpFile[] = [
      await describeFile(partial, databaseUrl === undefined ? sqliteFileName : postgresDumpName),
    ];
    for (const path of await listFiles(dataDir, include)) {
      if (leftOut.includes(path)) continue;
      const copied = await copyVerified(dataDir, partial, path);
      if (copied !== undefined) files.push(copied);
    }
    const manifest: BackupManifest = {
      format: 1,
      kind: databaseUrl === undefined ? 'sqlite' : 'postgres',
      createdAtMs: clock.nowMs(),
      ...place,
      files,
    };
    await writeDurably(join(partial, manifestName), JSON.stringify(manifest, undefined, 2));
    await rename(partial, target);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Checks a backup against its manifest, every byte. Throws BackupError, naming the file. */
export async function verifyBackup(source: string): Promise<BackupManifest> {
  const text = await readFile(join(source, manifestName), 'utf8').catch((error: unknown) => {
    throw new BackupError(`“${source}”不是梯安的备份：找不到 ${manifestName}。`, error);
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new BackupError(`“${source}”的 ${manifestName} 已损坏或由不同版本的程序写入。`, parsed.error);
  for (const expected of parsed.data.files) {
    const actual = await describeFile(source, expected.path).catch(() => undefined);
    if (actual?.sha256 !== expected.sha256) {
      throw new BackupError(
        `备份文件“${expected.path}”${actual === undefined ? '缺失' : '的内容与清单不符'}，此备份不能使用。`,
      );
    }
  }
  return parsed.data;
}

export interface RestoreOptions {
  readonly source: string;
  /** Must be empty or absent. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** Verifies a backup and restores it into an empty folder under a new epoch, so that clients fetch a fresh snapshot. Throws BackupError. */
export async function restoreStore({ source, dataDir, databaseUrl }: RestoreOptions): Promise<BackupManifest> {
  const manifest = await verifyBackup(source);
  if (manifest.kind === 'postgres' && databaseUrl === undefined)
    throw new BackupError('此备份来自 PostgreSQL，请设置 DATABASE_URL 指向一个空数据库后重试。');
  if (manifest.kind === 'sqlite' && databaseUrl !== undefined)
    throw new BackupError('此备份来自内嵌数据库，请去掉 DATABASE_URL 后重试。');
  await mkdir(dataDir, { recursive: true });
  if ((await readdir(dataDir)).length > 0)
    throw new BackupError(`数据目录“${dataDir}”不是空的。请用 DATA_DIR 指定一个空目录后重试，原有数据不会被覆盖。`);

  const epoch = randomUUID();
  const restoring = join(dataDir, restoringFileName);
  // The store does not open until the file gets its final name: an interrupted restore is never mistaken for a new store.
  await writeDurably(restoring, '');
  for (const file of manifest.files.filter(({ path }) => path !== sqliteFileName && path !== postgresDumpName)) {
    const copied = await copyVerified(source, dataDir, file.path);
    if (copied?.sha256 !== file.sha256) throw new BackupError(`备份文件“${file.path}”在恢复过程中发生变化，请重试。`);
    await chmod(join(dataDir, file.path), file.mode);
  }
  if (manifest.kind === 'postgres' && databaseUrl !== undefined) {
    requireSamePlace(await restorePostgres(databaseUrl, source, epoch), manifest);
    await writeAnchor(dataDir, { kind: manifest.kind, position: manifest.position, hash: manifest.hash, epoch });
    await rm(restoring);
    return { ...manifest, epoch };
  }
  await copyVerified(source, dataDir, sqliteFileName);
  await rename(join(dataDir, sqliteFileName), restoring);
  renewSqliteEpoch(restoring, epoch);
  requireSamePlace(await checkSqlite(restoring), manifest);
  await writeAnchor(dataDir, { kind: manifest.kind, position: manifest.position, hash: manifest.hash, epoch });
  await rename(restoring, join(dataDir, sqliteFileName));
  return { ...manifest, epoch };
}

/** The restored log must end where the backup ended, and may be broken only where the backup says so. */
function requireSamePlace(place: LogPlace, manifest: BackupManifest): void {
  const isSame =
    place.position === manifest.position &&
    place.hash === manifest.hash &&
    place.brokenAtPosition === manifest.brokenAtPosition &&
    place.unreadableText === manifest.unreadableText;
  if (!isSame)
    throw new BackupError(
      '恢复后的事件日志与备份清单不符，此备份不能使用。请清空 DATA_DIR（和目标数据库），换一份备份重试。',
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
