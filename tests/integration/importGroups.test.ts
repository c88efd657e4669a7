import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { createCommunityDesk } from '../../server/domain/base/community.ts';
import type { ImportDesk } from '../../server/imports/importDesk.ts';
import { createElevatorDesk } from '../../server/domain/base/elevator.ts';
import { Imports } from '../../server/imports/imports.ts';
import { beginWriting } from '../../server/imports/importStore.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { listImports, requireWholeGroup } from '../../server/queries/imports.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { importList } from '../../src/contract/endpoints/imports.ts';
import { elevatorFields } from '../../src/contract/entities/elevatorFields.ts';
import type { ImportKind } from '../../src/contract/entities/imports.ts';
import { failOnTrouble, openImportDesks } from '../support/importDesks.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

const postgres = postgresOfFile();

const { users } = smallCity;
type Rows = readonly (readonly string[])[];
const companies: Rows = [
  ['名称', '地址'],
  ['新城物业', ''],
];
const communities: Rows = [
  ['名称', '区域', '物业公司', '经度', '纬度'],
  ['新苑', '东湖区', '新城物业', '120.1', '30.2'],
  ['旧苑', '东湖区', '新城物业', '120.1', '30.2'],
];
const lifts: Rows = [
  ['编号', '小区', '最高层'],
  ['X-1', '新苑', '18'],
  ['X-2', '新苑', '18'],
];

