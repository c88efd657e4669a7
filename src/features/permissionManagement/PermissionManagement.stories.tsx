import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import {
  permissionDelete,
  permissionList,
  permissionSave,
  permissionTree,
} from '../../contract/endpoints/permission.ts';
import type { PermissionTree } from '../../contract/entities/access.ts';
import { refusalCodes } from '../../contract/envelope.ts';
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
import { createPermissionManagement } from './index.ts';

const node = (id: number, name: string, over: Partial<PermissionTree> = {}): PermissionTree => ({
  id,
  version: 1,
  name,
  parent_id: 2,
  parent_name: '基础数据',
  type: 1,
  path: `Page${id}`,
  page_title: name,
  icon: 'home',
  sort: id,
  is_show: true,
  code: `code.${id}`,
  role_num: 5,
  children: [],
  ...over,
});
const group = (children: readonly PermissionTree[]): PermissionTree =>
  node(2, '基础数据', {
    type: 0,
    parent_id: null,
    parent_name: '',
    path: 'base-data',
    page_title: '',
    code: '',
    children,
  });
const tree = [
  node(1, '数据概览', { parent_id: null, parent_name: '' }),
  group([node(3, '小区管理', { sort: 3 }), node(4, '品牌信息', { sort: 8 })]),
  node(5, '处理报警', { type: 2, parent_id: null, parent_name: '', page_title: '', path: '', is_show: false }),
];
const list = answer(permissionTree, () => tree);
const groups = answer(permissionList, () => onePage([group([])], 200));

const shown = (answers: readonly FixtureAnswer[], roleType = 0) => {
  const { call, asked } = fixtureCall([...answers, groups]);
  return {
    asked,
    render: () => <ScreenStory create={createPermissionManagement} deps={featureDepsFixture({ call, roleType })} />,
  };
};
const refused = (field: string, message: string): CallError =>
  new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [{ field, message }]);
interface Played {
  readonly canvasElement: HTMLElement;
}
async function press(canvasElement: HTMLElement, row: RegExp, button: string) {
  const line = await within(canvasElement).findByRole('row', { name: row });
  await userEvent.click(within(line).getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

export default { title: 'features/PermissionManagement', parameters: { layout: 'fullscreen' } };
export const Empty = { render: shown([answer(permissionTree, () => [])]).render };
export const Loading = { render: shown([silent(permissionTree)]).render };
export const Failed = {
  render: shown([failing(permissionTree, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const Denied = {
  render: shown([failing(permissionTree, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))])
    .render,
};
export const LongLabels = {
  render: shown([answer(permissionTree, () => [group([node(9, '超高层住宅与商业综合体电梯应急救援联')])])]).render,
};

/** An administrator sees the tree and changes nothing; an action is removed by no one. */
export const ReadOnly = {
  render: shown([list], 5).render,
  play: async ({ canvasElement }: Played) => {
    await within(canvasElement).findByRole('row', { name: /小区管理/ });
    await expect(within(canvasElement).queryByRole('button', { name: /新建权限|新增下级|编辑|删除/ })).toBeNull();
  },
};
export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: Played) => {
    const action = await within(canvasElement).findByRole('row', { name: /处理报警/ });
    await expect(within(action).queryByRole('button', { name: '删除' })).toBeNull();
  },
};

const created = shown([list, answer(permissionSave, () => ({ id: 40, version: 1 }))]);
/** A new permission takes its parent and the next place, and links to a page that exists. */
export const NewBelow = {
  render: created.render,
  play: async ({ canvasElement }: Played) => {
    const dialog = await press(canvasElement, /基础数据/, '新增下级');
    await expect(dialog.getByRole('combobox', { name: /上级/ })).toHaveValue('基础数据');
    await expect(dialog.getByLabelText(/排序/)).toHaveValue('9');
    await userEvent.type(dialog.getByLabelText(/名称/), '厂家');
    await userEvent.click(dialog.getByRole('combobox', { name: /链接/ }));
    await userEvent.click(await screen.findByRole('option', { name: /人员管理/ }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(created.asked.find(({ method }) => method === 'POST')?.input).toMatchObject({
      name: '厂家',
      parent_id: 2,
      sort: 9,
      type: 1,
      path: 'PersonManagement',
    });
  },
};

export const InvalidLink = {
  render: shown([list, failing(permissionSave, refused('path', '链接不是对象：请从系统已有的页面中选择'))]).render,
  play: async ({ canvasElement }: Played) => {
    const dialog = await press(canvasElement, /基础数据/, '新增下级');
    await userEvent.type(dialog.getByLabelText(/名称/), '厂家');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText(/链接不是对象/)).toBeVisible());
  },
};
export const Cycle = {
  render: shown([list, failing(permissionSave, refused('parent_id', '不能移到自己或自己的下级之下'))]).render,
  play: async ({ canvasElement }: Played) => {
    const dialog = await press(canvasElement, /基础数据/, '编辑');
    await userEvent.type(dialog.getByLabelText(/名称/), '库');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('不能移到自己或自己的下级之下')).toBeVisible());
  },
};
export const InUse = {
  render: shown([
    list,
    failing(
      permissionDelete,
      new CallError('refused', '仍有 5 个角色使用这个权限，不能删除', refusalCodes.notAllowedNow),
    ),
  ]).render,
  play: async ({ canvasElement }: Played) => {
    const dialog = await press(canvasElement, /小区管理/, '删除');
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(dialog.getByText(/仍有 5 个角色/)).toBeVisible());
  },
};
