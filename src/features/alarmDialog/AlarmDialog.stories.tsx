import { useState } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { AlarmDialog } from './AlarmDialog.tsx';
import {
  alarmCall,
  floodCalls,
  furtherCalls,
  oneCall,
  ringingCall,
  storyNowMs,
  scannedCalls,
} from './alarmDialog.fixtures.ts';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const meta = {
  title: 'features/AlarmDialog',
  component: AlarmDialog,
  parameters: { layout: 'fullscreen' },
  args: {
    view: { kind: 'ringing', call: oneCall, failure: null },
    queue: [],
    sound: 'audible',
    nowMs: storyNowMs,
    onAnswer: fn(),
    onAcknowledge: fn(),
    onArmSound: fn(),
    onDock: null,
  } as Parameters<typeof AlarmDialog>[0],
} satisfies Meta<typeof AlarmDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneCall: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(canvas.getByRole('button', { name: /接听/ }));
    await expect(args.onAnswer).toHaveBeenCalledOnce();
  },
};

/** Two simultaneous calls form a queue with the worst on top, never two stacked dialogs. */
export const QueueOfThree: Story = { args: { queue: furtherCalls } };

export const LongQueue: Story = {
  args: { queue: [21, 22, 23, 24, 25, 26].map((id, index) => ringingCall(id, 30_000 - index * 4_000)) },
};

/** A power cut: fourteen at once, the worst on top. */
export const FloodOfFourteen: Story = {
  args: { view: { kind: 'ringing', call: ringingCall(7, 176_000), failure: null }, queue: floodCalls },
};

/** A dispatcher who works on a call may put the dialog aside. */
export const MayBeDocked: Story = {
  args: { queue: floodCalls, onDock: fn() },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /停靠/ }));
    await expect(args.onDock).toHaveBeenCalledOnce();
  },
};

/** Someone types on the page behind: the text goes on there, and Tab leads into the dialog and around in it. */
export const TypingGoesOnBehind: Story = {
  render: function OverAPage(args) {
    const [isRinging, setRinging] = useState(false);
    return (
      <>
        <main data-behind-dialogs="" data-testid="page">
          <input className="ti-input" aria-label="备注" onKeyDown={({ key }) => key === '园' && setRinging(true)} />
          <button>保存</button>
        </main>
        {isRinging && <AlarmDialog {...args} />}
      </>
    );
  },
  args: { onDock: fn() },
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    const note = page.getByLabelText('备注');
    await userEvent.type(note, '花园');
    const dialog = await page.findByRole('alertdialog');
    await userEvent.keyboard('西门');
    await expect(note).toHaveValue('花园西门');
    await userEvent.tab();
    await expect(dialog).toHaveFocus();
    await waitFor(() => expect(page.getByTestId('page')).toHaveAttribute('inert'));
    await userEvent.keyboard('{Enter}');
    await expect(args.onAnswer).not.toHaveBeenCalled();
    // More steps than the dialog has controls, both ways.
    for (const shift of [...Array<boolean>(6).fill(false), ...Array<boolean>(6).fill(true)]) {
      await userEvent.tab({ shift });
      await expect(dialog.contains(document.activeElement)).toBe(true);
    }
  },
};

/** No one types: nothing behind can be reached at all. */
export const PageBehindIsInert: Story = {
  decorators: [
    (Dialog) => (
      <>
        <main data-behind-dialogs="" data-testid="page">
          <button>保存</button>
        </main>
        <Dialog />
      </>
    ),
  ],
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByTestId('page')).toHaveAttribute('inert');
    await userEvent.tab();
    await expect(page.getByRole('alertdialog')).toHaveFocus();
  },
};

export const Button: Story = {
  args: { view: { kind: 'ringing', call: ringingCall(7, 41_000, { trigger: 'SOS' }), failure: null } },
};
export const Scream: Story = {
  args: { view: { kind: 'ringing', call: ringingCall(7, 41_000, { trigger: 'screamForHelp' }), failure: null } },
};
export const Telephone: Story = {
  args: { view: { kind: 'ringing', call: ringingCall(7, 41_000, { trigger: 'phone' }), failure: null } },
  play: async ({ canvasElement }) => {
    const dialog = within(canvasElement).getByRole('alertdialog', { name: '翠苑三区 3 栋 2 单元 客梯' });
    await expect(dialog).toHaveTextContent('电话报警');
    await expect(dialog).toHaveTextContent('回拨报警人');
  },
};

