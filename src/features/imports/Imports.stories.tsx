import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import {
  importCommit,
  importCommitGroup,
  importDetail,
  importList,
  importRows,
  importUndo,
  importUndoGroup,
  importUpload,
  type ImportFile,
  type ImportRow,
} from '../../contract/endpoints/imports.ts';
import type { ImportState } from '../../contract/entities/imports.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createImports } from './index.ts';

const file = (over: Partial<ImportFile> = {}): ImportFile => ({
  id: 12,
  import_group_id: over.id ?? 12,
  kind: 'elevator',
  file_name: '东湖区电梯台账 2026.xlsx',
  state: 'ready',
  note: '',
  row_num: 5_000,
  new_num: 4_610,
  changed_num: 212,
  same_num: 166,
  wrong_num: 12,
  done_num: 0,
  total_num: 5_000,
  author_name: '关立群',
  created_at: '2026-11-22T10:12:00.000+08:00',
  written_at: null,
  ...over,
});
const files: ImportFile[] = [
  file(),
  file({
    id: 11,
    kind: 'community',
    file_name: '小区清单.xlsx',
    state: 'done',
    row_num: 86,
    new_num: 80,
    changed_num: 6,
    same_num: 0,
    wrong_num: 0,
    written_at: '2026-11-21T16:00:00.000+08:00',
  }),
  file({
    id: 10,
    kind: 'person',
    file_name: '安全员名单.xlsx',
    state: 'undone',
    row_num: 40,
    new_num: 40,
    changed_num: 0,
    same_num: 0,
    wrong_num: 0,
  }),
  file({
    id: 9,
    kind: 'maintenance',
    file_name: '维保单位.xlsx',
    state: 'failed',
    row_num: 31,
    new_num: 31,
    changed_num: 0,
    same_num: 0,
    wrong_num: 0,
    note: '第 7 行在检查后有了变化（已有同名维保单位），已写入的行全部退回',
  }),
  file({ id: 8, file_name: '西山区电梯台账.xlsx', state: 'cancelled', wrong_num: 0, note: '已取消' }),
  file({
    id: 7,
    file_name: '滨江区电梯台账.xlsx',
    state: 'stopped',
    wrong_num: 0,
    note: '操作人“关立群”账号已停用或删除，写入已中止：已写入的 696 行保留，其余 4126 行没有写入',
  }),
];
const header = ['电梯编号', '设备代码', '小区', '最高楼层', '下次检验日期'];
const row = (row_number: number, over: Partial<ImportRow>): ImportRow => ({
  row_number,
  state: 'new',
  cells: [`DH-${row_number}`, `3101152025000000${row_number + 1000}`, '翠湖花园', '18', '2027-03-01'],
  record_id: null,
  record_name: '',
  problems: [],
  changes: [],
  ...over,
});
const rows: ImportRow[] = [
  row(2, {}),
  row(3, {
    state: 'wrong',
    cells: ['DH-3', '≈310115202500000000000', '翠胡花园', '18', '2027/13/1'],
    problems: [
      {
        header: '注册代码',
        message: '数字超过 15 位，已被 Excel 改写末尾；请把单元格设为“文本”格式后重新填写',
        suggestion: '',
      },
      { header: '小区', message: '小区没有“翠胡花园”', suggestion: '翠湖花园' },
      { header: '下次检验日期', message: '下次检验日期须为日期，如 2026-01-05', suggestion: '' },
    ],
  }),
  row(4, { state: 'change', changes: [{ header: '下次检验日期', before: '2026-03-01', after: '2027-03-01' }] }),
  row(5, { state: 'same' }),
];
const ofRows = answer(importRows, ({ state }) =>
  onePage(rows.filter((one) => state === undefined || one.state === state)),
);
type Detail = OutputOf<typeof importDetail>;
const detailOf = (over: Partial<Detail> = {}) =>
  answer(importDetail, (): Detail => ({ ...file(), header, written_num: 0, file_num: 1, ...over }));

