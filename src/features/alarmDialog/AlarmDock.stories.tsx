import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { AlarmDock } from './AlarmDock.tsx';
import { floodCalls, oneCall, ringingCall, storyNowMs } from './alarmDialog.fixtures.ts';

const meta = {
  title: 'features/AlarmDialog/停靠',
  component: AlarmDock,
  parameters: { layout: 'fullscreen' },
  args: {
    view: { kind: 'ringing', call: oneCall, failure: null },
    queue: floodCalls,
    sound: 'audible',
    nowMs: storyNowMs,
    onAnswer: fn(),
    onAcknowledge: fn(),
    onArmSound: fn(),
    onUndock: fn(),
  },
} satisfies Meta<typeof AlarmDock>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Docking is not closing: it counts, its clock runs, it answers, and nothing closes it. */
export const FloodOfFourteen: Story = {
  play: async ({ canvasElement, args }) => {
    const dock = within(canvasElement);
    await expect(dock.getByRole('alert')).toHaveTextContent('14 起呼叫等待受理');
    await expect(dock.queryByRole('button', { name: /关闭/ })).toBeNull();
    await userEvent.click(dock.getByRole('button', { name: /接听最急的一起/ }));
    await expect(args.onAnswer).toHaveBeenCalledOnce();
    await userEvent.click(dock.getByRole('button', { name: /展开/ }));
    await expect(args.onUndock).toHaveBeenCalledOnce();
  },
};
export const OneLeft: Story = { args: { queue: [] } };
export const Answering: Story = { args: { view: { kind: 'answering', call: oneCall } } };
export const Navigating: Story = { args: { view: { kind: 'navigating', call: oneCall } } };
export const ClaimLost: Story = { args: { view: { kind: 'claimed', call: oneCall, message: '李娜 已受理这起呼叫' } } };
export const AnswerFailed: Story = {
  args: { view: { kind: 'ringing', call: oneCall, failure: '网络连接失败，请检查网络后再次接听' } },
};
export const SoundBlocked: Story = { args: { sound: 'blocked' } };
export const LongLabels: Story = {
  args: {
    view: {
      kind: 'ringing',
      failure: null,
      call: ringingCall(7, 3_725_000, {
        addr: '地下二层商业连廊与写字楼换乘大厅东侧 12 号消防客货两用电梯',
        communityName: '临安国际金融贸易会展商务综合体（一期至三期）',
      }),
    },
  },
};
