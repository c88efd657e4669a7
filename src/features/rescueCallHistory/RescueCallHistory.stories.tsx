import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import { fixtureNowMs, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { RescueCallHistoryPage } from './RescueCallHistoryPage.tsx';
import { historyRows, historyServer, type HistoryServer } from './history.fixtures.ts';

function HistoryStory({ server, address }: { server: HistoryServer; address: string }) {
  return (
    <ScreenFrame address={`/alarm-center/rescue-call-history${address}`}>
      <RescueCallHistoryPage deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/RescueCallHistory',
  component: HistoryStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { server: historyServer(historyRows(64)), address: '' },
} satisfies Meta<typeof HistoryStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const address = (): string => screen.getByTestId('address').textContent ?? '';
const rowCount = async (canvasElement: HTMLElement): Promise<number> =>
  (await within(canvasElement).findAllByRole('row')).length - 1;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await rowCount(canvasElement)).toBe(20));
  },
};
export const Empty: Story = { args: { server: historyServer([]) } };
export const Loading: Story = { args: { server: historyServer([], { isSilent: true }) } };
export const Failed: Story = {
  args: { server: historyServer([], { failure: new CallError('offline', '网络连接已断开，请检查网络', 0) }) },
};
export const Denied: Story = {
  args: {
    server: historyServer([], {
      failure: new CallError('denied', '您没有查看救援单的权限，如需开通请联系系统管理员。', 403),
    }),
  },
};

const filtered = historyServer(historyRows(64));
/** Filters come from the address and go into the query; closed orders only, unless a status is selected. */
export const Filtered: Story = {
  args: { server: filtered, address: '?overdue=true&trigger=SOS,phone&false_call=false&accepted_by=张' },
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await rowCount(canvasElement)).toBeLessThan(20));
    await expect(filtered.asked[0]?.body).toMatchObject({
      scope: 'history',
      overdue: true,
      trigger: ['SOS', 'phone'],
      false_call: false,
      accepted_by: '张',
      page: 1,
      page_size: 20,
    });
  },
};

const led = historyServer(historyRows(64));
/** A row of the statistics leads here: it says by whom the list is narrowed, and the press on it takes that away. */
export const FromStatistics: Story = {
  args: {
    server: led,
    address: '?status=0,1,2,3&was_trapped=yes&responsible=maintenance-12&responsible_name=天工有限公司',
  },
  play: async ({ canvasElement }) => {
    const narrowed = await within(canvasElement).findByRole('button', { name: '当时维保单位：天工有限公司' });
    await expect(led.asked[0]?.body).toMatchObject({ responsible: 'maintenance-12', was_trapped: ['yes'] });
    await userEvent.click(narrowed);
    await waitFor(() => expect(address()).not.toContain('responsible'));
    await expect(address()).toContain('was_trapped=yes');
    await expect(screen.queryByRole('button', { name: /^当时维保单位/ })).toBeNull();
  },
};

export const Detail: Story = {
  args: { address: '?id=899' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '救援单 899' }));
    await expect(await detail.findByText('派出救援')).toBeVisible();
    await expect(await detail.findByRole('button', { name: '打印记录' })).toBeVisible();
  },
};
/** Each round of notices unfolds to its people; who was not reached stands there unfolded. */
export const Rounds: Story = {
  args: { address: '?id=899' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '救援单 899' }));
    const round = await detail.findByText(/^第 1 轮 .*3 人，1 人未达$/);
    await expect(detail.getByText('陈立')).toBeVisible();
    await expect(detail.getByText('周德明')).not.toBeVisible();
    await userEvent.click(round);
    await waitFor(() => expect(detail.getByText('周德明')).toBeVisible());
  },
};
export const DetailNotFound: Story = { args: { address: '?id=12' } };

const hiding = historyServer(historyRows(24));
/** A closed order is hidden by its name and with a reason; too short a reason is refused in place. */
export const Hide: Story = {
  args: { server: hiding },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const [first] = await canvas.findAllByRole('button', { name: '删除' });
    if (first === undefined) throw new Error('no row to delete');
    await userEvent.click(first);
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/救援单 900（翠湖花园 1 栋 1 单元/)).toBeVisible());
    await userEvent.type(dialog.getByLabelText(/删除原因/), '重');
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await expect(await dialog.findByText('请填写删除原因（至少 2 字）')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/删除原因/), '复记录');
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(canvas.queryByText('900')).toBeNull());
    await expect(hiding.asked).toContainEqual({
      path: endpoints.rescueDelete.path,
      body: { id: 900, reason: '重复记录' },
    });
  },
};

