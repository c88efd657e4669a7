import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { expect } from 'vitest';
import { projections } from '../../server/lifecycleEntries.ts';
import type { EventStore, InlineProjection } from '../../server/store/eventStore.ts';
import { migrate } from '../../server/store/migrations/migrate.ts';
import { migrations } from '../../server/store/migrations/index.ts';
import type { Database } from '../../server/store/schema.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';

const alarmColumns = `id, elevator_id, device_key, tag, addr, kind, level, community_id, community_name, area_id, full_area,
  status, is_active, is_hidden, acknowledged_by, repeat_num, late, clock_off, detail,
  raised_at_ms, updated_at_ms, "position", rescue_order_id`;
const alarm = (id: number, orderId: number | null) =>
  `(${id}, ${id}, 'COL${id}', 'DT-${id}', '', 'trapped', 1, 1, '', 1, '', 0, 1, 0, '', 0, 0, 0, '', 1, 1, 1, ${orderId ?? 'null'})`;

const fixture = (name: string) => readFile(new URL(`../fixtures/store-1.5.0.${name}`, import.meta.url));

/** Puts a real site's database as version 1.5.0 left it into a folder. */
export async function copyStoreOf1_5(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, sqliteFileName), gunzipSync(await fixture('db.gz')));
}

/** The statements by which version 1.5.0 made its schema on PostgreSQL. */
export const statementsOf1_5 = async (): Promise<string> => (await fixture('postgres.sql')).toString();

/** Makes a store of 1.5.0 one whose program stopped at the third of the seven steps, as before the first release. */
export const asBefore1_5 = "delete from kysely_migration where name > '004'";

/** The projections in their versions of that time: rows of a later version would be rebuilt from the log, which holds nothing here. */
export const projectionsOfTheSplit: readonly InlineProjection[] = projections.map((projection) => ({
  ...projection,
  version: 1,
  servesFrom: 1,
}));

/**
 * Rows as version 1.5.0 left them, when all lifecycles shared two tables and one projection. No event stands behind them, so a
 * rebuild would remove them.
 */
export async function fillAsIn1_5(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const last = migrations.findIndex(({ name }) => name === '015-people');
  await migrate(db, kind, migrations.slice(0, last + 1));
  const statements = [
    `insert into lifecycles (stream, version, "position", state)
     values ('rescue-7', 2, 5, '{"a":1}'), ('alarm-3', 1, 4, '{"b":1}'), ('device-COL-1', 3, 9, '{"c":1}'), ('command-2', 1, 8, '{"d":1}')`,
    `insert into deadlines (stream, kind, due_at_ms, data)
     values ('rescue-7', 'respond', 100, '{}'), ('rescue-7', 'arrive', 200, '{}'), ('alarm-3', 'handle', 300, '{"n":1}'),
       ('command-2', 'expire', 400, '{}')`,
    `insert into alarms (${alarmColumns}) values ${alarm(3, 7)}, ${alarm(4, null)}`,
    `insert into projection_versions (name, version)
     values ('lifecycles', 1), ('report-periods', 1), ('notices', 1), ('quarantine', 1)`,
    `insert into store_meta ("key", value) values ('rebuild', '{"versions":{"lifecycles":1},"shape":"","position":3,"events":3}')`,
    'create table lifecycles__next (stream text)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The store was opened with `projectionsOfTheSplit`: its rows are those of `fillAsIn1_5`, in the tables of their lifecycles. */
export async function expectRowsOf1_5({ rows }: EventStore): Promise<void> {
  const machines = [
    await rows.selectFrom('rescue_machines').selectAll().execute(),
    await rows.selectFrom('alarm_machines').selectAll().execute(),
    await rows.selectFrom('device_machines').selectAll().execute(),
    await rows.selectFrom('command_machines').selectAll().execute(),
  ];
  expect(machines).toEqual([
    [{ stream: 'rescue-7', version: 2, position: 5, state: '{"a":1}' }],
    [{ stream: 'alarm-3', version: 1, position: 4, state: '{"b":1}' }],
    [{ stream: 'device-COL-1', version: 3, position: 9, state: '{"c":1}' }],
    [{ stream: 'command-2', version: 1, position: 8, state: '{"d":1}' }],
  ]);
  const deadlines = [
    await rows.selectFrom('rescue_deadlines').selectAll().orderBy('due_at_ms').execute(),
    await rows.selectFrom('alarm_deadlines').selectAll().execute(),
    await rows.selectFrom('device_deadlines').selectAll().execute(),
    await rows.selectFrom('command_deadlines').selectAll().execute(),
  ];
  expect(deadlines).toEqual([
    [
      { stream: 'rescue-7', kind: 'respond', due_at_ms: 100, data: '{}' },
      { stream: 'rescue-7', kind: 'arrive', due_at_ms: 200, data: '{}' },
    ],
    [{ stream: 'alarm-3', kind: 'handle', due_at_ms: 300, data: '{"n":1}' }],
    [],
    [{ stream: 'command-2', kind: 'expire', due_at_ms: 400, data: '{}' }],
  ]);
  expect(await rows.selectFrom('alarms').select(['id', 'kind']).orderBy('id').execute()).toEqual([
    { id: 3, kind: 'trapped' },
    { id: 4, kind: 'trapped' },
  ]);
  expect(await rows.selectFrom('alarm_rescues').selectAll().execute()).toEqual([{ alarm_id: 3, order_id: 7 }]);
  const versions = await rows.selectFrom('projection_versions').selectAll().execute();
  expect(new Set(versions.map(({ name }) => name))).toEqual(new Set(projections.map(({ name }) => name)));
}
