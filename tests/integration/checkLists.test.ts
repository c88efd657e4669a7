import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Principal } from '../../server/access/principal.ts';
import { createElevatorDesk, elevatorValues } from '../../server/domain/base/elevator.ts';
import { planLifts } from '../../server/domain/visits/planLifts.ts';
import { planVisits, type VisitPlanning } from '../../server/domain/visits/planVisits.ts';
import { Imports } from '../../server/imports/imports.ts';
import { findCheckList, listCheckLists } from '../../server/queries/checkLists.ts';
import { findImport, listImportRows } from '../../server/queries/imports.ts';
import { listUnplannedLifts } from '../../server/queries/unplannedLifts.ts';
import { run } from '../../server/store/eventStore.ts';
import { importRows } from '../../src/contract/endpoints/imports.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { checkItemSchema } from '../../src/contract/visits/checkItem.ts';
import { failOnTrouble, openImportDesks } from '../support/importDesks.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { lift, users } = smallCity;
const itemsSchema = z.array(checkItemSchema);
const postgres = postgresOfFile();
const fail = (error: unknown): never => failOnTrouble('', error);
const settled = <Row>(what: () => Promise<Row>, expected: object) =>
  expect.poll(what, { timeout: 10_000 }).toMatchObject(expected);

const head = ['清单名称', '电梯类别', '维保类型', '序号', '项目', '要求'];
const line = (kind: string, name: string, number = '1') => [
  '迅达消防员电梯',
  '曳引驱动电梯',
  kind,
  number,
  name,
  '功能有效',
];
const first = [line('半月', '消防开关'), line('季度', '消防水泵'), line('半年', '双路电源'), line('年度', '返回试验')];
const second = [...first.slice(0, 3), line('年度', '消防员操作试验')];

describe.each(['sqlite', 'postgres'] as const)('a maker’s list on %s', (kind) => {
  let city: TestDomain;
  let planning: VisitPlanning;
  let imports: Imports;
  let admin: Principal;

  beforeEach(async () => {
    city = await openDomain({ databaseUrl: kind === 'postgres' ? await postgres.createMigratedDatabase() : undefined });
    const { store, clock } = city;
    await store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('elevators')
          .set({ category: 'traction', special_type: 'firefighter' })
          .where('id', '=', lift.id),
      );
    });
    admin = await principalOf(store, users.admin);
    imports = new Imports({ store, clock, onTrouble: failOnTrouble, desks: await openImportDesks(store, clock) });
    planning = planVisits({ store, clock, onError: fail });
    await planning.planned;
  });
  afterEach(async () => {
    await planning.close();
    await city.dispose();
  });

  const write = async (rows: readonly (readonly string[])[]) => {
    const id = await imports.upload(admin, 'checkList', '专用清单.xlsx', await sheetOf([head, ...rows]));
    await imports.settled();
    await imports.commit(admin, id);
    await imports.settled();
    expect(await findImport(city.store, admin, id, () => undefined)).toMatchObject({ state: 'done' });
    return id;
  };
  const undo = async (id: number) => {
    await imports.undo(admin, id);
    await imports.settled();
  };
  const lists = async () => (await listCheckLists(city.store, admin, { page: 1, page_size: 20, order: 'asc' })).list;
  const choose = async (listId: number | null) => {
    const row = await city.store.rows
      .selectFrom('elevators')
      .selectAll()
      .where('id', '=', lift.id)
      .executeTakeFirstOrThrow();
    await createElevatorDesk({ store: city.store, clock: city.clock, onTrouble: failOnTrouble }).save(admin, {
      ...elevatorValues(row),
      registration_code: '',
      check_list_id: listId,
      id: lift.id,
    });
  };
  const visits = async () => {
    const rows = await city.store.rows
      .selectFrom('visits')
      .select(['id', 'stage', 'kind', 'due_on', 'list_version', 'items'])
      .where('elevator_id', '=', lift.id)
      .orderBy('id')
      .execute();
    return rows.map(({ items, ...row }) => ({
      ...row,
      names: (items === '' ? [] : itemsSchema.parse(JSON.parse(items))).map(({ name }) => name),
    }));
  };
  const unplanned = async () =>
    (await listUnplannedLifts(city.store, admin, { page: 1, page_size: 20, order: 'asc', in_use: true })).list
      .filter(({ id }) => id === lift.id)
      .map(({ hindrance }) => hindrance);

  test('lets a fire-fighter’s lift be planned; its next version moves what is not begun, and only that', async () => {
    expect(await unplanned()).toEqual([
      '消防员电梯与防爆电梯须按制造单位的项目维保，请先导入专用清单，再在电梯管理中选择',
    ]);
    const importId = await write(first);
    const [list] = await lists();
    expect(list).toMatchObject({ name: '迅达消防员电梯', version: 1, item_num: 4, elevator_num: 0 });
    const rows = await listImportRows(city.store, admin, importRows.input.parse({ import_id: importId }));
    expect(rows.list.map((row) => [row.state, row.record_id])).toEqual(first.map(() => ['new', list?.id]));

    await choose(list?.id ?? 0);
    await settled(visits, [{ stage: 'planned', kind: 'year', list_version: '迅达消防员电梯 第 1 版' }]);
    expect(await unplanned()).toEqual([]);
    const names = ['消防开关', '消防水泵', '双路电源'];
    expect((await visits())[0]?.names).toEqual([...names, '返回试验']);

    await write(second);
    await settled(visits, [{ stage: 'replanned' }, { stage: 'planned', list_version: '迅达消防员电梯 第 2 版' }]);
    const [old, next] = await visits();
    expect([old?.names, next?.names]).toEqual([
      [...names, '返回试验'],
      [...names, '消防员操作试验'],
    ]);
    expect(next?.due_on).toBe(old?.due_on);

    const worker = { personId: 31, userId: users.maintenance, name: '赵强' };
    const atMs = city.clock.nowMs();
    await city.store.append({
      stream: streamName('visit', next?.id ?? 0),
      expectedVersion: 'any',
      actor: { kind: 'user', id: users.maintenance, name: '赵强' },
      events: [
        { type: 'visit.assigned', atMs, data: { workers: [worker], plannedOn: null } },
        {
          type: 'visit.checkedIn',
          atMs,
          data: { worker, place: null, distanceM: null, presence: 'none', clockOffsetMs: 0, flags: [] },
        },
      ],
    });
    await write(first);
    await planLifts(city, [lift.id]);
    expect((await visits()).at(-1)).toMatchObject({
      id: next?.id,
      stage: 'working',
      list_version: '迅达消防员电梯 第 2 版',
    });
  });

  test('is taken back by undoing its import, unless lifts follow it or it was changed since', async () => {
    const importId = await write(first);
    const [list] = await lists();
    await choose(list?.id ?? 0);
    await expect(imports.undo(admin, importId)).rejects.toThrow('仍有 1 台电梯使用这个专用清单');

    const changed = await write(second);
    await expect(imports.undo(admin, importId)).rejects.toThrow('导入后被关立修改');
    await undo(changed);
    const found = await findCheckList(city.store, admin, list?.id ?? 0);
    expect(found.items.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'M-1-01 消防开关',
      'M-2-01 消防水泵',
      'M-3-01 双路电源',
      'M-4-01 返回试验',
    ]);
    expect(found.versions.map(({ version, is_undo: isUndo }) => [version, isUndo])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    await choose(null);
    await undo(importId);
    expect(await lists()).toEqual([]);
  });
});
