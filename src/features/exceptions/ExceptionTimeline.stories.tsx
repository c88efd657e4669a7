import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { exceptionDetailSchema, type ExceptionDetail } from '../../contract/entities/exception.ts';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { exceptionDetailFixture, rescueExceptionFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import { notificationFixture } from '../../contract/fixtures/notificationFixtures.ts';
import { fixtureNowMs, fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { screenNamed } from '../../contract/screens.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { exceptionServer } from './exceptions.fixtures.ts';
import { exceptionKinds } from './exceptionScreens.ts';
import { ExceptionPage } from './ExceptionPage.tsx';

interface TimelineStoryProps {
  kind: keyof typeof exceptionKinds;
  deps: FeatureDeps;
  address: string;
}

function TimelineStory({ kind, deps, address }: TimelineStoryProps) {
  return (
    <ScreenFrame address={`${screenNamed(kind).path}${address}`}>
      <ExceptionPage kind={exceptionKinds[kind]} deps={deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/Exceptions/时间线',
  component: TimelineStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
} satisfies Meta<typeof TimelineStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const minute = 60_000;
const panel = async (name: RegExp) => within(await screen.findByRole('complementary', { name }));

const timelineEntryFixture = (position: number, type: string, agoMs: number): TimelineEntry => ({
  position,
  version: position,
  type,
  title: '',
  detail: '',
  actor_name: '张伟',
  actor_role: '管理员',
  at: fixtureTime(agoMs),
  received_at: fixtureTime(agoMs),
  hash: '',
});

const photographed = exceptionDetailFixture({ type: 3, stage: 'repaired', id: 414, agoMs: 90 * minute });
const withRepairPhoto: ExceptionDetail = {
  ...photographed,
  photos: ['AAAAAAAAAAAAAAAAAAAAAA.jpg'],
  timeline: [
    ...photographed.timeline,
    {
      ...timelineEntryFixture(9, 'fault.repaired', 20 * minute),
      title: '修复：门系统 · 轿门锁',
      detail: '更换 门锁触点，照片 1 张',
      photos: ['AAAAAAAAAAAAAAAAAAAAAA.jpg'],
    },
  ],
};
/** The pictures of a repair stand in its entry of the timeline, too; a press shows one in full. */
export const RepairPhotos: Story = {
  args: { kind: 'ElevatorFault', deps: exceptionServer([withRepairPhoto]).deps, address: '?id=414' },
  play: async () => {
    const detail = await panel(/414$/);
    const repaired = within(await detail.findByRole('list', { name: '修复：门系统 · 轿门锁的照片' }));
    await userEvent.click(repaired.getByRole('button'));
    const shown = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(shown.getByText('修复：门系统 · 轿门锁的照片')).toBeVisible());
  },
};

const calling = exceptionDetailSchema.parse({
  ...rescueExceptionFixture(318, 12 * minute),
  parts: [],
  photos: [],
  children: [],
  recording_id: null,
  timeline: [
    { ...timelineEntryFixture(1, 'rescue.raised', 12 * minute), title: '设备检测困人' },
    { ...timelineEntryFixture(2, 'rescue.escalated', 11 * minute), title: '升级通知：第 1 级' },
    { ...timelineEntryFixture(3, 'rescue.accepted', 10.5 * minute), title: '受理' },
    { ...timelineEntryFixture(4, 'rescue.claimLapsed', 5 * minute), title: '受理失效' },
    { ...timelineEntryFixture(5, 'rescue.escalated', 4 * minute), title: '升级通知：第 1 级' },
  ],
});
/** A rescue among the exceptions reads as at the desk: rounds counted over all waits, each on one line, in order of time. */
export const RescueRounds: Story = {
  args: {
    kind: 'FaultRecords',
    deps: exceptionServer([calling], {
      notices: [
        notificationFixture({ id: 906, agoMs: 11 * minute, state: 'delivered', rung: 1 }),
        notificationFixture({ id: 907, agoMs: 3.9 * minute, state: 'givenUp', rung: 1, problem: '已关机' }),
      ],
    }).deps,
    address: '?id=318',
  },
  play: async () => {
    const detail = await panel(/318$/);
    await expect(await detail.findByText(/^第 2 轮 .*：1 人，1 人未达/)).toBeVisible();
    const titles = within(detail.getByRole('list', { name: '时间线' }))
      .getAllByText(/^(升级通知：第 \d 轮|受理失效|受理|设备检测困人)$/)
      .map(({ textContent }) => textContent);
    await expect(titles).toEqual(['升级通知：第 2 轮', '受理失效', '受理', '升级通知：第 1 轮', '设备检测困人']);
  },
};
