import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { loading } from '../../streams/loading/loadState.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

const claimed = {
  id: 318,
  tag: 'YC-0118',
  addr: '1 幢 2 单元 2 号梯',
  community_name: '凌云科创园',
  stage: 'accepted',
  stage_label: '已受理',
  hand_over: null,
} as const;
const underWay = {
  id: 320,
  tag: 'YC-0440',
  addr: '4 幢 2 单元 1 号梯',
  community_name: '南浦中心',
  stage: 'dispatched',
  stage_label: '已派救援',
  hand_over: null,
} as const;
const away = { id: 9, name: '赵敏', role_label: '调度员', online: false };
const there = { id: 4, name: '李娜', role_label: '调度员', online: true };

const meta = {
  title: 'features/Account/LeaveDialog',
  component: LeaveDialog,
  args: {
    orders: [claimed, underWay],
    successors: { kind: 'ready', value: [away, there], problem: null },
    onHandOver: fn(() => Promise.resolve()),
    onLeave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof LeaveDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const chooseFirst = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('combobox', { name: '转交给' }));
  const [first] = await screen.findAllByRole('option');
  await expect(first).toHaveTextContent('李娜');
  if (first !== undefined) await userEvent.click(first);
};

/** Colleagues who are present are offered first; an empty choice means that there is no one to hand over to. */
export const HandOver: Story = {
  play: async ({ args }) => {
    await expect(await screen.findByRole('button', { name: '转交并退出' })).toBeDisabled();
    await chooseFirst();
    await userEvent.click(screen.getByRole('button', { name: '转交并退出' }));
    await expect(args.onHandOver).toHaveBeenCalledWith(there);
  },
};

const asked = (outcome: 'offered' | 'expired') => ({
  to: { id: 4, name: '李娜' },
  outcome,
  at: '2026-11-21T18:42:00.000+08:00',
  answer_by: outcome === 'offered' ? '2026-11-21T18:43:00.000+08:00' : null,
});

/** The calls stay with the user who leaves until the colleague has accepted. */
export const WaitingForTheColleague: Story = {
  args: { hasOffered: true, orders: [{ ...claimed, hand_over: asked('offered') }, underWay] },
  play: async () => {
    await screen.findByText('等待 李娜 接收');
    await expect(screen.getByRole('button', { name: '不转交，直接退出' })).toBeEnabled();
  },
};
export const NotTakenOver: Story = {
  args: { hasOffered: true, orders: [{ ...claimed, hand_over: asked('expired') }] },
  play: async () => {
    await screen.findByText(/李娜 未在限时内接收/);
  },
};

export const LeaveAsItIs: Story = {
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '不转交，直接退出' }));
    await expect(args.onLeave).toHaveBeenCalledOnce();
  },
};

/** Help is on its way: nothing rings again. */
export const NothingRingsAgain: Story = { args: { orders: [underWay] } };
export const ReadingPeople: Story = { args: { successors: loading } };
export const PeopleFailed: Story = {
  args: { successors: { kind: 'failed', failure: 'offline', message: '请求未响应，请检查网络' } },
};
export const NobodyElse: Story = { args: { successors: { kind: 'ready', value: [], problem: null } } };

export const HandOverRefused: Story = {
  args: { onHandOver: fn(() => Promise.reject(new Error('YC-0118 不在所选人员的管辖范围内，请选择其他人'))) },
  play: async ({ args }) => {
    await chooseFirst();
    await userEvent.click(screen.getByRole('button', { name: '转交并退出' }));
    await screen.findByText(/请选择其他人/);
    await expect(args.onLeave).not.toHaveBeenCalled();
  },
};
