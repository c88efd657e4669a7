import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { userDisable, userPasswordReset } from '../../contract/endpoints/access.ts';
import { roleList } from '../../contract/endpoints/role.ts';
import {
  userAccounts,
  userDelete,
  userJoinCode,
  userJoinCodeRevoke,
  userOrganizations,
  userSave,
  userSignIns,
  type UserRow,
} from '../../contract/endpoints/user.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createUserManagement } from './index.ts';

const names = ['张伟', '李娜', '王芳', '赵强', '孙洁', '周建'];
const rowAt = (index: number): UserRow => ({
  id: index + 11,
  version: 1,
  account: `user${index + 1}`,
  name: `${names[index % 6] ?? ''}${index < 6 ? '' : ` ${index}`}`,
  mobile: `1380000${String(1_000 + index)}`,
  role_id: 5,
  role_label: '物业人员',
  organizations: ['4-301'],
  organization_names: [{ value: '4-301', label: '安居物业服务有限公司' }],
  is_disabled: index % 7 === 6,
  must_change_password: index % 5 === 4,
  online: index % 3 === 0,
});
const role = (id: number, name: string, isAssignable: boolean) => ({
  id,
  version: 1,
  name,
  role_type: 2,
  role_label: name,
  is_unscoped: false,
  is_default: true,
  is_assignable: isAssignable,
  permission_ids: [],
  user_num: 3,
});
const answers: readonly FixtureAnswer[] = [
  answer(roleList, () => onePage([role(2, '管理员', false), role(3, '调度员', true), role(5, '物业人员', true)])),
  answer(userOrganizations, () => [
    { value: '4-301', label: '安居物业服务有限公司', detail: '物业单位' },
    { value: '2-11', label: '翠湖花园', detail: '小区单位' },
  ]),
  answer(userSignIns, () => ({
    join_code_expires_at: '2026-11-24T09:00:00.000+08:00',
    sessions: [
      {
        id: 'a1',
        ip: '10.2.0.15',
        browser: 'Chrome（Windows）',
        signed_in_at: '2026-11-23T08:00:00.000+08:00',
        last_seen_at: '2026-11-23T09:12:00.000+08:00',
      },
    ],
    records: [
      { id: 2, at: '2026-11-23T08:00:00.000+08:00', action: '登录', ip: '10.2.0.15', actor_name: '张伟' },
      { id: 1, at: '2026-11-22T23:10:00.000+08:00', action: '登录被拒绝', ip: '203.0.113.9', actor_name: '张伟' },
    ],
  })),
];

const stories = crudStories({
  create: createUserManagement,
  list: userAccounts,
  save: userSave,
  remove: userDelete,
  noun: '用户',
  firstField: { label: '账号', name: 'account' },
  rowAt,
  longRow: {
    ...rowAt(0),
    account: 'yunchuan-hitech-zone-supervisor1',
    name: '古丽尼格尔·买买提江·阿卜杜热依木',
    organization_names: [
      '云川高新技术产业开发区与科学城联合管理委员会',
      '云锦国际商务中心',
      '安居物业服务有限公司',
    ].map((label, index) => ({ value: `4-${index}`, label })),
  },
  answers,
});

export default { title: 'features/UserManagement', parameters: { layout: 'fullscreen' } };
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

const shown = (own: readonly FixtureAnswer[]) => {
  const { call, asked } = fixtureCall([answer(userAccounts, () => onePage([rowAt(0), rowAt(6)])), ...own, ...answers]);
  return { asked, render: () => <ScreenStory create={createUserManagement} deps={featureDepsFixture({ call })} /> };
};
async function openPanel(canvasElement: HTMLElement, account: string) {
  const line = await within(canvasElement).findByRole('row', { name: new RegExp(account) });
  await userEvent.click(within(line).getByText(account));
  return within(await within(canvasElement).findByRole('complementary'));
}
interface Played {
  readonly canvasElement: HTMLElement;
}

const created = shown([answer(userSave, () => ({ id: 40, version: 1, password: 'k3fd-9wqp-x2rm-7thn' }))]);
/** Only roles that the editor may give are offered, several organisations fit, and the password is shown once. */
export const Created = {
  render: created.render,
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '新建用户' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/账号/), 'night.shift');
    await userEvent.type(form.getByLabelText(/姓名/), '夜班');
    await userEvent.click(form.getByRole('combobox', { name: /角色/ }));
    await expect(screen.queryByRole('option', { name: /管理员/ })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: /调度员/ }));
    for (const name of [/安居物业/, /翠湖花园/]) {
      await userEvent.click(form.getByRole('combobox', { name: /单位/ }));
      await userEvent.click(await screen.findByRole('option', { name }));
    }
    await expect(form.getByRole('button', { name: '移除 翠湖花园' })).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.getByLabelText('一次性密码')).toHaveTextContent('k3fd-9wqp-x2rm-7thn'));
    // Whose it is, in words: of several windows, each names its own.
    await expect(screen.getByLabelText('一次性密码').closest('[role=dialog]')).toHaveTextContent(
      '夜班（账号 night.shift）',
    );
    await expect(created.asked.find(({ method }) => method === 'POST')?.input).toMatchObject({
      account: 'night.shift',
      role_id: 3,
      organizations: ['2-11', '4-301'],
    });
  },
};

