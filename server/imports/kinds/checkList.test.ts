import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOfItem, mostListItems, type CheckListValues } from '../../../src/contract/entities/checkList.ts';
import { cycleKinds } from '../../../src/contract/visits/visitKinds.ts';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { failOnTrouble } from '../../../tests/support/importDesks.ts';
import { principalOf, smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { createCheckListDesk } from '../../domain/base/checkList.ts';
import { projections } from '../../lifecycleEntries.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { run } from '../../store/eventStore.ts';
import { stageRows, toFileRow } from '../importFile.ts';
import { checkListImport } from './checkList.ts';
import { checkListColumns } from './checkListLines.ts';

const { lift, farLift, users } = smallCity;
const head = ['清单名称', '电梯类别', '维保类型', '序号', '项目', '要求', '试验项目'];
const line = (
  kind: string,
  number: string,
  over: { readonly [Column in 'list' | 'category' | 'name' | 'requirement']?: string } = {},
) => [
  over.list ?? '消防员电梯',
  over.category ?? '曳引驱动电梯',
  kind,
  number,
  over.name ?? '消防开关',
  over.requirement ?? '功能有效',
  '',
];
const whole = [line('半月', '1'), line('季度保养', '1'), line('半年维保', '１'), line('年度', '1')];

let clock: VirtualClock;
let opened: TestStore;
beforeEach(async () => {
  clock = new VirtualClock();
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const parts = () => ({ store: opened.store, clock, onTrouble: failOnTrouble });

/** The check of a file of these lines, as the preview shows it. */
async function checked(lines: readonly (readonly string[])[], userId: number = users.super) {
  const rows = [head, ...lines].map((row) => [...row]);
  const staged = stageRows({ rows, formulas: [], merges: [] }, checkListColumns);
  const fileRows = staged.rows.map((row) => toFileRow(row, staged.header, checkListColumns));
  const desk = checkListImport(createCheckListDesk(parts()).batch, opened.store);
  const by = await principalOf(opened.store, userId);
  const check = await desk.startCheck(opened.store.rows, by, async () => fileRows);
  return check.check(by, opened.store.rows, fileRows, new Map(), new Map());
}
const problemsOf = async (lines: readonly (readonly string[])[], userId?: number) =>
  (await checked(lines, userId)).flatMap(({ rowNumber, problems }) =>
    problems.map(({ header, message }) => [rowNumber, header, message]),
  );
const save = async (userId: number, over: Partial<CheckListValues> = {}) =>
  createCheckListDesk(parts()).save(await principalOf(opened.store, userId), {
    name: '消防员电梯',
    category: 'traction',
    items: cycleKinds.map((kind) => ({ code: codeOfItem(kind, 1), name: '消防开关', requirement: '功能有效' })),
    ...over,
  });
const follow = (id: number, lifts: readonly number[]) =>
  opened.store.write(function* (queries) {
    yield* run(queries.updateTable('elevators').set({ check_list_id: id }).where('id', 'in', lifts));
  });

test('a list of all four kinds is new, whatever its kinds are called', async () => {
  expect((await checked(whole)).map(({ state, problems }) => [state, problems])).toEqual(whole.map(() => ['new', []]));
});

test.each<[string, readonly (readonly string[])[], readonly (readonly [number, string, string])[]]>([
  [
    'two items of one number',
    [...whole, line('半月', '1', { name: '通话' })],
    [[6, '序号', '与第 2 行的序号重复：同一清单、同一维保类型内不能有两个 1']],
  ],
  [
    'no item of a kind',
    whole.slice(0, 2),
    [
      [
        2,
        '维保类型',
        '清单“消防员电梯”缺少半年维保、年度维保的项目：四种维保都须有各自的项目（TSG T5002-2017 第六条），否则到期时无从排期',
      ],
    ],
  ],
  [
    'texts that are too long or missing',
    [
      ...whole,
      line('半月', '2', { name: '长'.repeat(101) }),
      line('半月', '3', { requirement: '长'.repeat(201) }),
      line('半月', '', { name: '' }),
      line('半月', '4', { list: '长'.repeat(41) }),
    ],
    [
      [6, '项目', '项目最多 100 个字符'],
      [7, '要求', '要求最多 200 个字符'],
      [8, '序号', '请填写序号'],
      [8, '项目', '请填写项目'],
      [9, '清单名称', '清单名称最多 40 个字符'],
    ],
  ],
  [
    'numbers, kinds and categories that are none',
    [...whole, line('每周', '2'), line('半月', '1.5'), line('半月', '2', { category: '液压电梯' })],
    [
      [6, '维保类型', '维保类型没有“每周”，请核对'],
      [7, '序号', `序号须为 1 到 ${mostListItems} 的整数`],
      [8, '电梯类别', '同一清单只能有一种电梯类别，第 2 行为“曳引驱动电梯”'],
    ],
  ],
  [
    'more items than a record takes',
    [
      ...whole,
      ...Array.from({ length: 99 }, (_, index) => line('半月', String(index + 2))),
      ...Array.from({ length: 98 }, (_, index) => line('季度', String(index + 2))),
    ],
    [[2, '', '清单“消防员电梯”有 201 项，一份清单最多 200 项，请合并或删减']],
  ],
])('a file with %s is refused, line by line', async (_what, lines, problems) => {
  expect(await problemsOf(lines)).toEqual(problems);
});

test('the same name again is the next version: what is added, changed and left out is told', async () => {
  await save(users.super, {
    items: [...cycleKinds.map((kind) => codeOfItem(kind, 1)), codeOfItem('year', 2)].map((code) => ({
      code,
      name: '消防开关',
      requirement: '功能有效',
    })),
  });
  const rows = await checked([...whole.slice(0, 3), line('年度', '1', { name: '消防水泵' }), line('半月', '2')]);
  expect(rows.map(({ state, changes }) => [state, changes])).toEqual([
    [
      'change',
      [
        { header: '清单', before: '第 1 版，5 项', after: '第 2 版，5 项' },
        { header: '不再列入', before: '消防开关', after: '删去' },
      ],
    ],
    ['same', []],
    ['same', []],
    ['change', [{ header: '项目', before: '消防开关', after: '消防水泵' }]],
    ['new', []],
  ]);
});

test('the same list again changes nothing', async () => {
  await save(users.super);
  expect(new Set((await checked(whole)).map(({ state }) => state))).toEqual(new Set(['same']));
});

test('a list is changed by those to whom all its lifts belong, and by its author while no lift follows it', async () => {
  const { id } = await save(users.super);
  const next = [...whole, line('半月', '2')];
  const refusal = [[2, '清单名称', '清单“消防员电梯”由其他单位导入或使用，您不能更改；请换一个清单名称']];
  expect(await problemsOf(next, users.maintenance)).toEqual(refusal);
  await follow(id, [lift.id, farLift.id]);
  expect(await problemsOf(next, users.maintenance)).toEqual(refusal);
  await follow(id, [lift.id]);
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('elevators').set({ check_list_id: null }).where('id', '=', farLift.id));
  });
  expect(await problemsOf(next, users.maintenance)).toEqual([]);
});

test('lifts that follow a list keep its category', async () => {
  const { id } = await save(users.super);
  await follow(id, [lift.id]);
  expect(
    await problemsOf(
      whole.map(([list = '', , kind = '', number = '']) => line(kind, number, { list, category: '液压电梯' })),
    ),
  ).toEqual([[2, '电梯类别', '已有电梯使用这份清单，电梯类别不能更改；请换一个清单名称']]);
});