const shown = (answers: readonly FixtureAnswer[], address = '') => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => <ScreenStory create={createImports} address={address} deps={featureDepsFixture({ call })} />,
  };
};
const group = [
  file({ id: 20, kind: 'property', file_name: '物业单位.xlsx', state: 'done', row_num: 12, new_num: 12 }),
  file({ id: 21, kind: 'community', file_name: '小区清单.xlsx', state: 'done', row_num: 86, new_num: 80 }),
  file({ id: 22, file_name: '东湖区电梯台账 2026.xlsx', state: 'done', new_num: 4_822 }),
].map((one) => ({ ...one, import_group_id: 20, changed_num: 0, same_num: 0, wrong_num: 0 }));
const [firstOfGroup = file()] = group;
const list = answer(importList, () => onePage([{ ...firstOfGroup, files: group }, ...files]));

export default { title: 'features/Imports', parameters: { layout: 'fullscreen' } };
/** Files that were uploaded together are one entry, with the figures of all of them. */
export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText('物业单位.xlsx 等 3 个文件')).toBeVisible());
    await expect(page.getByText('物业单位、小区、电梯')).toBeVisible();
    await expect(page.getByText('4,914')).toBeVisible();
  },
};
export const Empty = { render: shown([answer(importList, () => onePage([]))]).render };
export const Loading = { render: shown([silent(importList)]).render };
export const Failed = {
  render: shown([failing(importList, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
const uploading = shown(
  [
    list,
    failing(
      importUpload,
      new CallError('refused', '缺少列：小区，请使用模板', 1001, [
        { field: 'file', message: '缺少列：小区，请使用模板' },
      ]),
    ),
  ],
  '?new=elevator',
);
/** The problem of a file as a whole stands beside it, and the choice of the kind stays. */
export const RefusedFile = {
  render: uploading.render,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: '导入' }));
    await userEvent.click(dialog.getByRole('button', { name: '上传并检查' }));
    await waitFor(() => expect(dialog.getByText('请选择文件')).toBeVisible());
    await userEvent.upload(dialog.getByLabelText(/^文件/), new File(['x'], '电梯.xlsx'));
    await userEvent.click(dialog.getByRole('button', { name: '上传并检查' }));
    await waitFor(() => expect(dialog.getByText('缺少列：小区，请使用模板')).toBeVisible());
    await expect(uploading.asked.at(-1)).toMatchObject({ path: '/api/elevator/import', input: { kind: 'elevator' } });
  },
};
/** While rows are wrong there is no button to write, but what to do next, each thing that is wrong, and a file that says it. */
export const WithErrors = {
  render: shown([detailOf(), ofRows], '?import=12').render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText(/是否为“翠湖花园”/)).toBeVisible());
    await expect(page.getByText(/须为日期，如 2026-01-05/)).toBeVisible();
    await expect(page.getByText(/请按“说明”改正 12 行后重新上传整个文件/)).toBeVisible();
    await expect(page.getByRole('button', { name: '重新上传' })).toBeEnabled();
    await expect(page.getByRole('button', { name: '返回导入记录' })).toBeEnabled();
    await expect(page.getByRole('button', { name: '下载错误文件' })).toBeEnabled();
    await expect(page.queryByRole('button', { name: /^写入/ })).toBeNull();
  },
};
const good = shown([detailOf({ wrong_num: 0 }), ofRows, answer(importCommit, () => ({}))], '?import=12');
export const Ready = {
  render: good.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '写入 4822 行' }));
    const dialog = within(await screen.findByRole('dialog', { name: '写入' }));
    await waitFor(() =>
      expect(dialog.getByText('将新增 4610 台、更新 212 台电梯。全部写入，或一行也不写入。')).toBeVisible(),
    );
    await userEvent.click(dialog.getByRole('button', { name: '写入' }));
    await waitFor(() => expect(good.asked.some(({ path }) => path === '/api/elevator/import/commit')).toBe(true));
  },
};
const doubtful = row(2, {
  cells: ['湖东新苑', '云川市东湖区', '120.4', '30.41'],
  problems: [
    {
      header: '经度',
      message: '此位置离云川市远山县的小区“云锦雅苑”1.1 公里，请核对是否属于云川市东湖区',
      suggestion: '',
      is_warning: true,
    },
  ],
});
/** A place that seems to lie outside its region is told as a doubt: the rows can be written all the same. */
export const WithDoubts = {
  render: shown(
    [
      detailOf({
        kind: 'community',
        file_name: '小区清单.xlsx',
        header: ['名称', '区域', '经度', '纬度'],
        row_num: 86,
        new_num: 86,
        changed_num: 0,
        same_num: 0,
        wrong_num: 0,
        warned_num: 1,
      }),
      answer(importRows, () => onePage([doubtful, row(3, { cells: ['湖滨苑', '云川市东湖区', '120.11', '30.21'] })])),
    ],
    '?import=12',
  ).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText(/^此位置离云川市远山县的小区“云锦雅苑”1\.1 公里/)).toBeVisible());
    await expect(page.getByText('须核对 1')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '写入 86 行' }));
    const dialog = within(await screen.findByRole('dialog', { name: '写入' }));
    await waitFor(() => expect(dialog.getByText(/其中 1 个的位置须核对/)).toBeVisible());
  },
};
const completing = shown(
  [
    answer(importDetail, (): Detail => ({
      ...file({
        file_name: '按小区补全物业单位',
        row_num: 1_218,
        new_num: 0,
        changed_num: 1_216,
        same_num: 0,
        wrong_num: 2,
      }),
      header: ['电梯', '所在小区', '物业单位'],
      written_num: 0,
      file_num: 1,
      origin: 'fill',
    })),
    answer(importRows, () =>
      onePage([
        row(1, {
          state: 'change',
          cells: ['DH-1', '翠湖花园', '安和物业服务有限公司'],
          changes: [{ header: '物业单位', before: '', after: '安和物业服务有限公司' }],
        }),
        row(2, {
          state: 'wrong',
          cells: ['DH-2', '翠湖花园', '安和物业服务有限公司'],
          problems: [{ header: '最高楼层', message: '最高楼层低于最低楼层，请核对', suggestion: '' }],
        }),
      ]),
    ),
    answer(importCommit, () => ({})),
  ],
  '?import=12',
);
/** Lifts that their communities complete: what cannot be completed is named and holds up none of the others. */
export const Completing = {
  render: completing.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText('物业单位：空 → 安和物业服务有限公司')).toBeVisible());
    await expect(page.getByText(/2 台不能补全，原因见“说明”/)).toBeVisible();
    await expect(page.queryByRole('button', { name: '重新上传' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '写入 1216 行' }));
    const dialog = within(await screen.findByRole('dialog', { name: '写入' }));
    await waitFor(() =>
      expect(dialog.getByText('将补全 1216 台电梯，另有 2 台不能补全。写入后可整体撤销。')).toBeVisible(),
    );
    await userEvent.click(dialog.getByRole('button', { name: '写入' }));
    await waitFor(() => expect(completing.asked.some(({ path }) => path === '/api/elevator/import/commit')).toBe(true));
  },
};
const moving = (state: ImportState) =>
  shown([detailOf({ state, done_num: 1_840, total_num: 4_822, wrong_num: 0 }), ofRows], '?import=12').render;