/** Escape in the dialog closes the dialog; the detail stays. */
export const Why: Story = {
  args: { address: '?id=899' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '救援单 899' }));
    await userEvent.click(await detail.findByRole('button', { name: '为何响铃：救援单 899' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText('响铃的值班台（2）')).toBeVisible());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(detail.getByRole('button', { name: '打印记录' })).toBeVisible();
  },
};
const correcting = historyServer(historyRows(12));
/** The wrong figure is put right with a reason; only what differs is sent, and the row says that it was corrected. */
export const Correct: Story = {
  args: { server: correcting, address: '?id=899' },
  play: async ({ canvasElement }) => {
    const detail = within(await screen.findByRole('complementary', { name: '救援单 899' }));
    await userEvent.click(await detail.findByRole('button', { name: '更正' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.clear(await dialog.findByLabelText(/受伤人数/));
    await userEvent.type(dialog.getByLabelText(/受伤人数/), '9');
    await userEvent.type(dialog.getByLabelText(/更正原因/), '与医院核对');
    await userEvent.click(dialog.getByRole('button', { name: '记入更正' }));
    await expect(await dialog.findByText(/受伤人数不能多于被困人数/)).toBeVisible();
    await userEvent.clear(dialog.getByLabelText(/受伤人数/));
    await userEvent.type(dialog.getByLabelText(/受伤人数/), '1');
    await userEvent.click(dialog.getByRole('button', { name: '记入更正' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(correcting.asked).toContainEqual({
      path: endpoints.rescueAckState.path,
      body: {
        id: 899,
        event: 'rescue.corrected',
        data: { reason: '与医院核对', changes: { injuredNum: 1 } },
      },
    });
    await expect(await within(canvasElement).findAllByText('已更正')).not.toHaveLength(0);
  },
};
/** Corrected after closing: the facts are the corrected ones, the addendum stands in the timeline. */
export const Corrected: Story = {
  args: {
    server: historyServer([
      rescueRowFixture({ id: 899, stage: 'completed', agoMs: 7_200_000, row: { corrected_num: 1 } }),
    ]),
    address: '?id=899',
  },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '救援单 899' }));
    await expect(await detail.findByText(/已更正 1 次，以上为更正后的内容/)).toBeVisible();
    await expect(await detail.findByText('更正记录')).toBeVisible();
  },
};

export const LongLabels: Story = {
  args: {
    server: historyServer([
      rescueRowFixture({
        id: 318,
        stage: 'completed',
        agoMs: 7_200_000,
        row: {
          addr: '高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）A 座北区消防电梯兼货梯',
          community_name: '云锦国际商务中心（二期）超高层写字楼',
          tag: 'CH-GXKXC-2F-A-N-XF-0007',
          accepted_by: { id: 1, name: '欧阳阿依古丽·买买提' },
        },
      }),
    ]),
  },
};

export const PrintPreview: Story = {
  args: { address: '?overdue=true&print=895' },
  play: async () => {
    const paper = within(await screen.findByRole('region', { name: '打印救援记录' }));
    const record = within(await paper.findByRole('article', { name: '救援记录 895' }));
    await expect(record.getAllByText('王强 · 维保人员')).toHaveLength(2);
    await expect(record.getByText(/末条为本单第 \d+ 个事件/)).toBeVisible();
    // Whom each round has called is evidence: on paper nothing of it is folded.
    const notices = within(record.getByRole('table', { name: '通知明细' }));
    await expect(notices.getByText('第 1 轮：3 人，1 人未达')).toBeVisible();
    for (const name of ['张伟', '李娜', '周德明', '王强', '陈立']) await expect(notices.getByText(name)).toBeVisible();
  },
};
/** Back to the list as it was. */
export const PrintClosed: Story = {
  args: { address: '?overdue=true&print=895' },
  play: async () => {
    const paper = within(await screen.findByRole('region', { name: '打印救援记录' }));
    await userEvent.click(paper.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: '打印救援记录' })).toBeNull());
    await expect(address()).toBe('/alarm-center/rescue-call-history?overdue=true');
  },
};
export const PrintNotFound: Story = { args: { address: '?print=12' } };
