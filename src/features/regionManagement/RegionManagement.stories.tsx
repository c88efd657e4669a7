import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { regionDelete, regionSave, regionTree } from '../../contract/endpoints/region.ts';
import type { RegionNode } from '../../contract/entities/region.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createRegionManagement } from './index.ts';

const node = (id: number, name: string, over: Partial<RegionNode> = {}): RegionNode => ({
  id,
  version: 1,
  type: 'area',
  name,
  code: String(339_900 + id),
  parent_id: 1,
  parent_name: '云川市',
  is_city: true,
  visit_workers: null,
  full_name: `云川市${name}`,
  community_num: 6,
  elevator_num: 200,
  children: [],
  ...over,
});
const group = (id: number, name: string): RegionNode =>
  node(id, name, { type: 'group', parent_id: 2, parent_name: '云川市东湖区', code: '', community_num: 3 });
const city = (children: readonly RegionNode[]): RegionNode =>
  node(1, '云川市', {
    parent_id: null,
    parent_name: '',
    full_name: '云川市',
    community_num: 30,
    elevator_num: 1_000,
    children,
  });
const tree = [
  city([
    node(2, '东湖区', { children: [group(7, '湖滨片区'), group(8, '老旧小区加装')] }),
    node(3, '西岭区'),
    node(6, '云台县', { is_city: false, visit_workers: null }),
  ]),
];

const shown = (answers: readonly FixtureAnswer[], permissions?: readonly Permission[]) => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => (
      <ScreenStory
        create={createRegionManagement}
        deps={featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) })}
      />
    ),
  };
};
const list = answer(regionTree, () => tree);
const refused = (field: string, message: string): CallError =>
  new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [{ field, message }]);

async function press(canvasElement: HTMLElement, row: RegExp, button: string) {
  const line = await within(canvasElement).findByRole('row', { name: row });
  await userEvent.click(within(line).getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

export default { title: 'features/RegionManagement', parameters: { layout: 'fullscreen' } };

export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const canvas = within(canvasElement);
    await waitFor(async () => expect(await canvas.findAllByRole('row')).toHaveLength(7));
    const district = await canvas.findByRole('row', { name: /东湖区/ });
    // A screen reader hears whose rows it folds, and whether they are open; the arrow keys of a tree are not promised.
    await expect(canvas.queryByRole('treegrid')).toBeNull();
    const fold = within(district).getByRole('button', { name: '展开 东湖区', expanded: true });
    await userEvent.click(fold);
    await expect(canvas.queryByRole('row', { name: /湖滨片区/ })).toBeNull();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(fold);
    await expect(canvas.getByRole('row', { name: /湖滨片区/ })).toBeVisible();
  },
};
export const Empty = { render: shown([answer(regionTree, () => [])]).render };
export const Loading = { render: shown([silent(regionTree)]).render };
export const Failed = {
  render: shown([failing(regionTree, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const Denied = {
  render: shown([failing(regionTree, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))])
    .render,
};
export const LongLabels = {
  render: shown([
    answer(regionTree, () => [
      city([node(9, '云川高新技术产业开发区与科学城联合管理委员会直属街道', { code: '339901002003' })]),
    ]),
  ]).render,
};
export const Hundreds = {
  render: shown([
    answer(regionTree, () => [
      city(Array.from({ length: 400 }, (_, index) => node(index + 10, `第 ${index + 1} 街道`))),
    ]),
  ]).render,
};
export const ReadOnly = {
  render: shown([list], ['region.view']).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await within(canvasElement).findByRole('row', { name: /东湖区/ });
    await expect(within(canvasElement).queryByRole('button', { name: /新建区域|编辑|删除/ })).toBeNull();
  },
};

const cycle = shown([list, failing(regionSave, refused('parent_id', '不能移到自己或自己的下级之下'))]);
/** A region that is moved below itself is refused beside the field. */
export const Cycle = {
  render: cycle.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await press(canvasElement, /东湖区/, '编辑');
    await userEvent.type(dialog.getByLabelText(/名称/), '东');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('不能移到自己或自己的下级之下')).toBeVisible());
    await expect(cycle.asked.at(-1)?.input).toMatchObject({ id: 2, parent_id: 1, type: 'area', version: 1 });
  },
};
export const WrongCode = {
  render: shown([list]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await press(canvasElement, /西岭区/, '编辑');
    await userEvent.type(dialog.getByLabelText(/编码/), 'A');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('编码须为 2 至 12 位数字')).toBeVisible());
  },
};
export const SecondEditor = {
  render: shown([
    list,
    failing(
      regionSave,
      new CallError('refused', '您编辑期间，王芳修改了这条区域。请核对标出的内容后再保存', refusalCodes.conflict, [
        { field: 'name', message: '王芳已改为“东湖新区”' },
      ]),
    ),
  ]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await press(canvasElement, /东湖区/, '编辑');
    await userEvent.type(dialog.getByLabelText(/名称/), '东');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText(/王芳已改为/)).toBeVisible());
  },
};
export const InUse = {
  render: shown([
    list,
    failing(
      regionDelete,
      new CallError('refused', '仍有 2 个小区分组、 6 个小区使用这个区域，不能删除', refusalCodes.notAllowedNow),
    ),
  ]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await press(canvasElement, /东湖区/, '删除');
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(dialog.getByText(/仍有 2 个小区分组/)).toBeVisible());
  },
};
