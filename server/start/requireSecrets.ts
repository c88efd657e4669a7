import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { hasUsers } from '../seed/site.ts';
import { StartError } from '../runtime/startError.ts';
import type { EventStore } from '../store/eventStore.ts';
import { restoringFileName, sqliteFileName } from '../store/sqlite/sqliteFile.ts';

/**
 * New secrets for an existing store would silently invalidate every password and every device's credential:
 * throws StartError instead, before any is written. `files` are the secrets' paths by what people call them.
 */
export async function requireSecrets(store: EventStore, files: Readonly<Record<string, string>>): Promise<void> {
  const missing = Object.entries(files).filter(([, path]) => !existsSync(path));
  const [first] = missing;
  if (first === undefined || !(await hasUsers(store))) return;
  const folder = dirname(first[1]);
  throw new StartError(
    `数据库中已有账号，但“${folder}”中缺少${missing.map(([name]) => name).join('、')}：用新的密钥启动，所有账号和设备都将无法登录。\n` +
      `${store.kind === 'postgres' ? 'DATABASE_URL 指向的是用另一个 DATA_DIR 建立的数据。' : ''}请把原来 DATA_DIR 中的 secrets 目录（备份中也有）复制到“${folder}”，再重新启动。`,
  );
}

/**
 * A new, empty site must not take the place of the city's log without a word: throws StartError where a DATA_DIR has
 * the secrets of a site and no database, before anything is written. With `DATABASE_URL` the database is elsewhere, and
 * `requireSecrets` looks after it.
 */
export function requireDatabaseFile({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
}: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): void {
  const secrets = join(dataDir, 'secrets');
  const isUsed = ['pepper.key', 'device.key', 'log-anchor.json'].some((name) => existsSync(join(secrets, name)));
  // The store itself reports a restore that was cut short.
  const isThere = [sqliteFileName, restoringFileName].some((name) => existsSync(join(dataDir, name)));
  if (databaseUrl !== undefined || !isUsed || isThere) return;
  throw new StartError(
    `“${secrets}”中有站点的密钥，但“${dataDir}”中没有数据库文件 ${sqliteFileName}：以空库启动会丢掉全部记录。\n` +
      `请把 ${sqliteFileName} 放回原处，或用 npm run restore -- <备份目录> 恢复到一个空的 DATA_DIR；数据在 PostgreSQL 中时请设置 DATABASE_URL；确要新建站点，请另用一个空的 DATA_DIR。`,
  );
}
