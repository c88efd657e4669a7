import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const meta: Meta<typeof ConfirmDialog> = {
  title: 'ui/ConfirmDialog',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  component: ConfirmDialog,
  args: { isOpen: true, title: '退出登录', objectName: '张伟（调度员）', onConfirm: fn(), onCancel: fn() },
};
export default meta;
type Story = StoryObj<typeof ConfirmDialog>;

export const Default: Story = {
  play: async ({ args }) => {
    const ok = await screen.findByRole('button', { name: '确定' });
    await waitFor(() => expect(ok).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await expect(args.onCancel).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onConfirm).toHaveBeenCalledWith('');
  },
};

export const Danger: Story = {
  args: {
    title: '删除小区',
    objectName: '滨江花园（32 台电梯）',
    message: '删除后不能恢复，历史记录仍然保留。',
    tone: 'danger',
    confirmLabel: '删除',
  },
  play: async () => {
    const cancel = await screen.findByRole('button', { name: '取消' });
    await waitFor(() => expect(cancel).toHaveFocus());
  },
};

export const WithReason: Story = {
  args: {
    title: '取消订单',
    objectName: 'SF-100086',
    reason: { label: '取消原因', isRequired: true, placeholder: '例如：客户要求' },
  },
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '确定' }));
    await expect(await screen.findByText('请填写取消原因')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('textbox'), '客户要求');
    await userEvent.click(screen.getByRole('button', { name: '确定' }));
    await expect(args.onConfirm).toHaveBeenCalledWith('客户要求');
  },
};

export const Busy: Story = { args: { isBusy: true } };
export const Failed: Story = { args: { error: '该记录已被其他人修改，请刷新后重试' } };
