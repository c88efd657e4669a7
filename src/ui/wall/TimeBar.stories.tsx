import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { TimeBar, type TimeBarProps } from './TimeBar.tsx';
import { nowMs } from './Wall.fixtures.tsx';

const density = Array.from({ length: 96 }, (_, quarter) =>
  Math.round(6 + 5 * Math.sin(quarter / 7) + (quarter > 70 && quarter < 82 ? 9 : 0)),
);
const yesterdayMs = nowMs - 86_400_000;

/** A bar that reacts as the screens' machine would. */
function Told(args: TimeBarProps) {
  const [atMs, setAtMs] = useState(args.atMs);
  const [state, setState] = useState(args.state);
  const [speed, setSpeed] = useState(args.speed);
  return (
    <TimeBar
      {...args}
      atMs={atMs}
      state={state}
      speed={speed}
      onSeek={(ms) => {
        args.onSeek(ms);
        setAtMs(ms);
        setState('paused');
      }}
      onPlay={() => {
        args.onPlay();
        setState('playing');
      }}
      onPause={() => {
        args.onPause();
        setState('paused');
      }}
      onSpeed={(next) => {
        args.onSpeed(next);
        setSpeed(next);
      }}
      onLive={() => {
        args.onLive();
        setAtMs(args.newestMs);
        setState('live');
      }}
    />
  );
}

const meta: Meta<typeof TimeBar> = {
  title: 'ui/TimeBar',
  tags: ['autodocs'],
  component: TimeBar,
  args: {
    oldestMs: nowMs - 7 * 86_400_000,
    newestMs: nowMs,
    atMs: nowMs,
    state: 'live',
    speed: 10,
    resolution: '每分钟一帧',
    density,
    marks: [{ atMs: yesterdayMs + 260_000, label: '困人' }],
    onSeek: fn(),
    onPlay: fn(),
    onPause: fn(),
    onSpeed: fn(),
    onLive: fn(),
  },
  render: (args) => <Told {...args} />,
};
export default meta;
type Story = StoryObj<typeof TimeBar>;

/** From live to yesterday and back, by hand and by keys. */
export const Live: Story = {
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement);
    const slider = canvas.getByRole('slider', { name: '回放时刻' });
    await expect(slider).toHaveAttribute('aria-valuetext', '实时');
    await expect(canvas.getByRole('button', { name: '播放' })).toBeDisabled();
    await userEvent.click(canvas.getByRole('button', { name: '前一天' }));
    await expect(slider).toHaveAttribute('aria-valuetext', '2026-03-03 18:40:12');
    slider.focus();
    await userEvent.keyboard('{PageDown}{ArrowLeft}');
    await expect(slider).toHaveAttribute('aria-valuetext', '2026-03-03 17:39:12');
    await userEvent.click(canvas.getByRole('button', { name: '播放' }));
    await expect(args.onPlay).toHaveBeenCalled();
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: '播放速度' }), '60');
    await expect(args.onSpeed).toHaveBeenCalledWith(60);
    await userEvent.click(canvas.getByRole('button', { name: '回到实时' }));
    await expect(slider).toHaveAttribute('aria-valuetext', '实时');
  },
};

export const Playing: Story = { args: { state: 'playing', atMs: yesterdayMs } };

export const Paused: Story = { args: { state: 'paused', atMs: yesterdayMs } };

export const Loading: Story = { args: { state: 'loading', atMs: yesterdayMs } };

export const Ended: Story = { args: { state: 'ended', atMs: nowMs } };

/** The server stood still for five hours: the bar shows what was kept. */
export const WithHoles: Story = {
  args: {
    state: 'paused',
    atMs: yesterdayMs,
    spans: [
      { fromMs: nowMs - 7 * 86_400_000, toMs: yesterdayMs - 9 * 3_600_000 },
      { fromMs: yesterdayMs - 4 * 3_600_000, toMs: yesterdayMs - 3_600_000 },
      { fromMs: yesterdayMs - 600_000, toMs: nowMs },
    ],
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByTitle('有记录 14:40:12–17:40:12')).toBeVisible();
    await expect(canvasElement.querySelectorAll('.ti-time-bar__kept')).toHaveLength(3);
  },
};

/** The first kept day begins in its middle. */
export const OldestDay: Story = { args: { state: 'paused', atMs: nowMs - 7 * 86_400_000 } };
