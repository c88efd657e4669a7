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

/** A device of a lift, and whose secret it signs in with. */
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

const devicesSql = `select e.id, e.tag, e.addr, d.device_key, d.secret_version from elevators e
  join devices d on d.elevator_id = e.id join communities c on c.id = e.community_id`;
const exampleSql = 'select tag from elevators order by id limit 3';

const toTarget = (row: z.output<typeof targetRow>): LiftTarget => ({
  tag: row.tag,
  addr: row.addr,
  deviceKey: row.device_key,
  secretVersion: row.secret_version,
  elevatorId: row.id,
});

/** The collector of the lift with this tag, read from the server's own rows without disturbing them. Throws LiftError. */
export async function findLift(config: Config, tag: string): Promise<LiftTarget> {
  const { found, examples } = await read(
    config,
    (parameter) => `${devicesSql} where e.tag = ${parameter} and d.device_type = 'COL' order by d.device_key limit 1`,
    tag,
  );
  const [row] = found;
  if (row === undefined)
    throw new LiftError(
      `没有标签为“${tag}”且装有采集器的电梯。${examples === '' ? '' : `可用的标签例如：${examples}`}\nNo lift with a collector has the tag "${tag}".`,
    );
  return toTarget(row);
}

/** The camera of the lift with this tag; undefined where it has none. */
export async function findCamera(config: Config, tag: string): Promise<LiftTarget | undefined> {
  const { found } = await read(
    config,
    (parameter) => `${devicesSql} where e.tag = ${parameter} and d.device_type = 'CAM' order by d.device_key limit 1`,
    tag,
  );
  return found.map(toTarget)[0];
}

/** The collectors of a community, by the name or number of the community or the tag of one of its lifts. Throws LiftError. */
export async function findCommunity(config: Config, name: string): Promise<readonly LiftTarget[]> {
  const { found, examples } = await read(
    config,
    (
      parameter,
    ) => `${devicesSql} where d.device_type = 'COL' and (cast(c.id as text) = ${parameter} or c.name = ${parameter}
      or c.id in (select o.community_id from elevators o where o.tag = ${parameter})) order by e.id`,
    name,
  );
  if (found.length === 0)
    throw new LiftError(
      `没有名称、编号或电梯标签为“${name}”的小区。可以用其中一台电梯的标签，例如：${examples}\nNo community is called "${name}".`,
    );
  return found.map(toTarget);
}

interface Answer {
  readonly found: readonly z.output<typeof targetRow>[];
  /** Some tags, as a hint. */
  readonly examples: string;
}

/** `sql` is given how the database writes its one parameter, which may stand in it several times. */
async function read(config: Config, sql: (parameter: string) => string, value: string): Promise<Answer> {
  const { found, examples } =
    config.DATABASE_URL === undefined
      ? readSqlite(config.DATA_DIR, sql('?1'), value)
      : await readPostgres(config.DATABASE_URL, sql('$1'), value);
  const tags = z.array(tagRow).parse(examples);
  return { found: z.array(targetRow).parse(found), examples: tags.map(({ tag }) => tag).join('、') };
}

interface Rows {
  readonly found: unknown;
  readonly examples: unknown;
}

function readSqlite(dataDir: string, sql: string, value: string): Rows {
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
    return { found: database.prepare(sql).all(value), examples: database.prepare(exampleSql).all() };
  } finally {
    database.close();
  }
}

async function readPostgres(connectionString: string, sql: string, value: string): Promise<Rows> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    const found = await client.query(sql, [value]);
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
