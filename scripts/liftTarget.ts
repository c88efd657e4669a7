import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Client } from 'pg';
import * as z from 'zod';
import type { Config } from '../server/config.ts';
import { sqliteFileName } from '../server/store/sqliteFile.ts';

/** An error whose message says what to do; shown without a stack. */
export class LiftError extends Error {
  override readonly name = 'LiftError';
}

export interface LiftTarget {
  readonly tag: string;
  readonly addr: string;
  readonly deviceKey: string;
  readonly secretVersion: number;
  readonly elevatorId: number;
}

const targetRow = z.object({
  id: z.coerce.number(),
  tag: z.string(),
  addr: z.string(),
  device_key: z.string(),
  secret_version: z.coerce.number(),
});
const tagRow = z.object({ tag: z.string() });

const findSql = (
  parameter: string,
) => `select e.id, e.tag, e.addr, d.device_key, d.secret_version from elevators e join devices d on d.elevator_id = e.id
  where e.tag = ${parameter} and d.device_type = 'COL' order by d.device_key limit 1`;
const exampleSql = 'select tag from elevators order by id limit 3';

/** The collector of the lift with this tag, read from the server's own rows without disturbing them. Throws LiftError. */
export async function findLift(config: Config, tag: string): Promise<LiftTarget> {
  const { found, examples } =
    config.DATABASE_URL === undefined
      ? findInSqlite(config.DATA_DIR, tag)
      : await findInPostgres(config.DATABASE_URL, tag);
  const [row] = z.array(targetRow).parse(found);
  if (row === undefined) {
    const tags = z
      .array(tagRow)
      .parse(examples)
      .map((example) => example.tag)
      .join('、');
    throw new LiftError(
      `没有标签为“${tag}”且装有采集器的电梯。${tags === '' ? '' : `可用的标签例如：${tags}`}\nNo lift with a collector has the tag "${tag}".`,
    );
  }
  return {
    tag: row.tag,
    addr: row.addr,
    deviceKey: row.device_key,
    secretVersion: row.secret_version,
    elevatorId: row.id,
  };
}

interface Answer {
  readonly found: unknown;
  readonly examples: unknown;
}

function findInSqlite(dataDir: string, tag: string): Answer {
  const path = join(dataDir, sqliteFileName);
  if (!existsSync(path)) {
    throw new LiftError(
      `在 ${dataDir} 中没有找到数据。请先运行 npm start，或用 DATA_DIR 指定服务器的数据目录\nNo data in ${dataDir}: start the server first, or set DATA_DIR.`,
    );
  }
  const database = new Libsql(path);
  try {
    // libsql ignores its `readonly` option.
    database.exec('pragma query_only = on');
    return { found: database.prepare(findSql('?')).all(tag), examples: database.prepare(exampleSql).all() };
  } finally {
    database.close();
  }
}

async function findInPostgres(connectionString: string, tag: string): Promise<Answer> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const found = await client.query(findSql('$1'), [tag]);
    const examples = await client.query(exampleSql);
    return { found: found.rows, examples: examples.rows };
  } catch (error) {
    throw new LiftError(
      `无法读取 PostgreSQL（DATABASE_URL）：${error instanceof Error ? error.message : String(error)}\nCannot read PostgreSQL.`,
    );
  } finally {
    await client.end();
  }
}
