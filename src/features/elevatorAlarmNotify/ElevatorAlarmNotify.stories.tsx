import type { Meta, StoryObj } from '@storybook/react-vite';
import { Subject } from 'rxjs';
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import {
  notificationDelete,
  notificationDetail,
  notificationList,
  notificationResend,
} from '../../contract/endpoints/notification.ts';
import { pageFrom } from '../../contract/envelope.ts';
import { notificationFixture, usualNotifications } from '../../contract/fixtures/notificationFixtures.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import type { NotificationDetail } from '../../streams/lists/watchNotification.ts';
import { NotificationsPage } from './NotificationsPage.tsx';

/** Records in memory: lists, opens, resends and hides them, and pushes each change. */
function notificationServer(
  initial: readonly NotificationDetail[],
  { permissions, answers = [] }: { permissions?: readonly Permission[]; answers?: readonly FixtureAnswer[] } = {},
) {
  let rows = initial;
  const events$ = new Subject<PushEvent>();
  const find = (id: number): NotificationDetail => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw new CallError('notFound', '找不到该通知', 404);
    return row;
  };
  const put = (row: NotificationDetail): void => {
    rows = [row, ...rows.filter(({ id }) => id !== row.id)].toSorted((a, b) => b.id - a.id);
    events$.next(
      changeFixture('notification.queued', {
        id: row.id,
        elevatorId: row.elevator_id,
        told: { rescueOrderId: row.rescue_order_id },
      }),
    );
  };
  const { call, asked } = fixtureCall([
    ...answers,
    answer(notificationList, ({ state, trouble, ...query }) => {
      const found = rows.filter(
        (row) =>
          (state === undefined || row.state === state) &&
          (trouble !== true || row.state === 'givenUp' || row.state === 'unknown'),
      );
      return pageFrom(found, query);
    }),
    answer(notificationDetail, ({ id }) => find(id)),
    answer(notificationResend, ({ id }) => {
      const { steps, ...row } = find(id);
      put({
        ...row,
        state: 'queued',
        state_label: '排队中',
        can_resend: false,
        steps: [...steps, { type: 'notification.resent', title: '重发', detail: '关立群', at: row.created_at }],
      });
      return {};
    }),
    answer(notificationDelete, ({ id }) => {
      rows = rows.filter((row) => row.id !== id);
      return { removed: 1 };
    }),
  ]);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  return { asked, put, deps: { ...deps, live: { ...deps.live, events$ } } };
}
type Server = ReturnType<typeof notificationServer>;

function NotificationStory({ server, address }: { server: Server; address: string }) {
  return (
    <ScreenFrame address={`/alarm-center/elevator-alarm-notify${address}`}>
      <NotificationsPage deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const usual = () => notificationServer(usualNotifications);

const meta = {
  title: 'features/ElevatorAlarmNotify',
  component: NotificationStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { server: usual(), address: '' },
} satisfies Meta<typeof NotificationStory>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Every state and channel; the chain is readable by screen readers. */
export const Records: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('夜间三次门报警@2')).toBeVisible();
    await expect(canvas.getAllByText('演示')).toHaveLength(2);
    await expect(
      canvas.getByRole('img', { name: /^排队中（已完成） → 发送中（已完成） → 结果未知（不确定）/ }),
    ).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: '重发' })).toHaveLength(2);
  },
};
export const Empty: Story = { args: { server: notificationServer([]) } };
export const Loading: Story = { args: { server: notificationServer([], { answers: [silent(notificationList)] }) } };
export const Denied: Story = {
  args: {
    server: notificationServer([], {
      answers: [
        failing(notificationList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403)),
      ],
    }),
  },
};
export const ReadOnly: Story = {
  args: { server: notificationServer(usualNotifications, { permissions: ['notify.view'] }), address: '?id=910' },
  play: async ({ canvasElement }) => {
    const detail = within(await screen.findByRole('complementary', { name: '通知 910' }));
    await expect(await detail.findByText(/按 1 受理/)).toBeVisible();
    await expect(within(canvasElement).queryByRole('button', { name: /重发|删除/ })).toBeNull();
    // Links are shown only to pages this user may open.
    await expect(detail.queryByRole('link')).toBeNull();
  },
};

const live = notificationServer(usualNotifications);
/** Under the pointer rows keep their places: new ones are counted, known ones are updated in place. */
export const LiveRows: Story = {
  args: { server: live },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const [first] = await canvas.findAllByText('困人呼叫无人受理');
    if (first === undefined) throw new Error('no row');
    await userEvent.hover(first);
    await fireEvent.pointerMove(first);
    live.put(notificationFixture({ id: 913, agoMs: 0, state: 'queued', recipient: '何静' }));
    live.put(notificationFixture({ id: 912, agoMs: 20_000, state: 'acknowledged', recipient: '周德明' }));
    await expect(await canvas.findByText('1 条新增', {}, { timeout: 5_000 })).toBeVisible();
    await expect(canvas.getAllByRole('row')[1]).toHaveTextContent('已确认');
    await userEvent.click(canvas.getByRole('button', { name: '更新列表' }));
    await waitFor(() => expect(canvas.getByText('何静')).toBeVisible());
  },
};

const doubtful = usual();
/** If it may have left, the page warns that it may have arrived; the record then shows it as queued again. */
export const ResendUnknown: Story = {
  args: { server: doubtful, address: '?id=910' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '通知 910' }));
    await userEvent.click(await detail.findByRole('button', { name: '重发' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/可能已送达/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '仍然重发' }));
    await expect(await detail.findByText('排队中')).toBeVisible();
    await expect(doubtful.asked).toContainEqual({ path: notificationResend.path, method: 'POST', input: { id: 910 } });
  },
};

const refusal = new CallError('refused', '周德明 已确认这条通知，不必重发', 1006);
const refused = notificationServer(usualNotifications, { answers: [failing(notificationDelete, refusal)] });
/** A refused deletion keeps its reason. */
export const DeleteRefused: Story = {
  args: { server: refused, address: '?id=909' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '通知 909' }));
    await userEvent.click(await detail.findByRole('button', { name: '删除' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await expect(dialog.getByText('请填写删除原因')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/删除原因/), '重复的测试');
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await expect(await dialog.findByText(refusal.message)).toBeVisible();
    await expect(dialog.getByLabelText(/删除原因/)).toHaveValue('重复的测试');
  },
};
