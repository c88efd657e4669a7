import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Popover } from '../Popover/Popover.tsx';
import { UserMenu } from '../UserMenu/UserMenu.tsx';

const onLogout = fn();
const meta: Meta<typeof UserMenu> = {
  title: 'ui/UserMenu',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  component: UserMenu,
  args: {
    name: '张伟',
    role: '调度员',
    items: [
      { id: 'me', label: '个人信息', icon: 'user', onSelect: fn() },
      { id: 'password', label: '修改密码', icon: 'key', onSelect: fn() },
      { id: 'volume', label: '报警音量', icon: 'volume-up', onSelect: fn() },
      { id: 'logout', label: '退出登录', icon: 'sign-out', startsGroup: true, onSelect: onLogout },
    ],
  },
  render: (args) => (
    <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 300 }}>
      <UserMenu {...args} />
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof UserMenu>;

export const Closed: Story = {};

export const OpenByKeyboard: Story = {
  beforeEach: () => void onLogout.mockReset(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const button = canvas.getByRole('button', { name: /用户菜单/ });
    button.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('menuitem', { name: '个人信息' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expect(onLogout).toHaveBeenCalledOnce();
    await userEvent.click(button);
    await expect(canvas.getByRole('menu')).toBeVisible();
  },
};

export const LongName: Story = { args: { name: '买买提·艾力·阿卜杜热合曼诺夫' } };

export const WithPopover: Story = {
  render: () => (
    <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 300 }}>
      <Popover icon="bell" label="通知" count={2}>
        {() => <p>暂无新的通知</p>}
      </Popover>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '通知 2' }));
    await expect(canvas.getByRole('dialog', { name: '通知' })).toBeVisible();
  },
};
