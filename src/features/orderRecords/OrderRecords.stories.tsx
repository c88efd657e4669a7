import type { Meta, StoryObj } from '@storybook/react-vite';
import { createElement, useState } from 'react';
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { visitAckState, visitAssign } from '../../contract/endpoints/visit.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { visitDetailFixture } from '../../contract/fixtures/visitFixtures.ts';
import { screenNamed } from '../../contract/screens.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { unplannedLifts } from './checkLists.fixtures.ts';
import { orderRecordsAt } from './index.ts';
import { manyVisits, usualVisits, visitServer, type VisitServer } from './orderRecords.fixtures.ts';

function OrderRecordsStory({ server, address }: { server: VisitServer; address: string }) {
  const [Page] = useState(() => orderRecordsAt(() => fixtureNowMs)(server.deps));
  return <ScreenFrame address={`${screenNamed('OrderRecords').path}${address}`}>{createElement(Page)}</ScreenFrame>;
}

const usual = () => visitServer(usualVisits);
const offline = new CallError('offline', '网络连接已断开，请检查网络', 0);
const denied = new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403);

const meta = {
  title: 'features/OrderRecords',
  component: OrderRecordsStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { server: usual(), address: '' },
} satisfies Meta<typeof OrderRecordsStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const shown = (address: string): Story => ({ args: { server: usual(), address } });
const panel = async (name: string | RegExp) => within(await screen.findByRole('complementary', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const rowNum = (canvasElement: HTMLElement): number => within(canvasElement).getAllByRole('row').length - 1;

/** The visits that wait for a person; a counter then shows exactly what it counts. */
export const List: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('已超时 3 天');
    await expect(rowNum(canvasElement)).toBe(4);
    await expect(canvas.queryByText(/未排入计划/)).toBeNull();
    for (const [name, num] of [
      ['今日到期 2', 2],
      ['已超时 1', 1],
      ['待会签 1', 1],
      ['存疑 1', 1],
    ] as const) {
      await userEvent.click(canvas.getByRole('button', { name: new RegExp(name.replace(' ', '\\s*')) }));
      await waitFor(() => expect(rowNum(canvasElement)).toBe(num));
    }
    await expect(screen.getByTestId('address')).toHaveTextContent('counted=doubtful');
  },
};
export const AllVisits = shown('?scope=all');
export const Empty: Story = { args: { server: visitServer([]) } };
export const Loading: Story = { args: { server: visitServer([], { isSilent: true }) } };
export const Failed: Story = { args: { server: visitServer([], { failure: offline }) } };
export const Denied: Story = { args: { server: visitServer([], { failure: denied }) } };
export const Thousands: Story = { args: { server: visitServer(manyVisits(3_000)) } };
export const ReadOnly: Story = {
  args: { server: visitServer(usualVisits, { permissions: ['visit.view'] }), address: '?id=3' },
};

const live = visitServer(usualVisits);
/** A visit that moves on elsewhere moves on here. */
export const LiveRows: Story = {
  args: { server: live },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('已超时 3 天');
    live.put(visitDetailFixture({ id: 1, stage: 'signed', dueInDays: -3 }));
    await waitFor(() => expect(canvas.queryByText('已超时 3 天')).toBeNull(), { timeout: 5_000 });
  },
};

export const PanelPlanned = shown('?scope=all&id=3');
export const PanelDue = shown('?scope=all&id=1');
export const PanelWorking = shown('?scope=all&id=5');
export const PanelSigned = shown('?scope=all&id=7');
export const PanelDoubtful = shown('?scope=all&id=8');
export const PanelReplanned = shown('?scope=all&id=10');
export const PanelImported = shown('?scope=all&id=9');
export const PanelNotFound = shown('?id=404');

