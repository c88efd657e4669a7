import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import {
  announcementDetail,
  announcementList,
  announcementReach,
  announcementRecall,
  announcementSend,
} from '../../contract/endpoints/announcement.ts';
import { communityNotices } from '../../contract/endpoints/community.ts';
import { outageDraft, outageList, outageStep } from '../../contract/endpoints/outage.ts';
import {
  announcementDetailFixture,
  announcementFixture,
  outageFixture,
  reachFixture,
} from '../../contract/fixtures/noticeFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createNoticeList } from './index.ts';

const sentRows = [
  announcementFixture(4),
  announcementFixture(3, { stage: 'waiting', title: '2 号电梯停梯公告', kind: 'outage' }),
  announcementFixture(2, { stage: 'recalled', recall_reason: '检验改期', allowed_actions: [] }),
  announcementFixture(1, { stage: 'expired', allowed_actions: [] }),
];
const outageRows = [
  outageFixture(1, { stage: 'overrun', allowed_actions: ['outage.extended', 'outage.ended'] }),
  outageFixture(2, { stage: 'active', allowed_actions: ['outage.extended', 'outage.ended'] }),
  outageFixture(3),
  outageFixture(4, { stage: 'ended', end_note: '试运行正常', allowed_actions: [] }),
  outageFixture(5, { stage: 'cancelled', end_note: '改期', allowed_actions: [] }),
];
const usual: readonly FixtureAnswer[] = [
  answer(announcementList, () => onePage(sentRows)),
  answer(announcementDetail, ({ id }) =>
    announcementDetailFixture(sentRows.find((row) => row.id === id) ?? announcementFixture(id)),
  ),
  answer(announcementRecall, () => ({})),
  answer(announcementReach, () => reachFixture),
  answer(announcementSend, ({ to }) => ({
    id: 4,
    screen_num: to.elevator_ids.length * 2,
    member_num: to.person_ids.length,
  })),
  answer(communityNotices, () => onePage([])),
  answer(outageList, () => onePage(outageRows)),
  answer(outageStep, () => ({})),
  answer(outageDraft, () => ({ id: 3 })),
];

function server(own: readonly FixtureAnswer[] = [], permissions?: readonly Permission[]) {
  const { call, asked } = fixtureCall([...own, ...usual]);
  return { asked, deps: featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) }) };
}

function NoticeStory({ from, address }: { from: ReturnType<typeof server>; address: string }) {
  return <ScreenStory create={createNoticeList} deps={from.deps} address={address} />;
}

const meta = {
  title: 'features/NoticeList',
  component: NoticeStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { from: server(), address: '' },
} satisfies Meta<typeof NoticeStory>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Every state of a sent notice; only those that may still be shown are recalled. */
export const Sent: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('展示中')).toBeVisible();
    for (const word of ['待展示', '已撤回', '已到期']) await expect(canvas.getByText(word)).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: /撤回/ })).toHaveLength(2);
  },
};
export const SentEmpty: Story = { args: { from: server([answer(announcementList, () => onePage([]))]) } };
export const SentLoading: Story = { args: { from: server([silent(announcementList)]) } };
export const SentFailed: Story = {
  args: { from: server([failing(announcementList, new CallError('offline', '网络连接已断开，请检查网络', 0))]) },
};
export const SentReadOnly: Story = {
  args: {
    from: server(
      [answer(announcementList, () => onePage(sentRows.map((row) => ({ ...row, allowed_actions: [] }))))],
      ['community.view', 'elevator.view'],
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('展示中');
    await expect(canvas.queryByRole('button', { name: /撤回/ })).toBeNull();
  },
};
/** Each delivery is known: screens, and people. */
export const Deliveries: Story = {
  args: { address: '?id=4' },
  play: async ({ canvasElement }) => {
    const screens = within(await within(canvasElement).findByRole('region', { name: '屏幕' }));
    await expect(screens.getAllByText('已展示')).toHaveLength(2);
    await expect(screens.getByText(/设备忙，请稍后重试/)).toBeVisible();
    const people = within(within(canvasElement).getByRole('region', { name: '人员' }));
    await expect(people.getByText('已送达')).toBeVisible();
  },
};
export const Recalled: Story = { args: { address: '?id=2' } };
export const NotFound: Story = {
  args: {
    address: '?id=99',
    from: server([failing(announcementDetail, new CallError('notFound', '公告不存在，或您无权查看', 404))]),
  },
};
const sending = server();
/** The people reached are seen before anything leaves; those who cannot be reached cannot be chosen. */
export const Send: Story = {
  args: { from: sending, address: '?tab=drafts&send=3' },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('checkbox', { name: 'YC-0002' })).toBeDisabled();
    await expect(dialog.getByRole('checkbox', { name: '无号' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: '赵敏' }));
    await userEvent.click(dialog.getByRole('button', { name: '发送到 2 块屏幕、0 人' }));
    await waitFor(() =>
      expect(sending.asked.find(({ path }) => path === announcementSend.path)?.input).toEqual({
        id: 3,
        to: { elevator_ids: [1], person_ids: [] },
      }),
    );
  },
};
export const SendRefused: Story = {
  args: {
    address: '?tab=drafts&send=3',
    from: server([failing(announcementSend, new CallError('refused', '公告的有效期已过，请先修改结束日期', 409))]),
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: /^发送到/ }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent('请先修改结束日期');
  },
};
/** Every state of a planned outage; one past its end asks for a person. */
export const Outages: Story = {
  args: { address: '?tab=outages' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('已超时，未恢复')).toBeVisible();
    for (const word of ['已安排', '停梯中', '已恢复', '已取消']) await expect(canvas.getByText(word)).toBeVisible();
  },
};
export const OutagesEmpty: Story = {
  args: { address: '?tab=outages', from: server([answer(outageList, () => onePage([]))]) },
};
export const PlanOutage: Story = {
  args: { address: '?tab=outages' },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '安排停梯' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '安排' }));
    await expect(await dialog.findByText('请选择电梯')).toBeVisible();
  },
};
