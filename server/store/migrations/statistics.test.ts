import { Kysely, sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LibsqlConnection } from '../sqlite/libsqlConnection.ts';
import { LibsqlDialect } from '../sqlite/libsqlDialect.ts';
import { up } from './093-statistics.ts';

const change = (before: number, after: number) =>
  JSON.stringify({ before: { state: before, tag: 'A' }, after: { state: after, tag: 'A' } });

test('a lift that is out of use is so since the log says it was; where it says nothing, in its whole last interval', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tian-in-use-'));
  const db = new Kysely<unknown>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(join(folder, 'old.db'), { use: 'write' })),
  });
  try {
    for (const statement of [
      'create table alarms (id bigint)',
      'create table exceptions (id bigint)',
      'create table elevators (id bigint, state integer)',
      'create table events (stream text, version bigint, type text, data text, received_at_ms bigint)',
      `create table responsibilities (elevator_id bigint, from_ms bigint, to_ms bigint, area_id bigint, community_id bigint,
        property_id bigint, brand_id bigint, maintenance_id bigint, primary key (elevator_id, from_ms))`,
      'insert into elevators values (1, 0), (2, 1), (3, 2)',
      `insert into responsibilities select id, 10, 20, 1, 1, 1, 1, 1 from elevators
        union all select id, 20, null, 1, 1, 1, 1, 2 from elevators`,
    ])
      await sql.raw(statement).execute(db);
    for (const [version, data, atMs] of [
      [1, change(0, 1), 5],
      [2, change(1, 0), 15],
      [3, change(0, 1), 30],
      [4, change(1, 1), 40],
    ] as const)
      await sql`insert into events values ('elevator-2', ${version}, 'elevator.changed', ${data}, ${atMs})`.execute(db);
    await up(db);
    const { rows } = await sql<{
      row: string;
    }>`select elevator_id || ' ' || from_ms || '-' || coalesce(to_ms, '') || ' ' || is_in_use as row
      from responsibilities order by elevator_id, from_ms`.execute(db);
    expect(rows.map(({ row }) => row)).toEqual([
      '1 10-20 1',
      '1 20- 1',
      '2 10-20 1',
      '2 20-30 1',
      '2 30- 0',
      '3 10-20 1',
      '3 20- 0',
    ]);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
});