const signing = usual();
/** The officer signs with the pen; without a stroke the form asks for one. */
export const PanelSubmitted: Story = {
  args: { server: signing, address: '?scope=all&id=6' },
  play: async () => {
    const detail = await panel(/半月维保/);
    await expect(await detail.findByRole('link', { name: '故障 403' })).toBeVisible();
    await userEvent.click(await detail.findByRole('button', { name: '会签' }));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: '会签' }));
    await expect(await form.findByText('请签名')).toBeVisible();
    const pad = form.getByRole('img', { name: /在此书写/ });
    const box = pad.getBoundingClientRect();
    const at = (x: number, y: number) => ({ clientX: box.left + x, clientY: box.top + y, pointerId: 1 });
    await fireEvent.pointerDown(pad, at(20, 20));
    await fireEvent.pointerMove(pad, at(80, 60));
    await fireEvent.pointerMove(pad, at(140, 20));
    await fireEvent.pointerUp(pad, at(140, 20));
    await userEvent.click(form.getByRole('button', { name: '会签' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect((await detail.findAllByText('已会签')).length).toBeGreaterThan(0);
    await expect(signing.asked.some(({ path }) => path === visitAckState.path)).toBe(true);
  },
};

const refused = visitServer(usualVisits, {
  refusal: new CallError('refused', '须由该小区的电梯安全员会签，请在“小区管理”中登记安全员并关联账号', 1003),
});
/** A step that is refused says why, and what was typed stays. */
export const StepRefused: Story = {
  args: { server: refused, address: '?scope=all&id=6' },
  play: async () => {
    const detail = await panel(/半月维保/);
    await userEvent.click(await detail.findByRole('button', { name: '退回' }));
    const form = await dialog();
    await userEvent.type(form.getByLabelText(/退回原因/), '底坑照片不清楚');
    await userEvent.click(form.getByRole('button', { name: '退回' }));
    await expect(await form.findByText(/须由该小区的电梯安全员会签/)).toBeVisible();
    await expect(form.getByLabelText(/退回原因/)).toHaveValue('底坑照片不清楚');
  },
};

const assigning = usual();
/** Several visits at once: those that would be late are refused by name. */
export const Bulk: Story = {
  args: { server: assigning, address: '?scope=pending' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('已超时 3 天');
    for (const box of (await canvas.findAllByRole('checkbox', { name: /选择/ })).slice(0, 3)) {
      await userEvent.click(box);
    }
    await userEvent.click(await canvas.findByRole('button', { name: '派工 / 改期' }));
    const form = await dialog();
    await form.findByText('证书已于 2026-06-01 到期，不能派工');
    await fireEvent.change(form.getByLabelText(/计划日期/), { target: { value: '2026-11-22' } });
    await userEvent.click(form.getByRole('button', { name: /更改 \d 单/ }));
    await screen.findByRole('list', { name: '未更改的工单' });
    await expect(assigning.asked.some(({ path }) => path === visitAssign.path)).toBe(true);
  },
};

const away = usual();
/** A worker will be away: each visit is offered to a colleague who may and can take it. */
export const Away: Story = {
  args: { server: away },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '人员离岗' }));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: '列出工单' }));
    await expect(await form.findByText('请选择维保人员')).toBeVisible();
    await userEvent.type(form.getByRole('combobox', { name: /维保人员/ }), '周');
    await userEvent.click(await screen.findByRole('option', { name: /周启明/ }));
    await fireEvent.change(form.getByLabelText(/开始日期/), { target: { value: '2026-11-21' } });
    await fireEvent.change(form.getByLabelText(/结束日期/), { target: { value: '2026-11-25' } });
    await userEvent.click(form.getByRole('button', { name: '列出工单' }));
    await screen.findByText('当天没有证书有效且有空的同事');
    await userEvent.click(screen.getByRole('button', { name: '派给同事 2 单' }));
    await screen.findByText(/已更改 2 单/);
    await expect(away.asked).toContainEqual({
      path: visitAssign.path,
      method: 'POST',
      input: { ids: [1, 3], person_ids: [32, 33] },
    });
  },
};

/** A day of the month leads to the list of it. */
export const Calendar: Story = {
  args: { server: usual(), address: '?tab=calendar' },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('link', { name: /^2026-11-24/ }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('on=2026-11-24'));
  },
};
export const CalendarLoading: Story = {
  args: { server: visitServer([], { isSilent: true }), address: '?tab=calendar' },
};
export const CalendarFailed: Story = {
  args: { server: visitServer([], { failure: offline }), address: '?tab=calendar' },
};
export const SummaryByCompany = shown('?tab=summary');
export const SummaryByWorker = shown('?tab=summary&by=worker');
export const SummaryDenied: Story = { args: { server: visitServer([], { failure: denied }), address: '?tab=summary' } };

const lacking = visitServer(usualVisits, { unplanned: unplannedLifts });
/** Lifts that lack something are counted over the list; the rows say why, and lead to the register. */
export const Unplanned: Story = {
  args: { server: lacking },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const notice = within(await canvas.findByRole('region', { name: '未排入计划' }));
    await expect(notice.getByText('3')).toBeVisible();
    await userEvent.click(notice.getByRole('link', { name: '查看原因' }));
    await userEvent.click(await canvas.findByText(/请先导入专用清单/));
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent('/base-data/elevator-management?keyword=CH-07-02&id=72'),
    );
  },
};
export const UnplannedFailed: Story = {
  args: { server: visitServer(usualVisits, { unplannedFailure: offline }) },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/暂时无法核对有无未排入计划的电梯/);
  },
};
export const UnplannedDenied: Story = {
  args: { server: visitServer(usualVisits, { unplannedFailure: denied }) },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('已超时 3 天');
    await expect(within(canvasElement).queryByText(/未排入计划/)).toBeNull();
  },
};
export const UnplannedRows: Story = { args: { server: lacking, address: '?tab=unplanned' } };
export const UnplannedRowsEmpty = shown('?tab=unplanned');
export const UnplannedRowsFailed: Story = {
  args: { server: visitServer([], { failure: offline }), address: '?tab=unplanned' },
};
export const UnplannedRowsDenied: Story = {
  args: { server: visitServer([], { failure: denied }), address: '?tab=unplanned' },
};

/** A list opens with its versions and its items. */
export const CheckLists: Story = {
  args: { server: usual(), address: '?tab=check-lists' },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('迅达消防员电梯'));
    const detail = await panel('迅达消防员电梯');
    await detail.findByText(/第 3 版 · .*撤销导入/);
    await expect(detail.getAllByRole('table')).toHaveLength(4);
  },
};
export const CheckListsEmpty: Story = { args: { server: visitServer([]), address: '?tab=check-lists' } };
export const CheckListsLoading: Story = {
  args: { server: visitServer([], { isSilent: true }), address: '?tab=check-lists' },
};
export const CheckListsFailed: Story = {
  args: { server: visitServer([], { failure: offline }), address: '?tab=check-lists' },
};
export const CheckListsDenied: Story = {
  args: { server: visitServer([], { failure: denied }), address: '?tab=check-lists' },
};
export const CheckListsReadOnly: Story = {
  args: { server: visitServer(usualVisits, { permissions: ['visit.view'] }), address: '?tab=check-lists' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('迅达消防员电梯');
    await expect(within(canvasElement).queryByRole('button', { name: '导入' })).toBeNull();
  },
};

export const Print = shown('?scope=all&print=7');
export const PrintBlank = shown('?scope=all&print=4');
export const PrintNotFound = shown('?print=404');