export const Writing = { render: moving('writing') };
export const Done = { render: shown([detailOf({ state: 'done', wrong_num: 0 }), ofRows], '?import=12').render };
/** After half a year its rows are gone, and with them the undo. */
export const Purged = {
  render: shown(
    [
      detailOf({ state: 'done', wrong_num: 0, purged_at: '2027-05-22T10:00:00.000+08:00' }),
      answer(importRows, () => onePage([])),
    ],
    '?import=12',
  ).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText(/已超过 180 天，明细已清除，不能再撤销/)).toBeVisible());
    await expect(page.queryByRole('button', { name: '撤销导入' })).toBeNull();
  },
};
export const PutBack = {
  render: shown([detailOf({ state: 'failed', note: files[3]?.note ?? '', wrong_num: 0 }), ofRows], '?import=12').render,
};
/** Its user may no longer do it: what is written stays, and others can take it back. */
export const StoppedHalfway = {
  render: shown(
    [
      detailOf({
        state: 'stopped',
        wrong_num: 0,
        written_num: 696,
        note: '操作人“关立群”账号已停用或删除，写入已中止：已写入的 696 行保留，其余 4126 行没有写入',
      }),
      ofRows,
    ],
    '?import=12',
  ).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText(/已写入的 696 行保留/)).toBeVisible());
    await expect(page.getByRole('button', { name: '撤销导入' })).toBeEnabled();
    await expect(page.getByRole('button', { name: '重新上传' })).toBeEnabled();
  },
};
const hindered = shown(
  [
    detailOf({ state: 'done', wrong_num: 0, written_num: 5 }),
    ofRows,
    answer(importUndo, ({ leave_changed: leaves }) => {
      if (leaves === true) return {};
      throw new CallError('refused', '有 1 行在导入后被修改或使用：第 6 行“DH-6”导入后被赵主任修改', 1002, [
        { field: 'leave_changed', message: '可以只撤销其余 4 行' },
      ]);
    }),
  ],
  '?import=12',
);
/** The row in the way is named with its lift and who changed it, and the others can be undone. The safe button is not called 取消. */
export const UndoTheRest = {
  render: hindered.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '撤销导入' }));
    const dialog = within(await screen.findByRole('dialog', { name: '撤销导入' }));
    await expect(dialog.getByRole('button', { name: '保留' })).toBeEnabled();
    await userEvent.click(dialog.getByRole('button', { name: '撤销' }));
    const rest = within(await screen.findByRole('dialog', { name: '撤销其余行' }));
    await waitFor(() => expect(rest.getByText(/第 6 行“DH-6”导入后被赵主任修改/)).toBeVisible());
    await userEvent.click(rest.getByRole('button', { name: '撤销其余行' }));
    await waitFor(() =>
      expect(hindered.asked.filter(({ path }) => path === '/api/elevator/import/undo').at(-1)).toMatchObject({
        input: { leave_changed: true },
      }),
    );
  },
};
const undoing = shown(
  [
    answer(importList, () => onePage(group)),
    answer(importUndoGroup, ({ leave_changed: leaves }) => {
      if (leaves === true) return {};
      throw new CallError(
        'refused',
        '有 1 行在导入后被修改或使用：“小区清单.xlsx”第 3 行“云锦雅苑”导入后被赵主任修改',
        1002,
        [{ field: 'leave_changed', message: '可以只撤销其余 4913 行' }],
      );
    }),
  ],
  '?group=20',
);
/** Each file can be opened, and one undo puts back all of them; what is in its way is named with its file. */
export const Group = {
  render: undoing.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText('小区清单.xlsx')).toBeVisible());
    await userEvent.click(await page.findByRole('button', { name: '撤销整组' }));
    const dialog = within(await screen.findByRole('dialog', { name: '撤销导入' }));
    await waitFor(() => expect(dialog.getByText(/物业单位.xlsx 等 3 个文件/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '撤销' }));
    const rest = within(await screen.findByRole('dialog', { name: '撤销其余行' }));
    await waitFor(() => expect(rest.getByText(/“小区清单.xlsx”第 3 行/)).toBeVisible());
    await userEvent.click(rest.getByRole('button', { name: '撤销其余行' }));
    await waitFor(() =>
      expect(undoing.asked.filter(({ path }) => path === '/api/elevator/import/undo-group').at(-1)).toMatchObject({
        input: { import_group_id: 20, leave_changed: true },
      }),
    );
  },
};
/** Its user was disabled in between: what is put back stays so, and others finish it. */
export const GroupPartlyUndone = {
  render: shown(
    [
      answer(importList, () =>
        onePage(
          group.map((one, index) =>
            index === 2
              ? { ...one, state: 'undone' as const }
              : {
                  ...one,
                  state: 'stopped' as const,
                  note: `操作人“关立群”账号已停用或删除，退回已中止：还有 ${one.row_num} 行没有退回`,
                },
          ),
        ),
      ),
    ],
    '?group=20',
  ).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText('部分撤销')).toBeVisible());
    await expect(page.getByRole('button', { name: '撤销整组' })).toBeEnabled();
  },
};
const ready = group.map((one) => ({ ...one, state: 'ready' as const }));
const committing = shown(
  [answer(importList, () => onePage(ready)), answer(importCommitGroup, () => ({}))],
  '?group=20',
);
/** Files that were chosen together are looked at together: each with its own figures, one sum, and one button for all of them. */
export const GroupReady = {
  render: committing.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText(/合计 新增 4914/)).toBeVisible());
    await expect(page.getByText(/确认之前没有写入任何数据/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '写入整组 4914 行' }));
    const dialog = within(await screen.findByRole('dialog', { name: '写入整组' }));
    await waitFor(() =>
      expect(dialog.getByText(/依次写入：物业单位.xlsx → 小区清单.xlsx → 东湖区电梯台账 2026.xlsx/)).toBeVisible(),
    );
    await userEvent.click(dialog.getByRole('button', { name: '写入' }));
    await waitFor(() =>
      expect(committing.asked.filter(({ path }) => path === '/api/elevator/import/commit-group')).toMatchObject([
        { input: { import_group_id: 20 } },
      ]),
    );
  },
};
const heldUp = ready.map((one, index) =>
  index === 0
    ? { ...one, state: 'done' as const }
    : index === 1
      ? { ...one, wrong_num: 3, note: '写入前再次检查，有 3 行有误，此文件没有写入任何数据' }
      : { ...one, note: '此前的“小区清单.xlsx”有行需要修改，此文件没有写入任何数据' },
);
/** One file could not be written: what stands, which one is at fault, and that the one after it was not written. */
export const GroupHeldUp = {
  render: shown([answer(importList, () => onePage(heldUp))], '?group=20').render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(page.getByText('写入前再次检查，有 3 行有误，此文件没有写入任何数据')).toBeVisible());
    await expect(page.getByText('此前的“小区清单.xlsx”有行需要修改，此文件没有写入任何数据')).toBeVisible();
    await expect(
      page.getByText(/“物业单位.xlsx”已写入，可撤销整组；“小区清单.xlsx”有行需要修改，其余文件没有写入/),
    ).toBeVisible();
    await expect(page.queryByRole('button', { name: /^写入整组/ })).toBeNull();
    await expect(page.getByRole('button', { name: '撤销整组' })).toBeEnabled();
  },
};
let uploads = 0;
const several = shown(
  [
    list,
    answer(importUpload, () => {
      uploads += 1;
      return { id: 19 + uploads };
    }),
  ],
  '?new=community',
);
/** Several files at once become one group. */
export const SeveralFiles = {
  render: several.render,
  play: async () => {
    uploads = 0;
    const dialog = within(await screen.findByRole('dialog', { name: '导入' }));
    await userEvent.upload(dialog.getByLabelText(/^文件/), [
      new File(['x'], '东区.xlsx'),
      new File(['y'], '西区.xlsx'),
    ]);
    await userEvent.click(dialog.getByRole('button', { name: '上传并检查' }));
    await waitFor(() =>
      expect(several.asked.filter(({ path }) => path === '/api/elevator/import').at(-1)).toMatchObject({
        input: { kind: 'community', import_group_id: 20 },
      }),
    );
  },
};
const mixed = shown(
  [
    list,
    answer(importUpload, () => {
      uploads += 1;
      return { id: 19 + uploads };
    }),
  ],
  '?new=',
);
/** Each of several files is what its name says, unless the user says otherwise; what others may name is uploaded first. */
export const SeveralKinds = {
  render: mixed.render,
  play: async () => {
    uploads = 0;
    const dialog = within(await screen.findByRole('dialog', { name: '导入' }));
    await userEvent.upload(dialog.getByLabelText(/^文件/), [
      new File(['x'], '东湖区电梯.xlsx'),
      new File(['y'], '小区.xlsx'),
      new File(['z'], '单位.xlsx'),
    ]);
    await userEvent.click(await dialog.findByRole('combobox', { name: '单位.xlsx 的内容' }));
    await userEvent.click(await screen.findByRole('option', { name: '物业单位' }));
    await userEvent.click(dialog.getByRole('button', { name: '上传并检查' }));
    await waitFor(() =>
      expect(mixed.asked.filter(({ method }) => method === 'POST').map(({ input }) => input)).toMatchObject([
        { kind: 'property' },
        { kind: 'community', import_group_id: 20 },
        { kind: 'elevator', import_group_id: 20 },
      ]),
    );
  },
};
export const NotFound = {
  render: shown([failing(importDetail, new CallError('notFound', '导入不存在，或您无权查看', 404))], '?import=99')
    .render,
};
