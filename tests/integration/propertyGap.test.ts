import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { Imports } from '../../server/imports/imports.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { listImportRows } from '../../server/queries/imports.ts';
import { readPropertyGap, stagePropertyGap } from '../../server/queries/propertyGap.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { failOnTrouble, openImportDesks } from '../support/importDesks.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const { users, lift, farLift } = smallCity;
const lakeside = { property_id: 301, property_name: '安居物业', community_num: 1, elevator_num: 1 };
const hillside = { property_id: 302, property_name: '乐家物业', community_num: 1, elevator_num: 1 };

describe.each(['sqlite', 'postgres'] as const)('lifts without a property company on %s', (kind) => {
  const clock = new VirtualClock();
  let opened: TestStore;
  let store: EventStore;
  let admin: Principal;
  let owner: Principal;
  let imports: Imports;

  const set = (
    id: number,
    values: { property_id?: number | null; floor_max?: number; state?: number; registration_code?: string },
  ) =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set(values).where('id', '=', id));
    });
  const companiesNow = async () => {
    const rows = await store.rows.selectFrom('elevators').select(['id', 'property_id']).orderBy('id').execute();
    return rows.map(({ property_id: company }) => company);
  };
  const list = async (by = admin) => {
    const rows = await stagePropertyGap(store.rows, by);
    const id = await imports.complete(by, 'elevator', '按小区补全物业单位', rows);
    await imports.settled();
    return id;
  };
  const remarks = async (id: number) =>
    (await listImportRows(store, admin, { import_id: id, page: 1, page_size: 20, order: 'asc' })).list.map(
      ({ cells, state, problems, changes }) => [
        cells[0],
        state,
        [...problems.map(({ message }) => message), ...changes.map(({ before, after }) => `${before}→${after}`)].join(),
      ],
    );

  beforeEach(async () => {
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    ({ store } = opened);
    await writeSmallCity(store);
    // As a lift is registered today.
    await set(lift.id, { property_id: null, registration_code: '' });
    await set(farLift.id, { property_id: null, registration_code: '' });
    [admin, owner] = await Promise.all([principalOf(store, users.admin), principalOf(store, users.property)]);
    const desks = await openImportDesks(store, clock);
    imports = new Imports({ store, clock, onTrouble: failOnTrouble, desks });
  });
  afterEach(() => opened.dispose());

  test('are counted by the company that their community names, in the caller’s scope and without scrapped ones', async () => {
    expect(await readPropertyGap(store.rows, admin)).toEqual({ elevator_num: 2, companies: [lakeside, hillside] });
    expect(await readPropertyGap(store.rows, owner)).toEqual({ elevator_num: 0, companies: [] });
    await set(farLift.id, { state: 2 });
    await store.write(function* (queries) {
      yield* run(queries.updateTable('communities').set({ property_id: null }).where('id', '=', 11));
    });
    expect(await readPropertyGap(store.rows, admin)).toEqual({ elevator_num: 1, companies: [] });
  });

  test('are listed first, get their company when that is confirmed, and lose it by one undo', async () => {
    const id = await list();
    expect(await remarks(id)).toEqual([
      [lift.tag, 'change', '→安居物业'],
      [farLift.tag, 'change', '→乐家物业'],
    ]);
    expect(await companiesNow()).toEqual([null, null]);
    await imports.commit(admin, id);
    await imports.settled();
    expect(await companiesNow()).toEqual([301, 302]);
    const [event] = (await store.readStream(`elevator-${lift.id}`)).slice(-1);
    expect(event).toMatchObject({
      type: 'elevator.changed',
      actor: { id: users.admin },
      data: { import_id: id, before: { property_id: null }, after: { property_id: 301 } },
    });
    await imports.undo(admin, id);
    await imports.settled();
    expect(await companiesNow()).toEqual([null, null]);
  });

  test('keep a company that somebody gave them in between', async () => {
    const rows = await stagePropertyGap(store.rows, admin);
    await set(lift.id, { property_id: 302 });
    const id = await imports.complete(admin, 'elevator', '按小区补全物业单位', rows);
    await imports.settled();
    expect(await remarks(id)).toEqual([
      [lift.tag, 'same', ''],
      [farLift.tag, 'change', '→乐家物业'],
    ]);
    await imports.commit(admin, id);
    await imports.settled();
    expect(await companiesNow()).toEqual([302, 302]);
  });

  test('are left out and named where their record has to be mended first; the others are completed', async () => {
    await set(lift.id, { floor_max: -3 });
    const id = await list();
    expect(await remarks(id)).toEqual([
      [lift.tag, 'wrong', expect.stringContaining('楼层')],
      [farLift.tag, 'change', '→乐家物业'],
    ]);
    await imports.commit(admin, id);
    await imports.settled();
    expect(await companiesNow()).toEqual([null, 302]);
    expect(await imports.find(id)).toMatchObject({ state: 'done', wrong_num: 1 });
  });

  test('are offered to nobody when none can be completed', async () => {
    await set(lift.id, { property_id: 301 });
    await set(farLift.id, { property_id: 302 });
    await expect(list()).rejects.toThrow('没有可以补全的记录');
  });
});
