import * as z from 'zod';
import type { Config } from '../server/start/config.ts';
import { ScriptError, withSiteRows } from './siteRows.ts';

/** The reason why a lift's command cannot be sent, and the remedy. */
export class LiftError extends ScriptError {
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
    `${devicesSql} where e.tag = ? and d.device_type = 'COL' order by d.device_key limit 1`,
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
    `${devicesSql} where e.tag = ? and d.device_type = 'CAM' order by d.device_key limit 1`,
    tag,
  );
  return found.map(toTarget)[0];
}

/** The collectors of a community, by the name or number of the community or the tag of one of its lifts. Throws LiftError. */
export async function findCommunity(config: Config, name: string): Promise<readonly LiftTarget[]> {
  const { found, examples } = await read(
    config,
    `${devicesSql} where d.device_type = 'COL' and (cast(c.id as text) = ? or c.name = ?
      or c.id in (select o.community_id from elevators o where o.tag = ?)) order by e.id`,
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

/** `?` in `sql` is the value. */
const read = (config: Config, sql: string, value: string): Promise<Answer> =>
  withSiteRows(config, async (ask) => {
    const tags = z.array(tagRow).parse(await ask(exampleSql));
    return {
      found: z.array(targetRow).parse(await ask(sql, value)),
      examples: tags.map(({ tag }) => tag).join('、'),
    };
  });
