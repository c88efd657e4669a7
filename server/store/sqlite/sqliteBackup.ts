import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { BackupError } from '../errors.ts';
import { LibsqlConnection } from './libsqlConnection.ts';
import { LibsqlDialect } from './libsqlDialect.ts';
import type { Database } from '../schema.ts';
import { sqliteFileName } from './sqliteFile.ts';
import { findBadText } from './sqliteText.ts';
import { walkChain } from '../integrity/verifyChain.ts';

export interface LogPlace {
  readonly epoch: string;
  readonly position: number;
  readonly hash: string;
  /** The first unacknowledged break of the chain. */
  readonly brokenAtPosition?: number;
  /** The place of unreadable text, in Chinese; the chain was then not checked. */
  readonly unreadableText?: string;
}

/** Writes a consistent copy of the store's file while it may be in use, by this process or another, and checks it. */
export async function copySqlite(dataDir: string, target: string): Promise<LogPlace> {
  const source = join(dataDir, sqliteFileName);
  if (!existsSync(source)) throw new BackupError(`数据目录“${dataDir}”中没有数据库文件，请检查 DATA_DIR。`);
  const connection = new LibsqlConnection(source, { use: 'copy' });
  try {
    connection.execute('vacuum into ?', [join(target, sqliteFileName)]);
  } finally {
    connection.close();
  }
  const copy = await open(join(target, sqliteFileName), 'r');
  await copy.sync();
  await copy.close();
  return checkSqlite(join(target, sqliteFileName));
}

/**
 * Reads a copied file whole: pages, text, then the hash chain. Throws BackupError when its pages are damaged; faults of
 * the log itself are in the result.
 */
export async function checkSqlite(path: string): Promise<LogPlace> {
  const connection = new LibsqlConnection(path, { use: 'read' });
  const rows = new Kysely<Database>({ dialect: new LibsqlDialect(() => connection) });
  try {
    const [check] = connection.execute<{ integrity_check: string }>('pragma integrity_check(1)', []);
    if (check?.integrity_check !== 'ok')
      throw new BackupError(`数据库文件已损坏：${check?.integrity_check ?? '无法读取'}`);
    const unreadableText = findBadText(connection, { whole: true });
    const broken = unreadableText === undefined ? (await walkChain(rows)).broken : undefined;
    const { value: epoch } = await rows
      .selectFrom('store_meta')
      .select('value')
      .where('key', '=', 'epoch')
      .executeTakeFirstOrThrow();
    const head = await rows.selectFrom('log_head').select(['position', 'hash']).executeTakeFirstOrThrow();
    return {
      epoch,
      ...head,
      ...(broken === undefined ? {} : { brokenAtPosition: broken.position }),
      ...(unreadableText === undefined ? {} : { unreadableText }),
    };
  } finally {
    await rows.destroy();
  }
}

/** Gives the copied file its new epoch. */
export function renewSqliteEpoch(path: string, epoch: string): void {
  const connection = new LibsqlConnection(path, { use: 'copy' });
  try {
    connection.execute(`update store_meta set value = ? where key = 'epoch'`, [epoch]);
  } finally {
    connection.close();
  }
}
