import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { faultCauseList, faultCauseSave } from '../../contract/endpoints/exception.ts';
import type { FaultCause } from '../../contract/entities/exception.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import { answer, failing, featureDepsFixture, fixtureCall, silent } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createSystemConfig } from './index.ts';

const cause = (
  code: string,
  name: string,
  parent = '',
  isRetired = false,
  subsystem: FaultCause['subsystem'] = '',
): FaultCause => ({
  id: Number(code),
  version: 0,
  code,
  name,
  parent_code: parent,
  sort: 0,
  is_retired: isRetired,
  subsystem,
});
const causes = [
  cause('1', '人为', '', false, 'none'),
  cause('101', '垃圾/异物卡阻门', '1'),
  cause('102', '装修搬运/野蛮搬运致门变形', '1'),
  cause('3', '门系统', '', false, 'door'),
  cause('301', '轿门锁', '3'),
  cause('302', '厅门锁', '3'),
  cause('309', '门刀与门球（旧称）', '3', true),
  cause('7', '其他'),
  cause('700', '其他', '7'),
];
const list = answer(faultCauseList, () => ({ list: causes }));
const shown = (answers: Parameters<typeof fixtureCall>[0], permissions?: readonly Permission[]) => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => (
      <ScreenStory
        create={createSystemConfig}
        address="?tab=causes"
        deps={featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) })}
      />
    ),
  };
};
type Played = { canvasElement: HTMLElement };
const openEditor = async ({ canvasElement }: Played, name: string) => {
  const row = (await within(canvasElement).findByText(name)).closest('tr');
  if (row === null) throw new Error(`no row ${name}`);
  await userEvent.click(within(row).getByRole('button', { name: /编辑/ }));
  return within(await screen.findByRole('dialog'));
};

export default { title: 'features/FaultCauses', parameters: { layout: 'fullscreen' } };
export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: Played) => {
    const page = within(canvasElement);
    await expect(await page.findByText('厅门锁')).toBeVisible();
    await expect(page.getByText('已停用')).toBeVisible();
    await expect(page.getAllByText('随上级').length).toBeGreaterThan(0);
    await expect(page.queryByRole('button', { name: /删除/ })).toBeNull();
  },
};
export const Empty = { render: shown([answer(faultCauseList, () => ({ list: [] }))]).render };
export const Loading = { render: shown([silent(faultCauseList)]).render };
export const Failed = {
  render: shown([failing(faultCauseList, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const ReadOnly = {
  render: shown([list], ['config.view', 'exception.view']).render,
  play: async ({ canvasElement }: Played) => {
    await within(canvasElement).findByText('轿门锁');
    await expect(within(canvasElement).queryByRole('button', { name: /新建|编辑|新增下级/ })).toBeNull();
  },
};
const editing = shown([list, answer(faultCauseSave, () => ({ id: 302, version: 1 }))]);
/** A cause is renamed or retired; its code stays as records have it. */
export const Retired = {
  render: editing.render,
  play: async (played: Played) => {
    const dialog = await openEditor(played, '厅门锁');
    await expect(dialog.queryByLabelText(/编码/)).toBeNull();
    await userEvent.click(dialog.getByLabelText(/停用/));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(editing.asked.find(({ method }) => method === 'POST')?.input).toEqual({
        id: 302,
        version: 0,
        code: '302',
        name: '厅门锁',
        parent_code: '3',
        sort: 0,
        is_retired: true,
        subsystem: '',
      }),
    );
  },
};
const adding = shown([list, answer(faultCauseSave, () => ({ id: 900, version: 1 }))]);
/** A new cause under one of level 1. */
export const New = {
  render: adding.render,
  play: async (played: Played) => {
    const row = (await within(played.canvasElement).findAllByText('门系统'))[0]?.closest('tr') ?? null;
    if (row === null) throw new Error('no row');
    await userEvent.click(within(row).getByRole('button', { name: /新增下级/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/名称/), '层门地坎');
    await userEvent.type(dialog.getByLabelText(/编码/), '311');
    await userEvent.click(dialog.getByRole('combobox', { name: '子系统' }));
    await userEvent.click(await screen.findByRole('option', { name: '平层' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(adding.asked.find(({ method }) => method === 'POST')?.input).toMatchObject({
        code: '311',
        name: '层门地坎',
        parent_code: '3',
        subsystem: 'levelling',
      }),
    );
  },
};
/** A code that a retired cause had is refused beside its field. */
export const CodeTaken = {
  render: shown([
    list,
    failing(
      faultCauseSave,
      new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
        { field: 'code', message: '编码已用于“门刀与门球（旧称）”，停用的编码也不再使用' },
      ]),
    ),
  ]).render,
  play: async (played: Played) => {
    await userEvent.click(await within(played.canvasElement).findByRole('button', { name: /新建故障原因/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/名称/), '门球');
    await userEvent.type(dialog.getByLabelText(/编码/), '309');
    await userEvent.type(dialog.getByLabelText(/排序/), '1');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText(/停用的编码也不再使用/)).toBeVisible());
  },
};