describe.each(['sqlite', 'postgres'] as const)('files that are uploaded together on %s', (kind) => {
  const clock = new VirtualClock();
  let opened: TestStore;
  let store: EventStore;
  let admin: Principal;
  let chief: Principal;
  let imports: Imports;

  /** `onRevert` is called with each record that goes back, before it does. */
  const open = async (onRevert: (kind: ImportKind) => Promise<void> = async () => undefined) => {
    const desks = await openImportDesks(store, clock);
    const watched = (desk: ImportDesk): ImportDesk => ({
      ...desk,
      async revert(...row) {
        await onRevert(desk.kind);
        return desk.revert(...row);
      },
    });
    imports = new Imports({
      store,
      clock,
      onTrouble: failOnTrouble,
      desks: {
        elevator: watched(desks.elevator),
        community: watched(desks.community),
        maintenance: watched(desks.maintenance),
        property: watched(desks.property),
        person: watched(desks.person),
        user: watched(desks.user),
        checkList: watched(desks.checkList),
        visit: watched(desks.visit),
      },
    });
  };
  const upload = async (of: ImportKind, name: string, rows: Rows, groupId?: number, by = admin) => {
    const id = await imports.upload(by, of, name, await sheetOf(rows), groupId);
    await imports.settled();
    return id;
  };
  const write = async (of: ImportKind, name: string, rows: Rows, groupId?: number) => {
    const id = await upload(of, name, rows, groupId);
    await imports.commit(admin, id);
    await imports.settled();
    expect(await imports.find(id)).toMatchObject({ state: 'done' });
    await clock.advance(1_000);
    return id;
  };
  /** A company, its communities, and their lifts: each file uses what the one before has made. */
  const writeGroup = async () => {
    const company = await write('property', '物业.xlsx', companies);
    const community = await write('community', '小区.xlsx', communities, company);
    const elevator = await write('elevator', '电梯.xlsx', lifts, company);
    return { company, community, elevator };
  };
  const undo = async (groupId: number, by = admin, leaveChanged = false) => {
    await imports.undoGroup(by, groupId, { leaveChanged });
    await imports.settled();
  };
  const names = async () => {
    const found = await Promise.all([
      store.rows.selectFrom('organizations').select('name').where('name', '=', '新城物业').execute(),
      store.rows.selectFrom('communities').select('name').where('name', 'in', ['新苑', '旧苑']).orderBy('id').execute(),
      store.rows.selectFrom('elevators').select('tag as name').where('tag', 'like', 'X-%').orderBy('tag').execute(),
    ]);
    return found.flat().map(({ name }) => name);
  };
  const states = async (ids: { readonly company: number; readonly community: number; readonly elevator: number }) =>
    Promise.all([ids.elevator, ids.community, ids.company].map(async (id) => (await imports.find(id))?.state));
  const listed = async (by: Principal, query: object) =>
    (await listImports(store, by, importList.input.parse(query), () => undefined)).list.map(
      ({ file_name: name, files }) => [name, files?.map((file) => file.file_name)],
    );
  const renameCommunity = async () => {
    const desk = createCommunityDesk({ store, clock, onTrouble: failOnTrouble });
    const { id } = await store.rows
      .selectFrom('communities')
      .select('id')
      .where('name', '=', '旧苑')
      .executeTakeFirstOrThrow();
    const values = {
      name: '旧苑',
      area_id: 2,
      site_type: 'residential' as const,
      property_id: null,
      address: '改过',
      lng: 120.1,
      lat: 30.2,
      group_ids: [],
      remark: '',
    };
    await desk.save(chief, { ...values, id });
  };
  const disable = () =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.admin));
    });

  beforeEach(async () => {
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createMigratedDatabase() } : {}),
    });
    ({ store } = opened);
    await writeSmallCity(store);
    [admin, chief] = await Promise.all([principalOf(store, users.admin), principalOf(store, users.super)]);
    await open();
  });
  afterEach(() => opened.dispose());

  const people: Rows = [
    ['姓名', '手机', '所属单位'],
    ['周安', '13800009001', '新城物业'],
  ];
  /** Uploads all of them with nothing written in between. */
  const uploadGroup = async () => {
    const company = await upload('property', '物业.xlsx', companies);
    const community = await upload('community', '小区.xlsx', communities, company);
    const elevator = await upload('elevator', '电梯.xlsx', lifts, company);
    const person = await upload('person', '人员.xlsx', people, company);
    return { company, community, elevator, person };
  };
  const commitGroup = async (groupId: number, by = admin) => {
    await imports.commitGroup(by, groupId);
    await imports.settled();
  };
  const everyState = async (groupId: number) =>
    (
      await store.rows.selectFrom('imports').select('state').where('group_id', '=', groupId).orderBy('id').execute()
    ).map(({ state }) => state);

  test('are checked against what the others will make, and written by one button in the order of their references', async () => {
    const group = await uploadGroup();
    expect(await names()).toEqual([]);
    for (const id of Object.values(group))
      expect(await imports.find(id)).toMatchObject({ state: 'ready', wrong_num: 0 });
    await commitGroup(group.company);
    expect(await everyState(group.company)).toEqual(['done', 'done', 'done', 'done']);
    expect(await names()).toEqual(['新城物业', '新苑', '旧苑', 'X-1', 'X-2']);
    const { property_name: company } = await store.rows
      .selectFrom('elevators as e')
      .innerJoin('organizations as o', 'o.id', 'e.property_id')
      .select('o.name as property_name')
      .where('e.tag', '=', 'X-1')
      .executeTakeFirstOrThrow();
    expect(company).toBe('新城物业');
    await undo(group.company);
    expect(await names()).toEqual([]);
  });

  test('are checked again when a file with what they name follows, and one takes the place of a wrong one of its name', async () => {
    const community = await upload('community', '小区.xlsx', communities);
    expect(await imports.find(community)).toMatchObject({ state: 'ready', wrong_num: 2 });
    await expect(commitGroup(community)).rejects.toThrow('“小区.xlsx”还有 2 行有误');
    await upload('property', '物业.xlsx', companies, community);
    expect(await imports.find(community)).toMatchObject({ state: 'ready', wrong_num: 0, new_num: 2 });
    const wrong = await upload('elevator', '电梯.xlsx', [...lifts, ['X-3', '无此小区', '18']], community);
    expect(await imports.find(wrong)).toMatchObject({ state: 'ready', wrong_num: 1 });
    await upload('elevator', '电梯.xlsx', lifts, community);
    expect(await imports.find(wrong)).toMatchObject({ state: 'cancelled', note: '已由重新上传的同名文件取代' });
    await commitGroup(community);
    expect(await names()).toEqual(['新城物业', '新苑', '旧苑', 'X-1', 'X-2']);
  });

  test('stop at one that no longer can be written: those after it say so, those before it stay', async () => {
    const group = await uploadGroup();
    // Now two communities have the name that the lifts stand in.
    const desk = createCommunityDesk({ store, clock, onTrouble: failOnTrouble });
    await desk.save(chief, {
      name: '新苑',
      area_id: 3,
      site_type: 'residential',
      property_id: null,
      address: '',
      lng: 120.4,
      lat: 30.4,
      group_ids: [],
      remark: '',
    });
    await commitGroup(group.company);
    expect(await everyState(group.company)).toEqual(['done', 'done', 'ready', 'ready']);
    expect(await imports.find(group.elevator)).toMatchObject({
      wrong_num: 2,
      note: '写入前再次检查，有 2 行有误，此文件没有写入任何数据',
    });
    expect(await imports.find(group.person)).toMatchObject({
      note: '此前的“电梯.xlsx”有行需要修改，此文件没有写入任何数据',
    });
    await imports.cancel(group.elevator);
    await commitGroup(group.company);
    expect(await everyState(group.company)).toEqual(['done', 'done', 'cancelled', 'done']);
  });

  test('are written on with after a restart, in the same order', async () => {
    const group = await uploadGroup();
    const ids = [group.company, group.community, group.elevator, group.person];
    const asked = await store.rows
      .selectFrom('imports')
      .select('worker')
      .where('id', '=', group.company)
      .executeTakeFirstOrThrow();
    // As a server leaves it that ends right after the confirmation.
    expect(await beginWriting(store, ids, asked.worker ?? '')).toBe(true);
    await open();
    await imports.resume();
    await imports.settled();
    expect(await everyState(group.company)).toEqual(['done', 'done', 'done', 'done']);
    expect(await names()).toEqual(['新城物业', '新苑', '旧苑', 'X-1', 'X-2']);
  });

  test('go back by one undo, from the last to the first, although each uses what the one before has made', async () => {
    const order: ImportKind[] = [];
    await open(async (of) => void order.push(of));
    const group = await writeGroup();
    expect(await names()).toEqual(['新城物业', '新苑', '旧苑', 'X-1', 'X-2']);
    await undo(group.company);
    expect(await names()).toEqual([]);
    expect(await states(group)).toEqual(['undone', 'undone', 'undone']);
    expect([...new Set(order)]).toEqual(['elevator', 'community', 'property']);
    await expect(undo(group.company)).rejects.toThrow('这组文件没有写入任何行，无需撤销');
  });

  test('stay whole where one row is hindered, named with its file; its own file’s and others’ free rows can go', async () => {
    const group = await writeGroup();
    await renameCommunity();
    await expect(undo(group.company)).rejects.toMatchObject({
      message: '有 1 行在导入后被修改或使用：“小区.xlsx”第 3 行“旧苑”导入后被苏培修改',
      fieldErrors: [{ field: 'leave_changed', message: '可以只撤销其余 4 行' }],
    });
    expect(await states(group)).toEqual(['done', 'done', 'done']);
    await undo(group.company, admin, true);
    expect(await names()).toEqual(['旧苑']);
    expect(await imports.find(group.community)).toMatchObject({
      state: 'undone',
      note: '其中 1 行在导入后被修改或使用，没有撤销',
    });
  });

  test('name what stays because a hindered row of a later file uses it', async () => {
    const group = await writeGroup();
    const row = await store.rows
      .selectFrom('import_rows')
      .select(['record_id', 'row_values'])
      .where('import_id', '=', group.elevator)
      .where('row_number', '=', 3)
      .executeTakeFirstOrThrow();
    const values = elevatorFields.parse(JSON.parse(row.row_values ?? ''));
    const desk = createElevatorDesk({ store, clock, onTrouble: failOnTrouble, onChanged: () => undefined });
    await desk.save(chief, { ...values, id: row.record_id ?? 0, floor_max: 19 });
    await expect(undo(group.company)).rejects.toThrow(
      /^有 3 行在导入后被修改或使用：“电梯.xlsx”第 3 行“X-2”导入后被苏培修改；“小区.xlsx”第 2 行“新苑”仍有 1 台电梯使用这个小区，不能删除；“物业.xlsx”第 2 行“新城物业”仍有/,
    );
  });

  test('are taken back on with after a restart, in the same order', async () => {
    const group = await writeGroup();
    // As a server leaves it that ends right after the confirmation.
    await store.write(function* (queries) {
      yield* run(queries.updateTable('imports').set({ state: 'undoing' }).where('group_id', '=', group.company));
    });
    await open();
    await imports.resume();
    await imports.settled();
    expect(await names()).toEqual([]);
    expect(await states(group)).toEqual(['undone', 'undone', 'undone']);
  });

  test('stand as partly undone when their user is disabled in between, and others finish it', async () => {
    await open(async (of) => {
      if (of === 'elevator') await disable();
    });
    const group = await writeGroup();
    await undo(group.company);
    expect(await states(group)).toEqual(['undone', 'stopped', 'stopped']);
    expect(await names()).toEqual(['新城物业', '新苑', '旧苑']);
    expect(await imports.find(group.community)).toMatchObject({
      note: '操作人“关立”账号已停用或删除，退回已中止：还有 2 行没有退回',
    });
    await undo(group.company, chief);
    expect(await states(group)).toEqual(['undone', 'undone', 'undone']);
    expect(await names()).toEqual([]);
  });

  test('are one entry of the list, found by each of its files; without grouping each stands alone', async () => {
    const group = await writeGroup();
    await upload('community', '另一份.xlsx', communities);
    const entry = ['物业.xlsx', ['物业.xlsx', '小区.xlsx', '电梯.xlsx']];
    expect(await listed(admin, { grouped: true })).toEqual([['另一份.xlsx', ['另一份.xlsx']], entry]);
    expect(await listed(admin, { grouped: '1', keyword: '电梯' })).toEqual([entry]);
    expect(await listed(admin, { grouped: true, kind: 'elevator', state: 'done' })).toEqual([entry]);
    expect(await listed(admin, { grouped: true, kind: 'elevator', state: 'ready' })).toEqual([]);
    expect(await listed(admin, {})).toHaveLength(4);
    expect(await listed(admin, { import_group_id: group.company })).toHaveLength(3);
    const liftsOnly = { ...admin, permissions: new Set(['import.run', 'elevator.edit'] as const) };
    expect(await listed(liftsOnly, { grouped: true })).toEqual([['电梯.xlsx', ['电梯.xlsx']]]);
    await expect(requireWholeGroup(store, liftsOnly, group.company)).rejects.toThrow('无权导入');
    await expect(requireWholeGroup(store, admin, 999_999)).rejects.toThrow('导入不存在，或您无权查看');
  });

  test('are those of one person and one day, and a group that was undone takes no more', async () => {
    const id = await write('property', '物业.xlsx', companies);
    await expect(upload('community', '小区.xlsx', communities, id, chief)).rejects.toThrow('不是您上传的');
    const second = await upload('community', '小区.xlsx', communities, id);
    await expect(upload('community', '小区.xlsx', communities, second)).rejects.toThrow('这组文件不存在');
    await clock.advance(25 * 3_600_000);
    await expect(upload('community', '小区.xlsx', communities, id)).rejects.toThrow('已超过 24 小时');
    const other = await upload('property', '物业.xlsx', [
      ['名称', '地址'],
      ['别家物业', ''],
    ]);
    await imports.commit(admin, other);
    await imports.settled();
    await undo(other);
    await expect(upload('community', '小区.xlsx', communities, other)).rejects.toThrow('这组文件已撤销');
  });
});
