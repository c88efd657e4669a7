import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, within } from 'storybook/test';
import {
  elevatorDetailFixture,
  fixtureNowMs,
  fixtureTime,
  latestDataFixture,
  rescueRowFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import { provenChain, silentChain, unprovenChain } from '../../parts/stories/chain.fixtures.ts';
import { emptyTrail, type LiftTrail } from '../../streams/fleet/liftTrail.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { nothingPolled } from '../../streams/loading/pollLatestData.ts';
import { LiftView } from './LiftView.tsx';
import './ElevatorScreening.css';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const row = rescueRowFixture({ id: 7, stage: 'pending', agoMs: 60_000 });
const lift = elevatorDetailFixture(row, { open_rescue_id: null, status: 1, statusResult: '在线' });
const polled = {
  data: latestDataFixture(row, {
    received_at: fixtureTime(800),
    age_ms: 800,
    stale: false,
    floor: 7,
    speed: 1.5,
    car_status: 1,
    direction: 1,
    codes: [],
  }),
  missedPolls: 0,
};
const trail: LiftTrail = {
  length: 240,
  timesMs: Float64Array.from({ length: 240 }, (_, index) => fixtureNowMs - (240 - index) * 1_000),
  values: [
    Float32Array.from({ length: 240 }, (_, index) => (index % 60 < 25 ? 1.6 * Math.sin((index % 60) / 8) : 0)),
    Float32Array.from({ length: 240 }, (_, index) => (index % 60 > 45 ? 1 : 0)),
  ],
};

/** The server was restarted two minutes ago: the page has the data from before, but no one has those in between. */
const brokenTrail: LiftTrail = {
  ...trail,
  values: [
    trail.values[0].map((speed, index) => (index > 90 && index < 125 ? Number.NaN : speed)),
    trail.values[1].map((door, index) => (index > 90 && index < 125 ? Number.NaN : door)),
  ],
};

const meta = {
  title: 'features/ElevatorScreening/LiftView',
  component: LiftView,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <div style={{ display: 'grid', width: 560, height: 860 }}>
          <Story />
        </div>
      </MemoryRouter>
    ),
  ],
  args: {
    elevator: ready(lift),
    polled,
    trail,
    devices: ready([
      {
        device_key: 'COL000107',
        elevator_id: lift.id,
        device_type: 'COL',
        status: 1,
        statusResult: '在线',
        load: 1,
        loadResult: '正常',
        last_seen_at: fixtureTime(800),
        status_changed_at: fixtureTime(86_400_000),
        clock_off_ms: 240_000,
      },
    ]),
    alarms: ready([]),
    orders: ready([]),
    proven: ready({
      help: { at: fixtureTime(9 * 3_600_000), by: 'selfTest' },
      signal: { at: fixtureTime(800), by: 'report' },
    }),
    chain: ready({ enabled: true, stages: [...provenChain] }),
    recordings: ready([
      {
        id: 5,
        elevator_id: lift.id,
        tag: lift.tag,
        floor_min: -1,
        floor_max: 18,
        rescue_order_id: 318,
        alarm_id: 77,
        incident_ms: fixtureNowMs - 3_600_000,
        from_ms: 0,
        to_ms: 0,
        is_open: false,
      },
    ]),
    nowMs: fixtureNowMs,
    mayOpenRescue: true,
    onPlay: fn(),
    onClose: fn(),
    onRetry: fn(),
  },
} satisfies Meta<typeof LiftView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Live: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('img', { name: /井道：7 层，上行/ })).toBeVisible();
    await expect(canvas.getByText('自 2025-03-01 起（1 年 8 个月）')).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: '播放' }));
    await expect(args.onPlay).toHaveBeenCalled();
    await expectSpokenWhole(canvasElement);
  },
};
/** Its collector reports codes: in words, and one of the vendor's own that no table has. */
export const WithCodes: Story = {
  args: {
    polled: {
      ...polled,
      data: {
        ...polled.data,
        car_status: 0,
        direction: 0,
        speed: 0,
        door_zone: false,
        codes: ['03', '41', '?91', 'E-62'],
      },
    },
  },
  play: async ({ canvasElement }) => {
    const codes = within(within(canvasElement).getByRole('list', { name: '消息码' }));
    await expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '03 开门故障',
      '41 主电源断电',
      '未知代码 91',
      '未知代码 E-62',
    ]);
  },
};
export const Calling: Story = {
  args: {
    elevator: ready({ ...lift, open_rescue_id: 318 }),
    orders: ready([rescueRowFixture({ id: 318, stage: 'dispatched', agoMs: 725_000 })]),
  },
  play: async ({ canvasElement }) => {
    const orders = within(within(canvasElement).getByRole('region', { name: '未结救援单' }));
    await expect(orders.getByRole('link', { name: '救援单 318' })).toBeInTheDocument();
    await expect(orders.getByText(/已 12 分 5 秒/)).toBeInTheDocument();
  },
};
/** After a restart only its status is known of a silent device; one that comes and goes is marked as flapping. */
export const SilentDevices: Story = {
  args: {
    devices: ready([
      {
        device_key: 'COL000107',
        elevator_id: lift.id,
        device_type: 'COL',
        status: 2,
        statusResult: '离线',
        load: 0,
        loadResult: '未知',
        last_seen_at: null,
        status_changed_at: fixtureTime(7_200_000),
        clock_off_ms: null,
      },
      {
        device_key: 'CAM000107',
        elevator_id: lift.id,
        device_type: 'CAM',
        status: 1,
        statusResult: '在线',
        load: 0,
        loadResult: '未知',
        last_seen_at: fixtureTime(2_000),
        status_changed_at: fixtureTime(60_000),
        clock_off_ms: null,
        flapping: true,
      },
      {
        device_key: 'SCR000107',
        elevator_id: lift.id,
        device_type: 'SCR',
        status: 0,
        statusResult: '未激活',
        load: 0,
        loadResult: '未知',
        last_seen_at: null,
        status_changed_at: null,
        clock_off_ms: null,
      },
    ]),
  },
  play: async ({ canvasElement }) => {
    const devices = within(within(canvasElement).getByRole('region', { name: '设备与信号' }));
    await expect(devices.getByText('11-21 16:42 起离线')).toBeInTheDocument();
    await expect(devices.getByText('反复上下线')).toBeInTheDocument();
    await expect(devices.getByText('从未上报')).toBeInTheDocument();
  },
};
export const Stale: Story = {
  args: { polled: { data: { ...polled.data, stale: true, received_at: fixtureTime(96_000) }, missedPolls: 4 } },
};
export const Offline: Story = {
  args: {
    elevator: ready({ ...lift, status: 2, statusResult: '离线' }),
    polled: { data: { ...polled.data, stale: true, received_at: fixtureTime(3_600_000) }, missedPolls: 0 },
  },
};
export const NeverReported: Story = {
  args: {
    polled: { data: { ...polled.data, received_at: null, at: null, floor: null }, missedPolls: 0 },
    trail: emptyTrail,
    recordings: ready([]),
  },
};
/** The maintenance company is known, the day since when was never entered. */
export const MaintainedSinceUnknown: Story = {
  args: { elevator: ready({ ...lift, maintained_since: null }) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('未登记')).toBeInTheDocument();
  },
};
export const WithHole: Story = {
  args: { trail: brokenTrail },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/曲线自 18:38:30 起有数据；断开处没有上报/)).toBeVisible();
  },
};
export const Loading: Story = { args: { elevator: { kind: 'loading' }, polled: nothingPolled, trail: emptyTrail } };
export const NotFound: Story = { args: { elevator: { kind: 'failed', failure: 'notFound', message: '找不到该电梯' } } };
export const LiftOnly: Story = {
  args: { devices: null, alarms: null, orders: null, recordings: { kind: 'failed', failure: 'denied', message: '' } },
};

