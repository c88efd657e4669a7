import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { Recording } from '../../contract/endpoints/replay.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { RecordingDialog } from './RecordingDialog.tsx';

const seconds = Array.from({ length: 300 }, (_, second) => second);
const fromMs = fixtureNowMs - 400_000;
/** Up to the eleventh floor, doors, down again, and a stop at the ninth with two people inside. */
const floorAt = (second: number): number =>
  second < 60
    ? 1
    : second < 100
      ? 1 + Math.floor((second - 60) / 4)
      : second < 220
        ? 11
        : Math.max(9, 11 - Math.floor((second - 220) / 4));
const isRiding = (second: number): boolean => (second >= 60 && second < 100) || (second >= 220 && second < 228);
const recording: Recording = {
  id: 5,
  elevator_id: 1207,
  tag: 'CH-03-07',
  floor_min: -1,
  floor_max: 18,
  rescue_order_id: 318,
  alarm_id: 77,
  incident_ms: fromMs + 240_000,
  from_ms: fromMs,
  to_ms: fromMs + 900_000,
  is_open: false,
  samples: {
    at_ms: seconds.map((second) => fromMs + second * 1_000),
    floor: seconds.map(floorAt),
    door: seconds.map((second) => (second > 110 && second < 118 ? 2 : 0)),
    direction: seconds.map((second) => (isRiding(second) ? (second < 200 ? 1 : 2) : 0)),
    people: seconds.map((second) => (second > 114 ? 2 : 0)),
    service_mode: seconds.map(() => 1),
    car_status: seconds.map((second) => (isRiding(second) ? 1 : 0)),
    speed: seconds.map((second) => (isRiding(second) ? (second < 200 ? 175 : -175) : 0)),
  },
};

const meta = {
  title: 'features/Recording',
  component: RecordingDialog,
  args: { state: ready(recording), onClose: fn() },
} satisfies Meta<typeof RecordingDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

/** It starts five minutes before, jumps to the call on a press, and shows throughout that it is the past. */
export const Replaying: Story = {
  play: async () => {
    const page = within(document.body);
    await waitFor(() => expect(page.getByText('历史录制，非实时')).toBeVisible());
    await userEvent.click(page.getByRole('button', { name: '到呼叫时刻' }));
    await expect(page.getByRole('slider', { name: '回放时刻' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('呼叫+00:00'),
    );
    await expect(page.getByRole('img', { name: /井道：9 层/ })).toBeVisible();
  },
};
export const StillRecording: Story = { args: { state: ready({ ...recording, is_open: true }) } };
export const OfAnAlarm: Story = { args: { state: ready({ ...recording, rescue_order_id: null }) } };
export const Nothing: Story = { args: { state: ready(null) } };
export const Loading: Story = { args: { state: { kind: 'loading' } } };
export const Failed: Story = {
  args: { state: { kind: 'failed', failure: 'offline', message: '网络连接失败，请检查网络后重试' } },
};
