import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';

const meta = {
  title: 'features/Account/ChangePasswordDialog',
  component: ChangePasswordDialog,
  args: { isDue: false, onSubmit: fn(() => Promise.resolve()), onJudge: fn(() => Promise.resolve()), onClose: fn() },
} satisfies Meta<typeof ChangePasswordDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const fill = async (old: string, next: string, repeated: string): Promise<void> => {
  await userEvent.type(await screen.findByLabelText(/^原密码/), old);
  await userEvent.type(screen.getByLabelText(/^新密码/), next);
  await userEvent.type(screen.getByLabelText(/^再次填写/), repeated);
  await userEvent.click(screen.getByRole('button', { name: '保存新密码' }));
};

export const Empty: Story = {};

/** It opens automatically after signing in with a password set by someone else, and says why. */
export const Due: Story = {
  args: { isDue: true },
  play: async ({ args }) => {
    await expect(screen.queryByRole('button', { name: '关闭' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: '退出登录' }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

export const Invalid: Story = {
  play: async ({ args }) => {
    await fill('initial-one', 'short', 'other');
    await screen.findByText('新密码至少 10 个字符');
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** A mistyped repetition hides nothing that the server has against the new password. */
export const JudgedInOneRound: Story = {
  args: {
    onJudge: fn(() =>
      Promise.reject(
        new CallError('refused', '填写有误', 1001, [
          { field: 'old_password', message: '请填写原密码' },
          { field: 'new_password', message: '新密码太常见' },
        ]),
      ),
    ),
  },
  play: async ({ args }) => {
    await fill('initial-one', 'password2026', 'password2025');
    await screen.findByText('两次填写的新密码不一致');
    await screen.findByText('新密码太常见');
    // It was not sent, so that no try is counted.
    await expect(screen.queryByText('请填写原密码')).toBeNull();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** The server rejected a field: the message is beside it, and what was typed stays. */
export const Refused: Story = {
  args: {
    onSubmit: fn(() =>
      Promise.reject(new CallError('refused', '填写有误', 1001, [{ field: 'old_password', message: '原密码不正确' }])),
    ),
  },
  play: async () => {
    await fill('wrong-one', 'lift-city-2026', 'lift-city-2026');
    await screen.findByText('原密码不正确');
    await expect(screen.getByLabelText(/^新密码/)).toHaveValue('lift-city-2026');
  },
};

export const Saving: Story = {
  args: { onSubmit: fn(() => new Promise<void>(() => undefined)) },
  play: async ({ args }) => {
    await fill('initial-one', 'lift-city-2026', 'lift-city-2026');
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledOnce());
  },
};
