import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Client } from 'pg';
import type { Config } from '../server/start/config.ts';
import { sqliteFileName } from '../server/store/sqlite/sqliteFile.ts';

/** An error whose message says what to do; shown without a stack. */
export class ScriptError extends Error {
  override readonly name: string = 'ScriptError';
}

/** Asks the server's database; `?` in the text is how the database writes its one parameter, which may stand in it several times. */
export type AskRows = (sql: string, value?: string) => Promise<unknown>;

/** Reads the server's own rows without disturbing them. Throws ScriptError. */
export function withSiteRows<Result>(config: Config, read: (ask: AskRows) => Promise<Result>): Promise<Result> {
  return config.DATABASE_URL === undefined
    ? withSqlite(config.DATA_DIR, read)
    : withPostgres(config.DATABASE_URL, read);
}

async function withSqlite<Result>(dataDir: string, read: (ask: AskRows) => Promise<Result>): Promise<Result> {
  const path = join(dataDir, sqliteFileName);
  if (!existsSync(path)) {
    throw new ScriptError(
      `在 ${dataDir} 中没有找到数据。请先运行 npm start，或用 DATA_DIR 指定服务器的数据目录\nNo data in ${dataDir}: start the server first, or set DATA_DIR.`,
    );
  }
  const database = new Libsql(path);
  try {
    // libsql ignores its `readonly` option.
    database.exec('pragma query_only = on');
    return await read(async (sql, value) => {
      const statement = database.prepare(sql.replaceAll('?', '?1'));
      return value === undefined ? statement.all() : statement.all(value);
    });
  } finally {
    database.close();
  }
}

async function withPostgres<Result>(
  connectionString: string,
  read: (ask: AskRows) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return await read(async (sql, value) => {
      const { rows } = await client.query(sql.replaceAll('?', '$1'), value === undefined ? [] : [value]);
      return rows;
    });
  } catch (error) {
    if (error instanceof ScriptError) throw error;
    throw new ScriptError(
      `无法读取 PostgreSQL（DATABASE_URL）：${error instanceof Error ? error.message : String(error)}\nCannot read PostgreSQL.`,
    );
  } finally {
    await client.end();
  }
}
