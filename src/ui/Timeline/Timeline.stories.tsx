import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { storyNowMs } from '../stories/nowMs.ts';
import { Timeline, type TimelineEntry } from './Timeline.tsx';

const entries: TimelineEntry[] = [
  {
    id: 1,
    at: storyNowMs - 600_000,
    actor: '设备',
    title: '轿厢求救按钮按下',
    tone: 'critical',
    icon: 'exclamation-triangle',
  },
  { id: 2, at: storyNowMs - 580_000, actor: '系统', title: '创建救援单并通知 3 名调度员' },
  { id: 3, at: storyNowMs - 520_000, actor: '张伟', title: '受理', tone: 'info', icon: 'user' },
  {
    id: 4,
    at: storyNowMs - 500_000,
    actor: '张伟',
    title: '派出救援人员',
    detail: '李强（维保），预计 12 分钟到达',
    icon: 'truck',
  },
  { id: 5, at: storyNowMs - 60_000, actor: '李强', title: '已到场', tone: 'ok', icon: 'map-marker' },
];

const meta: Meta<typeof Timeline> = {
  title: 'ui/Timeline',
  tags: ['autodocs'],
  component: Timeline,
  args: { entries },
  render: (args) => (
    <div style={{ maxWidth: 380 }}>
      <Timeline {...args} />
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof Timeline>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const [first] = within(canvasElement).getAllByRole('listitem');
    await expect(first).toHaveTextContent('已到场');
  },
};
export const Empty: Story = { args: { entries: [] } };
export const LongText: Story = {
  args: {
    entries: [
      {
        id: 1,
        at: storyNowMs,
        actor: '买买提·艾力·阿卜杜热合曼诺夫（值班长）',
        title: '备注',
        detail:
          '现场联系不上物业，通过对讲确认轿厢内有三人，其中一名老人，情绪稳定，已告知不要自行扒门，等待维保人员到场。',
      },
    ],
  },
};
