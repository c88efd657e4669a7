import type { Meta, StoryObj } from '@storybook/react-vite';
import { storyNowMs } from '../stories/nowMs.ts';
import { Row } from '../stories/Row.tsx';
import { Countdown } from './Countdown.tsx';
import { ElapsedClock } from './ElapsedClock.tsx';

const meta: Meta<typeof Countdown> = {
  title: 'ui/Countdown',
  tags: ['autodocs'],
  component: Countdown,
  args: { label: '30 分钟到场', nowMs: storyNowMs, deadlineMs: storyNowMs + 1_203_000 },
};
export default meta;
type Story = StoryObj<typeof Countdown>;

export const Running: Story = {};
export const Near: Story = { args: { deadlineMs: storyNowMs + 41_000 } };
export const Overdue: Story = { args: { deadlineMs: storyNowMs - 83_000 } };
export const MetInTime: Story = { args: { metAtMs: storyNowMs - 600_000 } };
export const MetLate: Story = { args: { deadlineMs: storyNowMs - 700_000, metAtMs: storyNowMs - 600_000 } };

export const Together: Story = {
  render: () => (
    <Row>
      <ElapsedClock label="距呼叫" sinceMs={storyNowMs - 161_000} nowMs={storyNowMs} size="large" />
      <Countdown label="3 分钟受理" deadlineMs={storyNowMs + 19_000} nowMs={storyNowMs} size="large" />
      <Countdown label="30 分钟到场" deadlineMs={storyNowMs + 1_639_000} nowMs={storyNowMs} size="large" />
      <ElapsedClock
        label="总用时"
        sinceMs={storyNowMs - 4_161_000}
        endedAtMs={storyNowMs - 400_000}
        nowMs={storyNowMs}
        size="large"
      />
    </Row>
  ),
};