/** No one answered within three minutes, and the notice has gone further. */
export const Breached: Story = {
  args: { view: { kind: 'ringing', call: ringingCall(7, 221_000, { noticeLevel: 2 }), failure: null } },
  play: async ({ canvasElement }) => {
    const dialog = within(canvasElement);
    await expect(dialog.getByRole('timer', { name: '3 分钟受理：超时41 秒' })).toBeVisible();
    await expect(dialog.getByText('已通知第 2 轮')).toBeVisible();
  },
};

/** It was answered in time and the claim lapsed: only the arrival still counts. */
export const RingsAgain: Story = {
  args: {
    view: {
      kind: 'ringing',
      call: ringingCall(7, 321_000, { lapsed: { userId: 8, userName: '李娜', cause: 'noProgress' } }),
      failure: null,
    },
  },
};

export const SoundBlocked: Story = {
  args: { sound: 'blocked' },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '点击开启声音' }));
    await expect(args.onArmSound).toHaveBeenCalledOnce();
  },
};

const lapsed = { userId: 61, userName: '张伟', cause: 'noProgress' } as const;

/** The own claim lapsed: this is no new call. */
export const OwnClaimLapsed: Story = {
  args: { userId: 61, view: { kind: 'ringing', call: ringingCall(7, 341_000, { lapsed }), failure: null } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/您的受理已失效/)).toBeVisible();
  },
};
export const ColleaguesClaimLapsed: Story = {
  args: { userId: 62, view: { kind: 'ringing', call: ringingCall(7, 341_000, { lapsed }), failure: null } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/张伟 的受理已失效/)).toBeVisible();
  },
};

/** Called by the code in the car alone: nothing else says the same yet. */
export const OnlyScanned: Story = {
  args: { view: { kind: 'ringing', call: scannedCalls[0] ?? oneCall, failure: null } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/尚未经设备确认/)).toBeVisible();
  },
};

/** A dozen codes scanned within a minute: one group below the call of a device, and each of them listed. */
export const ScannedGroup: Story = {
  args: { view: { kind: 'ringing', call: oneCall, failure: null }, queue: [...furtherCalls, ...scannedCalls] },
  play: async ({ canvasElement }) => {
    const group = within(within(canvasElement).getByRole('region', { name: '集中扫码求救 12 起' }));
    await expect(group.getAllByRole('listitem')).toHaveLength(12);
  },
};

export const Muted: Story = { args: { sound: 'muted' } };

export const LongWait: Story = { args: { view: { kind: 'ringing', call: ringingCall(7, 3_841_000), failure: null } } };

/** An alarm without a rescue order. */
export const AlarmWithoutOrder: Story = { args: { view: { kind: 'ringing', call: alarmCall, failure: null } } };

/** The claim did not reach the server: the call still rings, and the dialog says what to do. */
export const AnswerFailed: Story = {
  args: { view: { kind: 'ringing', call: oneCall, failure: '网络连接失败，请检查网络后再次接听' } },
};

export const Answering: Story = { args: { view: { kind: 'answering', call: oneCall } } };

export const Navigating: Story = { args: { view: { kind: 'navigating', call: oneCall } } };

/** Another console answered while this one was ringing. */
export const ClaimedByOther: Story = {
  args: { view: { kind: 'claimed', call: oneCall, message: '李娜 已受理这起救援' } },
};

/** Somebody pressed 1 on a telephone: there is no console to ask. */
export const ClaimedByTelephone: Story = {
  args: { view: { kind: 'claimed', call: oneCall, message: '李娜 已通过电话受理这起呼叫' } },
};

/** Our own answer came second: the server names who was first. */
export const Refused: Story = {
  args: { view: { kind: 'claimed', call: oneCall, message: '李娜 已受理这起呼叫' }, queue: furtherCalls },
};

export const LongLabels: Story = {
  args: {
    view: {
      kind: 'ringing',
      failure: null,
      call: ringingCall(7, 3_725_000, {
        tag: '临安市西湖区翠苑街道-2024-0000120713-B2',
        addr: '地下二层商业连廊与写字楼换乘大厅东侧 12 号消防客货两用电梯',
        communityName: '临安国际金融贸易会展商务综合体（一期至三期）',
        fullArea: '临安市 / 西湖区 / 翠苑街道 / 文三路社区 / 第十二网格',
        sosTel: '0571-88661207,8801',
      }),
    },
    queue: [
      ringingCall(12, 33_000, {
        tag: '临安市西湖区翠苑街道-2024-0000120713-B2',
        addr: '地下二层商业连廊与写字楼换乘大厅东侧 12 号消防客货两用电梯',
        communityName: '临安国际金融贸易会展商务综合体（一期至三期）',
      }),
      ...furtherCalls,
    ],
  },
  play: ({ canvasElement }) => expectSpokenWhole(canvasElement),
};