/** Its collector reports, but nobody has heard its emergency call for four days. */
export const EmergencyCallUnproven: Story = {
  args: {
    proven: ready({
      help: { at: fixtureTime(97 * 3_600_000), by: 'call' },
      signal: { at: fixtureTime(800), by: 'report' },
    }),
  },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getByText('4 天前 · 求救呼叫，已超过 72 小时')).toBeVisible();
    await expect(proven.getByText('0 秒前 · 上报')).toBeVisible();
  },
};

/** The way of every call, stage by stage. */
export const ChainProven: Story = {
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await userEvent.click(proven.getByText('4 个环节均已证实'));
    await expect(proven.getByText('消息服务器')).toBeVisible();
    await expect(proven.getAllByText(/秒前$/)).toHaveLength(4);
  },
};

/** Calls are kept, and may not be shown: the stage at fault says what to do, the one behind it has nothing to prove. */
export const ChainSilent: Story = {
  args: { chain: ready({ enabled: true, stages: [...silentChain] }) },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getByText('推送未证实，求救可能无人听到')).toBeVisible();
    await expect(proven.getByText('7 分钟前')).toBeVisible();
    await expect(proven.getByText(/^请每分钟刷新一次救援呼叫中心/)).toBeVisible();
    await expect(proven.queryByText(/^请确认有人在岗/)).toBeNull();
  },
};

/** An outage would ring no one: the supervisor sees what to do about it. */
export const ChainRingsNobody: Story = {
  args: {
    chain: ready({
      enabled: true,
      stages: [...provenChain],
      call_problem: '链路中断时无人可拨打：请为管理员或接听呼叫的人员填写手机号，或为物业、维保单位填写 24 小时电话',
    }),
  },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getByText(/^链路中断时无人可拨打：请为管理员/)).toBeVisible();
    await expect(proven.getByText('4 个环节均已证实')).toBeVisible();
  },
};

/** More reports than the server can handle: calls are not affected, the picture may lag. */
export const ReportsSkipped: Story = {
  args: {
    chain: ready({
      enabled: true,
      stages: [...provenChain],
      reports: { skipped_last_minute: 12_400, since: fixtureTime(90_000) },
    }),
  },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getByText('4 个环节均已证实')).toBeVisible();
    await userEvent.click(proven.getByText('全平台上报过多，近 1 分钟跳过 12,400 条中间状态'));
    await expect(proven.getByText(/^求救、报警和指令不受影响/)).toBeVisible();
  },
};

/** No device reports of this lift: what the platform skips of others says nothing about it. */
export const ReportsSkippedElsewhere: Story = {
  args: { ...ReportsSkipped.args, proven: ready({ help: null, signal: null }) },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getByText('4 个环节均已证实')).toBeVisible();
    await expect(proven.queryByText(/上报过多/)).toBeNull();
  },
};

/** A new platform: nobody knows yet whether a call would come through. */
export const ChainNeverProven: Story = {
  args: { chain: ready({ enabled: true, stages: [...unprovenChain] }) },
  play: async ({ canvas }) => {
    const proven = within(canvas.getByRole('region', { name: '最近证实' }));
    await expect(proven.getAllByText('从未证实')).toHaveLength(4);
    await expect(proven.getByText(/^请通知物业和维保加强巡查/)).toBeVisible();
  },
};

/** Nothing was ever heard of it: not its call, not its devices. */
export const NeverProven: Story = {
  args: { proven: ready({ help: null, signal: null }) },
  play: async ({ canvas }) => {
    await expect(within(canvas.getByRole('region', { name: '最近证实' })).getAllByText('从未证实')).toHaveLength(2);
  },
};