const untouched = shown([
  answer(
    userSave,
    () => ({ id: 40, version: 1 }),
    () => [{ field: 'role_id', message: '您无权授予此角色' }],
  ),
]);
/**
 * All that is wrong is marked at once, each field with its own words; nothing is left for a second round. The server is asked with the
 * same press, and where the form has words of its own they stay.
 */
export const AllMarkedAtOnce = {
  render: untouched.render,
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '新建用户' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/账号/), '夜班');
    await userEvent.type(form.getByLabelText(/手机/), '1380');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(form.getByText('请填写姓名')).toBeVisible());
    for (const words of [/账号为 2 至 32 位/, '手机号须为 11 位数字', '请选择角色', /请至少选择一个单位/])
      await expect(form.getByText(words)).toBeVisible();
    await waitFor(() => expect(untouched.asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
    await expect(form.queryByText('您无权授予此角色')).toBeNull();
  },
};

const takenAccount = shown([
  answer(
    userSave,
    () => ({ id: 40, version: 1 }),
    () => [{ field: 'account', message: '账号已被使用，请换一个' }],
  ),
]);
/** Errors that only the server knows are marked in the same round as a telephone number with too few digits. */
export const TakenAccountMarkedAtOnce = {
  render: takenAccount.render,
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '新建用户' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/账号/), 'user1');
    await userEvent.type(form.getByLabelText(/手机/), '1380');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(form.getByText('账号已被使用，请换一个')).toBeVisible());
    await expect(form.getByText('手机号须为 11 位数字')).toBeVisible();
    await userEvent.type(form.getByLabelText(/账号/), '9');
    await waitFor(() => expect(form.queryByText('账号已被使用，请换一个')).toBeNull());
  },
};

const withoutPassword = shown([answer(userSave, () => ({ id: 0, version: 2, has_password: false }))]);
/** Someone with fewer permissions than the user changed their role, and is told who gives that user a password. */
export const NoPassword = {
  render: withoutPassword.render,
  play: async ({ canvasElement }: Played) => {
    const [edit] = await within(canvasElement).findAllByRole('button', { name: '编辑' });
    if (edit === undefined) throw new Error('no user can be edited');
    await userEvent.click(edit);
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/姓名/), '新');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.getByText(/须由超级管理员操作/)).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(screen.queryByText('用户已保存，尚不能登录')).toBeNull());
  },
};

export const Panel = {
  render: shown([]).render,
  play: async ({ canvasElement }: Played) => {
    const panel = await openPanel(canvasElement, 'user1');
    await waitFor(() => expect(panel.getByText('Chrome（Windows）')).toBeVisible());
    await expect(panel.getByText('登录被拒绝')).toBeVisible();
    await expect(panel.getByText(/未使用的加入二维码/)).toBeVisible();
  },
};

const disabling = shown([answer(userDisable, () => ({ ended_sessions: 1 }))]);
/** An account is disabled for a reason, which the log keeps. */
export const Disabling = {
  render: disabling.render,
  play: async ({ canvasElement }: Played) => {
    const panel = await openPanel(canvasElement, 'user1');
    await userEvent.click(panel.getByRole('button', { name: '停用' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '停用' }));
    await expect(dialog.getByText('请填写原因')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/原因/), '已离职');
    await userEvent.click(dialog.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(disabling.asked.some(({ path }) => path === userDisable.path)).toBe(true);
  },
};

export const LastSuperAdministrator = {
  render: shown([
    failing(
      userDisable,
      new CallError('refused', '这是最后一个可用的超级管理员，不能停用', refusalCodes.notAllowedNow),
    ),
  ]).render,
  play: async ({ canvasElement }: Played) => {
    const panel = await openPanel(canvasElement, 'user1');
    await userEvent.click(panel.getByRole('button', { name: '停用' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/原因/), '已离职');
    await userEvent.click(dialog.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(dialog.getByText('这是最后一个可用的超级管理员，不能停用')).toBeVisible());
  },
};

export const PasswordShownOnce = {
  render: shown([answer(userPasswordReset, () => ({ password: 'k3fd-9wqp-x2rm-7thn', ended_sessions: 0 }))]).render,
  play: async ({ canvasElement }: Played) => {
    const panel = await openPanel(canvasElement, 'user1');
    await userEvent.click(panel.getByRole('button', { name: '重置密码' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/原因/), '忘记密码');
    await userEvent.click(dialog.getByRole('button', { name: '重置密码' }));
    await waitFor(() => expect(screen.getByLabelText('一次性密码')).toHaveTextContent('k3fd-9wqp-x2rm-7thn'));
  },
};

export const JoinQrCode = {
  render: shown([
    answer(userJoinCode, () => ({
      code: '8VRe2jXqKz4PwYqf3Uiw1A',
      path: '/join/8VRe2jXqKz4PwYqf3Uiw1A',
      expires_at: '2026-11-24T09:00:00.000+08:00',
    })),
    answer(userJoinCodeRevoke, () => ({})),
  ]).render,
  play: async ({ canvasElement }: Played) => {
    const panel = await openPanel(canvasElement, 'user1');
    await userEvent.click(panel.getByRole('button', { name: '加入二维码' }));
    await waitFor(() => expect(screen.getByRole('img', { name: '张伟的加入二维码' })).toBeVisible());
    await expect(screen.getByText(/仅可用一次/)).toBeVisible();
  },
};
