import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Button } from '../Button/Button.tsx';
import { Dialog } from './Dialog.tsx';

const meta: Meta<typeof Dialog> = {
  title: 'ui/Dialog',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  component: Dialog,
  args: { isOpen: true, title: '个人信息', onClose: fn(), children: '姓名：张伟，角色：调度员' },
};
export default meta;
type Story = StoryObj<typeof Dialog>;

export const Default: Story = {
  args: {
    footer: (
      <>
        <Button>取消</Button>
        <Button variant="primary">保存</Button>
      </>
    ),
  },
  play: async ({ args }) => {
    const dialog = await screen.findByRole('dialog', { name: '个人信息' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await waitFor(() => expect(dialog.getBoundingClientRect().width).toBe(600));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
  },
};

export const Persistent: Story = {
  args: { isPersistent: true },
  play: async ({ args }) => {
    const dialog = await screen.findByRole('dialog', { name: '个人信息' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
  },
};

export const Maximised: Story = { args: { isMaximised: true, title: '救援详情' } };

export const Critical: Story = {
  args: {
    isPersistent: true,
    hasCloseButton: false,
    tone: 'critical',
    icon: 'exclamation-triangle',
    title: '困人求救',
    children: '滨江花园 3 栋 2 单元 1 号梯',
    footer: <Button variant="primary">立即受理</Button>,
  },
};
