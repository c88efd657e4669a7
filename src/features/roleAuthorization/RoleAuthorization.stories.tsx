import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { permissionTree } from '../../contract/endpoints/permission.ts';
import { roleDelete, roleList, roleSave, type RoleRow } from '../../contract/endpoints/role.ts';
import type { PermissionTree } from '../../contract/entities/access.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { answer, failing, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createRoleAuthorization } from './index.ts';

const node = (id: number, name: string, over: Partial<PermissionTree> = {}): PermissionTree => ({
  id,
  version: 0,
  name,
  parent_id: null,
  parent_name: '',
  type: 1,
  path: `Page${id}`,
  page_title: name,
  icon: 'home',
  sort: id,
  is_show: true,
  code: `code.${id}`,
  role_num: 2,
  children: [],
  ...over,
});
const tree = [
  node(1, '数据概览'),
  node(2, '基础数据', {
    type: 0,
    icon: 'database',
    children: [node(3, '小区管理', { parent_id: 2 }), node(4, '品牌信息', { parent_id: 2, icon: 'tag' })],
  }),
  node(5, '处理报警', { type: 2, is_show: false }),
];
const rowAt = (index: number): RoleRow => ({
  id: index + 1,
  version: 1,
  name: `${['调度员', '物业人员', '维保人员', '监管人员'][index % 4] ?? ''}${index < 4 ? '' : ` ${index}`}`,
  role_type: 2,
  role_label: '物业人员',
  is_unscoped: false,
  is_default: false,
  is_assignable: true,
  permission_ids: [1, 3, 5],
  user_num: index,
});
const superAdministrator = { roleType: 0 } as const;
const answers = [answer(permissionTree, () => tree)];

const stories = crudStories({
  create: createRoleAuthorization,
  list: roleList,
  save: roleSave,
  remove: roleDelete,
  noun: '角色',
  firstField: { label: '名称', name: 'name' },
  rowAt,
  longRow: { ...rowAt(0), name: '高新区超高层住宅夜间应急调度值班' },
  answers,
  ...superAdministrator,
});

export default { title: 'features/RoleAuthorization', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const Loading = stories.Loading;
export const Failed = stories.Failed;
export const Denied = stories.Denied;
export const Thousands = stories.Thousands;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;
export const New = stories.New;
export const AsksBeforeLoss = stories.AsksBeforeLoss;
export const SecondEditor = stories.SecondEditor;
export const InUse = stories.InUse;

const list = answer(roleList, () => onePage([rowAt(0), { ...rowAt(1), is_default: true }]));
interface Played {
  readonly canvasElement: HTMLElement;
}
const edit = async (canvasElement: HTMLElement) => {
  const [button] = await within(canvasElement).findAllByRole('button', { name: '编辑' });
  if (button === undefined) throw new Error('there is no role to edit');
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('checkbox', { name: '基础数据' });
  return dialog;
};

/** A group is mixed where the role holds a part of it, and the menu beside the tree follows each press. */
export const Permissions = {
  render: () => (
    <ScreenStory
      create={createRoleAuthorization}
      deps={featureDepsFixture({ call: fixtureCall([list, ...answers]).call, ...superAdministrator })}
    />
  ),
  play: async ({ canvasElement }: Played) => {
    const dialog = await edit(canvasElement);
    const group = dialog.getByRole<HTMLInputElement>('checkbox', { name: '基础数据' });
    const preview = within(dialog.getByRole('region', { name: '该角色看到的菜单' }));
    await expect(group.indeterminate).toBe(true);
    await expect(preview.queryByText('品牌信息')).toBeNull();
    await userEvent.click(group);
    await expect(group).toBeChecked();
    await expect(preview.getByText('品牌信息')).toBeVisible();
    await userEvent.click(group);
    await expect(preview.queryByText('基础数据')).toBeNull();
  },
};

const refused = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'permission_ids', message: '超级管理员须保留：查看用户' },
]);
export const Refused = {
  render: () => (
    <ScreenStory
      create={createRoleAuthorization}
      deps={featureDepsFixture({
        call: fixtureCall([list, failing(roleSave, refused), ...answers]).call,
        ...superAdministrator,
      })}
    />
  ),
  play: async ({ canvasElement }: Played) => {
    const dialog = await edit(canvasElement);
    await userEvent.click(dialog.getByRole('checkbox', { name: '基础数据' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('超级管理员须保留：查看用户')).toBeVisible());
  },
};

/** An administrator sees what a role holds and the menu of its users, and changes neither. */
export const SeenByAnAdministrator = {
  render: () => (
    <ScreenStory
      create={createRoleAuthorization}
      deps={featureDepsFixture({ call: fixtureCall([list, ...answers]).call })}
    />
  ),
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(await within(canvasElement).findByText('调度员'));
    const panel = within(await within(canvasElement).findByRole('complementary'));
    await waitFor(() => expect(panel.getByRole('region', { name: '该角色看到的菜单' })).toBeVisible());
    await expect(panel.queryByRole('checkbox', { name: '品牌信息' })).toBeNull();
    await expect(within(canvasElement).queryByRole('button', { name: /新建角色|编辑|删除/ })).toBeNull();
    await expect(within(canvasElement).getByText('角色和权限由超级管理员修改，您可以查看。')).toBeVisible();
  },
};
