import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommunityDesk } from '../../../server/domain/base/community.ts';
import { createCommunityMemberDesk } from '../../../server/domain/base/communityMember.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createElevatorDesk } from '../../../server/domain/base/elevator.ts';
import { redactSettledImports } from '../../../server/imports/redactSettled.ts';
import { createPersonDesk } from '../../../server/domain/base/person.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { elevatorFields } from '../../../src/contract/entities/elevatorFields.ts';
import { testPasswords } from '../../support/testAccess.ts';
import { Imports } from '../../../server/imports/imports.ts';
import { countDoubtful, readRows } from '../../../server/imports/importStore.ts';
import { importDesks } from '../../../server/imports/kinds/index.ts';
import { findImport, listImportRows, listImports } from '../../../server/queries/imports.ts';
import type { ImportKind } from '../../../src/contract/entities/imports.ts';
import { importList, importRows } from '../../../src/contract/endpoints/imports.ts';
import { sheetOf } from '../../support/sheetOf.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

const code = (last: number) => `3101152025000000${String(last).padStart(4, '0')}`;

const twenty = (name: string) =>
  Array.from({ length: 20 }, (_, index) => [`${name}${index}`, '东湖区', '', '120.1', '30.2', '', '']);

const yard = (remark: string) => ['云锦雅苑', '远山县', '', '120.4', '30.4', '', remark];

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, communityRows, kept, liftRows } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let people: ReturnType<typeof createPersonDesk>;
  beforeEach(async () => {
    ({ store, admin, colleague, property, stranger } = now());
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });

  const importState = (id: number, by = colleague) => findImport(store, by, id, () => undefined);
  const rowsOfImport = async (id: number, by = colleague) =>
    (await listImportRows(store, by, importRows.input.parse({ import_id: id }))).list;
  const problemsOf = async (id: number) =>
    (await rowsOfImport(id)).map(({ problems }) =>
      problems.map(({ header, message, suggestion }) => [header, message, suggestion]),
    );
  const communityNames = async () => (await communityRows(colleague)).map(({ name }) => name);

  describe('an import', () => {
    let imports: Imports;
    let directory: Directory;
    let communities: ReturnType<typeof createCommunityDesk>;
    const head = ['名称', '区域', '物业公司', '经度', '纬度', '场所类型', '备注'];
    const garden = ['新苑', '云川市东湖区', '安居物业', '120.11', '30.21', '住宅', ''];
    const same = ['翠湖花园', '东湖区', '安居物业', '120.1', '30.2', '', ''];
    const openDesks = () =>
      importDesks({
        store,
        clock,
        directory,
        domain: directory,
        onTrouble,
        passwords: testPasswords,
        sessions: { accessChanged: () => undefined },
      });
    const openImports = () => new Imports({ store, clock, onTrouble, desks: openDesks() });
    const upload = async (rows: readonly (readonly (string | number)[])[], by = admin) => {
      const id = await imports.upload(by, 'community', '小区.xlsx', await sheetOf([head, ...rows]));
      await imports.settled();
      return id;
    };
    const commit = async (id: number, by = admin) => {
      await imports.commit(by, id);
      await imports.settled();
    };
    const undo = async (id: number) => {
      await imports.undo(admin, id);
      await imports.settled();
    };

    const importOf = async (kind: ImportKind, rows: readonly (readonly string[])[], by = admin) => {
      const id = await imports.upload(by, kind, 'x.xlsx', await sheetOf(rows));
      await imports.settled();
      return id;
    };
    beforeEach(async () => {
      directory = await Directory.load(store);
      communities = createCommunityDesk({ store, clock, onTrouble });
      imports = openImports();
    });

    test('knows nothing of people out of scope who share a telephone number with one in it', async () => {
      await store.write(function* (queries) {
        for (const [id, org_id] of [
          [71, 301],
          [72, 302],
        ] as const)
          yield* run(
            queries.insertInto('people').values({
              id,
              name: '王芳',
              mobile: '13800001234',
              org_type: 4,
              org_id,
              duties: '[]',
              certificates: '[]',
              certificate_expiry: null,
              user_id: null,
            }),
          );
      });
      const sheet = await sheetOf([
        ['姓名', '手机', '所属单位'],
        ['王芳芳', '13800001234', '安居物业'],
      ]);
      const id = await imports.upload(property, 'person', `${'人'.repeat(199)}😀.xlsx`, sheet);
      await imports.settled();
      const [row] = await readRows(store.rows, { importId: id, after: undefined, order: 'asc', limit: 1 });
      expect([row?.state, row?.record_id, row?.problems]).toEqual(['change', 71, '[]']);
      const { file_name: fileName } = (await imports.find(id)) ?? {};
      expect(fileName?.isWellFormed()).toBe(true);
    });

    test('shows what each row would do and writes nothing; then all of it, with the import in every event', async () => {
      const id = await upload([garden, same, ['云锦雅苑', '远山县', '', '120.4', '30.4', '', '北门关闭']]);
      expect(await importState(id)).toMatchObject({
        state: 'ready',
        new_num: 1,
        changed_num: 1,
        same_num: 1,
        wrong_num: 0,
      });
      expect((await rowsOfImport(id)).map(({ row_number, state, changes }) => [row_number, state, changes])).toEqual([
        [2, 'new', []],
        [3, 'same', []],
        [4, 'change', [{ header: '备注', before: '', after: '北门关闭' }]],
      ]);
      expect(await communityNames()).toEqual(['翠湖花园', '云锦雅苑']);
      const before = await store.head();

      await commit(id);
      expect(await importState(id)).toMatchObject({ state: 'done' });
      const rows = await communityRows(colleague);
      expect(rows).toMatchObject([
        {},
        { name: '云锦雅苑', remark: '北门关闭' },
        { name: '新苑', site_type: 'residential', property_id: 301 },
      ]);
      const events = (await store.readAll(before)).toSorted((one, other) => one.stream.localeCompare(other.stream));
      expect(events.map(({ stream, data, actor }) => ({ stream, data, by: actor.name }))).toMatchObject([
        { stream: 'community-12', data: { import_id: id }, by: admin.name },
        { stream: `community-${rows[2]?.id}`, data: { import_id: id, before: null }, by: admin.name },
      ]);
      await expect(imports.commit(admin, id)).rejects.toThrow('这次导入已在写入或已经结束');
      // The same file once more changes nothing.
      expect(await importState(await upload([garden, same]))).toMatchObject({ same_num: 2 });
    });

    test('doubts a place that seems to lie outside its region, as the form does, and writes it all the same', async () => {
      const doubtful = ['湖东新苑', '东湖区', '安居物业', '120.4', '30.41', '', ''];
      const id = await upload([garden, doubtful, yard('北门关闭')]);
      expect(await importState(id)).toMatchObject({ state: 'ready', new_num: 2, changed_num: 1, wrong_num: 0 });
      const [, doubted, unmoved] = await rowsOfImport(id);
      expect(doubted).toMatchObject({
        state: 'new',
        problems: [
          {
            header: '经度',
            message: '此位置离云川市远山县的小区“云锦雅苑”1.1 公里，请核对是否属于云川市东湖区',
            is_warning: true,
          },
        ],
      });
      // Nobody is asked about a place that a record has already.
      expect(unmoved).toMatchObject({ state: 'change', problems: [] });
      const warned = importRows.input.parse({ import_id: id, warned: '1' });
      expect((await listImportRows(store, colleague, warned)).list.map(({ row_number }) => row_number)).toEqual([3]);
      expect(await countDoubtful(store.rows, id)).toBe(1);

      await commit(id);
      expect(await importState(id)).toMatchObject({ state: 'done' });
      expect(await communityNames()).toContain('湖东新苑');
      await undo(id);
      expect(await importState(id)).toMatchObject({ state: 'undone' });
      expect(await communityNames()).not.toContain('湖东新苑');
    });

    test('says beside each cell what is wrong and what may have been meant, and writes no row while one is wrong', async () => {
      const id = await upload([
        garden,
        ['甲', '东胡区', '安居物业', '120.11', '30.21', '住宅', ''],
        ['乙', '东湖区', '安居物夜', 'x', '30.21', '住在', ''],
        ['丙', '东湖区', '', '121.9', '30.21', '', ''],
        ['新苑', '东湖区', '', '120.11', '30.21', '', ''],
        ['', '东湖区', '', '120.11', '30.21', '', ''],
        ['丁', '东湖区', '', '120.11', '30.21', '', '长'.repeat(201)],
      ]);
      expect(await problemsOf(id)).toEqual([
        [],
        [['区域', '区域没有“东胡区”', '东湖区']],
        [
          ['物业单位', '物业单位没有“安居物夜”', '安居物业'],
          ['经度', '经度须为数字', ''],
          ['场所类型', '场所类型没有“住在”', '住宅'],
        ],
        [['经度', '位置远离该区域的其他小区，请核对经度与纬度', '']],
        [['', '与第 2 行重复，请只保留一行', '']],
        [['名称', '请填写名称', '']],
        [['备注', '备注最多 200 个字符', '']],
      ]);
      await expect(imports.commit(admin, id)).rejects.toThrow('还有 6 行有误');
      expect(await communityNames()).toHaveLength(2);
    });

    test('is undone while its rows are untouched, and else says which were touched', async () => {
      const id = await upload([garden, ['云锦雅苑', '远山县', '', '120.4', '30.4', '', '北门关闭']]);
      await commit(id);
      const [, , made] = await communityRows(colleague);
      await createCommunityMemberDesk({ store, clock, onTrouble }).save(colleague, {
        community_id: made?.id ?? 0,
        person_id: (
          await people.save(colleague, {
            name: '周建',
            mobile: '',
            organization: '4-301',
            duties: [],
            certificates: [],
            user_id: null,
          })
        ).id,
        role: 'guard',
      });
      await communities.save(colleague, { ...(await kept(12)), remark: '南门关闭' });
      await expect(undo(id)).rejects.toThrow(
        `有 2 行在导入后被修改或使用：第 2 行“新苑”仍有 1 名小区人员使用这个小区，不能删除；第 3 行“云锦雅苑”导入后被${colleague.name}修改`,
      );
      expect((await problemsOf(id)).map((found) => found[0]?.[1])).toEqual([
        '仍有 1 名小区人员使用这个小区，不能删除',
        `导入后被${colleague.name}修改`,
      ]);

      const third = await upload([
        ['己', '东湖区', '', '120.1', '30.2', '', ''],
        ['庚', '东湖区', '', '120.1', '30.2', '', ''],
      ]);
      await commit(third);
      const [kept1] = await communityRows(colleague, { keyword: '己' });
      await communities.save(colleague, { ...(await kept(kept1?.id ?? 0)), remark: '改' });
      await expect(undo(third)).rejects.toMatchObject({
        fieldErrors: [{ field: 'leave_changed', message: '可以只撤销其余 1 行' }],
      });
      await imports.undo(admin, third, { leaveChanged: true });
      await imports.settled();
      expect(await importState(third)).toMatchObject({
        state: 'undone',
        note: '其中 1 行在导入后被修改或使用，没有撤销',
      });
      expect(await communityNames()).toEqual(expect.arrayContaining(['己']));
      expect(await communityNames()).not.toContain('庚');

      const second = await upload([
        ['戊', '东湖区', '', '120.1', '30.2', '', ''],
        ['翠湖花园', '东湖区', '', '', '', '', '东门'],
      ]);
      await commit(second);
      await undo(second);
      expect(await importState(second)).toMatchObject({ state: 'undone', note: '' });
      expect(await communityRows(colleague, { keyword: '翠湖' })).toMatchObject([{ remark: '' }]);
      expect(await communityNames()).not.toContain('戊');
      await expect(undo(second)).rejects.toThrow('只能撤销已写入的导入');
    });

    test('is undone after a later import of the same rows was put back, and after an edit that was undone by hand', async () => {
      const first = await upload([garden, yard('北门关闭')]);
      await commit(first);
      const second = await upload([[...garden.slice(0, 6), '二期'], yard('南门关闭')]);
      await commit(second);
      await expect(undo(first)).rejects.toThrow('有 2 行在导入后被修改或使用');
      await undo(second);
      const edited = await kept(12);
      await communities.save(colleague, { ...edited, remark: '西门关闭' });
      await communities.save(colleague, { ...(await kept(12)), remark: edited.remark });
      await undo(first);
      expect(await importState(first)).toMatchObject({ state: 'undone', note: '' });
      expect(await communityRows(colleague)).toMatchObject([{ name: '翠湖花园' }, { name: '云锦雅苑', remark: '' }]);
    });

    test('is undone after a later one was put back, also when its telephone numbers are no longer kept', async () => {
      const first = await importOf('person', [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', '13800005555', '安居物业', '作业人员'],
      ]);
      await commit(first);
      const second = await importOf('person', [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', '13800005555', '安居物业', '安全员'],
      ]);
      await commit(second);
      await undo(second);
      await clock.advance(25 * 3_600_000);
      await redactSettledImports({ store, clock });
      await undo(first);
      expect(await importState(first)).toMatchObject({ state: 'undone', note: '' });
    });

    test('answers only so many rows whose names, codes or accounts belong to records out of scope', async () => {
      const accounts = Array.from({ length: 25 }, (_, index) => `other${index}`);
      await store.write(function* (queries) {
        yield* run(
          queries.insertInto('users').values(
            accounts.map((account, index) => ({
              id: 900 + index,
              account,
              name: account,
              role_id: smallCity.roles.property,
              mobile: '',
              password_hash: '',
              is_disabled: 0 as const,
              must_change_password: 0 as const,
              created_at_ms: 0,
            })),
          ),
        );
      });
      const rows = [['账号', '姓名', '角色', '单位'], ...accounts.map((one) => [one, '新人', '物业人员', '安居物业'])];
      const id = await importOf('user', rows, admin);
      expect(await importState(id)).toMatchObject({ state: 'stopped', note: expect.stringContaining('检查已停止') });
      const states = (await readRows(store.rows, { importId: id, after: undefined, order: 'asc', limit: 100 })).map(
        ({ state }) => state,
      );
      expect(states.filter((state) => state === 'wrong')).toHaveLength(20);
      expect(states.filter((state) => state === 'unchecked')).toHaveLength(5);
      // A user who sees them all gets all answers.
      expect(await importState(await importOf('user', rows, colleague))).toMatchObject({ state: 'ready' });
    });

    test('of lifts without a property company gives each its community’s, as the form does', async () => {
      const id = await importOf('elevator', [
        ['编号', '小区', '最高层'],
        ['A-9', '翠湖花园', '9'],
      ]);
      await commit(id);
      expect(await store.rows.selectFrom('elevators').select('property_id').where('tag', '=', 'A-9').execute()).toEqual(
        [{ property_id: 301 }],
      );
    });

    test('of which one row is refused after the check leaves nothing behind, and says which', async () => {
      const rows = Array.from({ length: 20 }, (_, index) => [`区${index}`, '东湖区', '', '120.1', '30.2', '', '']);
      const id = await upload(rows);
      await communities.save(colleague, { ...(await kept(11)), name: '区17' });
      await commit(id);
      expect(await importState(id)).toMatchObject({
        state: 'failed',
        note: '第 19 行在检查后有了变化（该区域已有同名小区），已写入的行全部退回',
      });
      expect(await communityNames()).toEqual(['区17', '云锦雅苑']);
    });

    test('goes on after a restart where it was, and writes no row twice', async () => {
      const id = await upload(
        Array.from({ length: 20 }, (_, index) => [`区${index}`, '东湖区', '', '120.1', '30.2', '', '']),
      );
      // As a server leaves it that ends in the middle: ten rows are written, the state says so.
      await store.write(function* (queries) {
        yield* run(queries.updateTable('import_rows').set({ state: 'same' }).where('row_number', '>', 11));
      });
      await commit(id);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('import_rows').set({ state: 'new' }));
        yield* run(queries.updateTable('imports').set({ state: 'writing' }));
      });
      imports = openImports();
      await imports.resume();
      await imports.settled();
      expect(await importState(id)).toMatchObject({ state: 'done' });
      expect(
        (await communityRows(colleague, { page_size: 200 })).filter(({ name }) => name.startsWith('区')),
      ).toHaveLength(20);
    });

    test('cancelled while it is written puts back what it has written, and two at once write one after the other', async () => {
      const [one, other] = [await upload(twenty('甲')), await upload(twenty('甲'))];
      await Promise.all([imports.commit(admin, one), imports.commit(colleague, other)]);
      await imports.settled();
      // Whose commit came first takes the names; the other's rows are refused and put back.
      const states = [(await importState(one)).state, (await importState(other)).state];
      expect(states.toSorted()).toEqual(['done', 'failed']);
      const third = await upload(twenty('乙'));
      await imports.commit(admin, third);
      await imports.cancel(third);
      await imports.settled();
      expect(await importState(third)).toMatchObject({ state: 'cancelled', note: '已取消' });
      expect(await communityRows(colleague, { keyword: '乙' })).toEqual([]);
      const fourth = await upload(twenty('丙'));
      await imports.cancel(fourth);
      await expect(imports.commit(admin, fourth)).rejects.toThrow('已经结束');
    });

    test('is the matter of its author and of those who manage the author, within the author’s own scope', async () => {
      const id = await upload([garden]);
      expect((await listImports(store, admin, importList.input.parse({}), () => undefined)).list).toMatchObject([
        { id, author_name: admin.name },
      ]);
      for (const other of [property, stranger]) {
        await expect(findImport(store, other, id, () => undefined)).rejects.toThrow('导入不存在，或您无权查看');
        expect(await rowsOfImport(id, other)).toEqual([]);
      }
      const foreign = await upload(
        [
          ['远山新村', '远山县', '', '120.4', '30.4', '', ''],
          ['云锦雅苑', '远山县', '', '', '', '', '别处'],
        ],
        property,
      );
      expect((await problemsOf(foreign)).map((found) => found[0]?.[1])).toEqual([
        '区域没有“远山县”，请核对',
        '区域没有“远山县”，请核对',
      ]);
    });

    test('of lifts finds them by registration code, internal tag or tag, fills in what the server gives, and is undone', async () => {
      const lift = (over: object = {}) => ({
        ...elevatorFields.parse({
          tag: 'A-1',
          community_id: 11,
          floor_max: 18,
          registration_code: code(1),
          internal_tag: 'N1',
        }),
        ...over,
      });
      const lifts = createElevatorDesk({ store, clock, onTrouble, onChanged: () => undefined });
      const known = await lifts.save(colleague, lift());
      const bytes = await sheetOf([
        ['设备代码', '单位内编号', '编号', '小区', '最高层', '下检日期', '维保单位', '状态'],
        [code(1), '', 'A-1', '', 20, '2027/1/5', '', ''],
        ['', '', 'CH-01-01', '翠湖花园', 18, '', '平安维保', ''],
        [code(3), 'N3', 'A-3', '翠湖花园', 9, new Date('2027-03-01T00:00:00Z'), '迅达维保', '停用'],
        ['３１０１１５２０２５００００００００４', '', 'A-4', '云锦雅苑', 9, '', '', ''],
        [code(1), '', 'A-5', '翠湖花园', 9, '', '', ''],
      ]);
      const id = await imports.upload(colleague, 'elevator', '电梯.xlsx', bytes);
      await imports.settled();
      expect(
        (await rowsOfImport(id)).map(({ state, problems }) => [state, ...problems.map(({ message }) => message)]),
      ).toEqual([
        ['change'],
        ['wrong', '注册代码须为 20 位数字'],
        ['wrong', '请填写停用或报废的原因'],
        ['wrong', '注册代码须为 20 位数字'],
        ['wrong', '与第 2 行重复，请只保留一行'],
      ]);

      const good = await sheetOf([
        ['设备代码', '单位内编号', '编号', '小区', '最高层', '下检日期', '维保单位', '停用原因', '状态'],
        ['', 'N1', 'A-1', '', 20, '2027/1/5', '', '', ''],
        [code(3), 'N3', 'A-3', '翠湖花园', 9, 46_447, '迅达维保', '大修', '停用'],
        [code(4).replace(/0/g, '０'), '', 'A-4', '云锦雅苑', 9, '', '', '', ''],
      ]);
      const second = await imports.upload(colleague, 'elevator', '电梯.xlsx', good);
      await imports.settled();
      expect(await importState(second)).toMatchObject({ new_num: 2, changed_num: 1, wrong_num: 0 });
      await commit(second, colleague);
      const now = async () => (await liftRows(colleague)).filter(({ tag }) => tag.startsWith('A-'));
      expect(await now()).toMatchObject([
        { id: known.id, floor_max: 20, next_inspection_on: '2027-01-05' },
        {
          tag: 'A-3',
          state: 1,
          next_inspection_on: '2027-03-01',
          maintenance_id: 401,
          rescue_code: expect.stringMatching(/^\d{6}$/),
        },
        { tag: 'A-4', registration_code: code(4), community_name: '云锦雅苑' },
      ]);
      expect(directory.elevator((await now())[1]?.id ?? 0)?.tag).toBe('A-3');
      await imports.undo(colleague, second);
      await imports.settled();
      expect(await importState(second)).toMatchObject({ state: 'undone', note: '' });
      expect(await now()).toMatchObject([{ id: known.id, floor_max: 18, next_inspection_on: '' }]);
    });

    test('of companies, people and users goes through their desks: names, organisations, roles that may be given', async () => {
      const company = await importOf('property', [
        ['单位名称', '值班电话', '许可证有效期', '联系人'],
        ['安居物业', '', '', ''],
        ['新家物业', '０５７１－９００１', '2027年3月1日', '张三/经理/13800001234'],
      ]);
      expect(await importState(company)).toMatchObject({ same_num: 1, new_num: 1 });
      await commit(company);
      const person = await importOf('person', [
        ['姓名', '手机号', '单位', '职务', '证书'],
        ['吴敏', '13900000001', '新家物业', '安全员、作业人员', 'T-1/电梯维修/2027.3.31'],
        ['钱多', '13900000001', '新家物业', '', ''],
        ['孙立', '13900000002', '新佳物业', '', ''],
      ]);
      expect(await problemsOf(person)).toEqual([
        [],
        [['手机', '与第 2 行重复，请只保留一行', '']],
        [['所属单位', '所属单位没有“新佳物业”', '新家物业']],
      ]);
      const user = await importOf('user', [
        ['账号', '姓名', '角色', '单位'],
        ['clerk1', '录入员', '物业人员', '安居物业'],
        ['clerk2', '录入员', '超级管理员', '安居物业'],
        ['super', '苏培', '物业人员', '安居物业'],
      ]);
      expect(await problemsOf(user)).toEqual([
        [],
        [['角色', '角色没有“超级管理员”，请核对', '']],
        [['账号', '账号已被使用，请换一个', '']],
      ]);
      const made = await importOf('user', [
        ['账号', '姓名', '角色', '单位'],
        ['clerk1', '录入员', '物业人员', '安居物业'],
      ]);
      await commit(made);
      expect(
        await store.rows
          .selectFrom('users')
          .select(['name', 'password_hash', 'must_change_password'])
          .where('account', '=', 'clerk1')
          .execute(),
      ).toEqual([{ name: '录入员', password_hash: '', must_change_password: 1 }]);
      await undo(made);
      expect(await store.rows.selectFrom('users').select('id').where('account', '=', 'clerk1').execute()).toEqual([]);
    });

    test('keeps no telephone number a day after it was settled, and can still be undone', async () => {
      const mobile = '13800005555';
      const people = store.rows.selectFrom('people').select('mobile').where('name', '=', '周宁');
      const rows = (duty: string) => [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', mobile, '安居物业', duty],
      ];
      const made = await importOf('person', rows(''));
      await commit(made);
      const changed = await importOf('person', rows('作业人员'));
      await commit(changed);
      const kept = async () => JSON.stringify(await store.rows.selectFrom('import_rows').selectAll().execute());
      expect(await redactSettledImports({ store, clock })).toBe(0);
      expect(await kept()).toContain(mobile);
      await clock.advance(25 * 3_600_000);
      expect(await redactSettledImports({ store, clock })).toBe(2);
      expect(await redactSettledImports({ store, clock })).toBe(0);
      await undo(changed);
      expect(await people.execute()).toEqual([{ mobile }]);
      expect(await redactSettledImports({ store, clock })).toBe(1);
      expect(await kept()).not.toContain(mobile);
    });

    test('goes on automatically after trouble that is not its own', async () => {
      const desks = openDesks();
      const troubles: string[] = [];
      const write: typeof desks.community.write = (...row) =>
        troubles.length === 0 ? Promise.reject(new Error('数据库暂不可用')) : desks.community.write(...row);
      imports = new Imports({
        store,
        clock,
        desks: { ...desks, community: { ...desks.community, write } },
        onTrouble: (trouble) => void troubles.push(trouble),
      });
      const id = await upload([garden]);
      await imports.commit(admin, id);
      await vi.waitFor(() => expect(troubles).toEqual([`导入 ${id} 中断，稍后继续`]));
      await clock.advance(1_000);
      await imports.settled();
      expect(await importState(id)).toMatchObject({ state: 'done' });
    });

    test('that is refused as a whole leaves nothing behind', async () => {
      await expect(imports.upload(admin, 'community', 'x.xlsx', Buffer.from('名称,区域'))).rejects.toThrow(
        '这不是 Excel 工作簿',
      );
      expect(await store.rows.selectFrom('imports').select('id').execute()).toEqual([]);
    });
  });
});
