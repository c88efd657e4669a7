import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { addLiftsWithOneCode, codesAfterUpgrade } from '../../../tests/support/liftsWithOneCode.ts';
import {
  asBefore1_5,
  copyStoreOf1_5,
  expectRowsOf1_5,
  fillAsIn1_5,
  projectionsOfTheSplit,
} from '../../../tests/support/storeOf1_5.ts';
import { projections } from '../../lifecycleEntries.ts';
import { liftContains } from '../../queries/liftWords.ts';
import { LibsqlConnection } from '../sqlite/libsqlConnection.ts';
import { LibsqlDialect } from '../sqlite/libsqlDialect.ts';
import { StoreOlderError } from '../errors.ts';
import type { Database } from '../schema.ts';
import { sqliteFileName } from '../sqlite/sqliteFile.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

const openSchema = (dataDir: string) =>
  new Kysely<Database>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(join(dataDir, sqliteFileName), { use: 'write' })),
  });

/** Tables and indexes by their statements, normalised. */
async function schemaOf({ store }: TestStore): Promise<readonly unknown[]> {
  const { rows } =
    await sql`select type, name, lower(replace(sql, '"', '')) as text from sqlite_master where sql is not null and type = 'index' order by name`.execute(
      store.rows,
    );
  const columns =
    await sql`select t.name as table_name, c.name, c.type, c."notnull", c.dflt_value, c.pk from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.name`.execute(
      store.rows,
    );
  return [...rows, ...columns.rows];
}

/** The schema at which every step ends: the schema of a store that begins today, made by its opening. */
let today: readonly unknown[];
beforeAll(async () => {
  const fresh = await openTestStore({ dataDir: await mkdtemp(join(tmpdir(), 'tian-upgrade-')), projections });
  today = await schemaOf(fresh);
  await fresh.dispose();
});

/** Every step in the soak; else the first, the newest two and each fourth between. */
const steps = migrations
  .map(({ name }, index) => ({ name, index }))
  .filter(({ index }) => process.env['TIAN_SOAK'] === '1' || index % 4 === 0 || index >= migrations.length - 2);

test.each(steps)(
  'a store that was made when $name was the newest opens with all that came since, and its rows can be rebuilt',
  async ({ index }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
    const earlier = openSchema(dataDir);
    await migrate(earlier, 'sqlite', migrations.slice(0, index + 1));
    await earlier.destroy();

    const upgraded = await openTestStore({ dataDir, projections });
    expect(await schemaOf(upgraded)).toEqual(today);
    await upgraded.store.append({
      stream: 'device-COL1',
      expectedVersion: 'none',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [
        {
          type: 'device.bound',
          data: { deviceKey: 'COL1', elevatorId: 1, deviceType: 'COL', reportPeriodSeconds: 5 },
          atMs: 1,
        },
      ],
    });
    const states = () => upgraded.store.rows.selectFrom('device_states').selectAll().execute();
    const live = await states();
    expect(live).toHaveLength(1);
    await upgraded.store.rebuild();
    expect(await states()).toEqual(live);
    expect(await schemaOf(upgraded)).toEqual(today);
    await upgraded.dispose();
  },
);

test('a store that version 1.5.0 made goes on to the schema of a fresh one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
  await copyStoreOf1_5(dataDir);
  const upgraded = await openTestStore({ dataDir, projections });
  expect(await schemaOf(upgraded)).toEqual(today);
  await upgraded.reopen();
  expect(await schemaOf(upgraded)).toEqual(today);
  await upgraded.dispose();
});

test('a store from before 1.5.0 is refused with what to do, and keeps what it holds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
  await copyStoreOf1_5(dataDir);
  const earlier = openSchema(dataDir);
  await sql.raw(asBefore1_5).execute(earlier);
  const tables = sql<{ name: string }>`select name from sqlite_master order by name`;
  const before = (await tables.execute(earlier)).rows;
  await earlier.destroy();
  await expect(openTestStore({ dataDir, projections })).rejects.toThrow(StoreOlderError);
  const still = openSchema(dataDir);
  expect((await tables.execute(still)).rows).toEqual(before);
  await still.destroy();
});

test('the rows of a store with one projection for all lifecycles go into the tables of each, and nothing is rebuilt', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
  const earlier = openSchema(dataDir);
  await fillAsIn1_5(earlier, 'sqlite');
  await earlier.destroy();
  const upgraded = await openTestStore({ dataDir, projections: projectionsOfTheSplit });
  await expectRowsOf1_5(upgraded.store);
  // What an interrupted rebuild of the former projection left is removed in the background.
  const tables = sql`select name from sqlite_master where name = 'lifecycles__next'`;
  await expect.poll(async () => (await tables.execute(upgraded.store.rows)).rows).toEqual([]);
  await upgraded.dispose();
});

test('a store in which lifts have one registration code opens: the first keeps it, the others say that they repeat it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
  const earlier = openSchema(dataDir);
  await addLiftsWithOneCode(earlier, 'sqlite');
  await earlier.destroy();
  const upgraded = await openTestStore({ dataDir, projections });
  const lifts = upgraded.store.rows.selectFrom('elevators').select(['id', 'registration_code']).orderBy('id');
  expect(await lifts.execute()).toEqual(codesAfterUpgrade);
  // What was there before the search had its index is found.
  const found = (keyword: string) =>
    upgraded.store.rows
      .selectFrom('elevators as e')
      .select('e.id')
      .where(() => liftContains(upgraded.store, keyword))
      .orderBy('e.id')
      .execute();
  expect(await found('重复')).toEqual([{ id: 3 }, { id: 5 }]);
  expect(await found('复 5')).toEqual([{ id: 5 }]);
  await upgraded.dispose();
});
