import type { Meta, StoryObj } from '@storybook/react-vite';
import { of } from 'rxjs';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import {
  alarmFixture,
  alarmServer,
  calmAlarms,
  floodAlarms,
  shelvedAlarms,
  suppressedAlarms,
  type AlarmServer,
} from './alarms.fixtures.ts';
import { createElevatorAlarm } from './index.ts';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

function AlarmStory({ server, address = '' }: { server: AlarmServer; address?: string }) {
  return <ScreenStory create={createElevatorAlarm} deps={server.deps} address={address} />;
}

const meta = {
  title: 'features/ElevatorAlarm',
  component: AlarmStory,
  parameters: { layout: 'fullscreen' },
  args: { server: alarmServer(calmAlarms()) },
} satisfies Meta<typeof AlarmStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const rowOf = async (canvasElement: HTMLElement, name: RegExp): Promise<HTMLElement> => {
  const row = (await within(canvasElement).findByRole('button', { name })).closest('li');
  if (row === null) throw new Error('the line is no item of a list');
  return row;
};
const dialog = async () => within(await screen.findByRole('dialog'));
const handled = (server: AlarmServer) =>
  server.asked.filter(({ path }) => path.endsWith('/handle')).map(({ input }) => input);

/** Worst first, each on a line of its own. */
export const Calm: Story = {
  play: async ({ canvasElement }) => {
    const list = within(await within(canvasElement).findByRole('region', { name: '待处理' }));
    const lines = await list.findAllByRole('button', { pressed: false });
    await expect(lines.map((line) => /^(\S+?)DT/.exec(line.textContent ?? '')?.[1])).toEqual([
      '电动车入梯',
      '长时间开门',
      '摄像头遮挡',
      '异常震动',
    ]);
    await expect(within(canvasElement).queryByText('报警洪峰')).toBeNull();
  },
};
export const Empty: Story = { args: { server: alarmServer([]) } };
export const Loading: Story = { args: { server: alarmServer([], { isSilent: true }) } };
export const Failed: Story = {
  args: { server: alarmServer([], { failure: new CallError('offline', '网络连接已断开，请检查网络', 0) }) },
};
export const Denied: Story = {
  args: {
    server: alarmServer([], {
      failure: new CallError('denied', '您没有查看报警的权限，如需开通请联系系统管理员。', 403),
    }),
  },
};
/** The link is down: the last data stay, greyed, with their age. */
export const Stale: Story = {
  args: { server: alarmServer(calmAlarms(), { live: { link$: of({ state: 'stale', sinceMs: fixtureNowMs }) } }) },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/数据已停止更新/)).toBeVisible();
  },
};

const flood = alarmServer([...floodAlarms(), ...shelvedAlarms(), ...suppressedAlarms()]);
/** Sixty in a minute: the three of priority 1 are on top, the others form a few lines with counts. */
export const Flood: Story = {
  args: { server: flood },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('报警洪峰')).toBeVisible();
    const urgent = within(await canvas.findByRole('region', { name: '紧急 3 条' }));
    await expect(urgent.getAllByRole('listitem')).toHaveLength(3);
    await expect(urgent.getByRole('link', { name: '救援单 57' })).toHaveAttribute('href', '/alarm-center?id=57');
    await expect(urgent.queryByRole('checkbox')).toBeNull();
    await expect(canvas.getByRole('button', { name: /长时间开门.*18 条.*翠湖花园/ })).toBeVisible();
    await expect(canvas.getByText(/已抑制 12 条：检修中 8 条，采集器离线 4 条/)).toBeVisible();
  },
};

/** An opened group lists its alarms below it. */
export const GroupOpened: Story = {
  args: { server: alarmServer(floodAlarms()) },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /长时间开门.*18 条.*翠湖花园/ }));
    const group = await rowOf(canvasElement, /长时间开门.*18 条.*翠湖花园/);
    await waitFor(() => expect(within(group).getAllByRole('listitem')).toHaveLength(18));
  },
};

const handling = alarmServer(floodAlarms());
/** All alarms of a group as they are when the step begins: shelved together, with a reason. */
export const ShelveGroup: Story = {
  args: { server: handling },
  play: async ({ canvasElement }) => {
    await userEvent.click(
      await within(canvasElement).findByRole('button', { name: '搁置 翠湖花园 · 长时间开门 全部' }),
    );
    const form = await dialog();
    await waitFor(() => expect(form.getByText('翠湖花园 · 长时间开门 18 条')).toBeVisible());
    await userEvent.click(form.getByRole('button', { name: '搁置' }));
    await expect(await form.findByText('请填写搁置原因（至少 2 字）')).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: '到指定时间' }));
    await userEvent.type(form.getByLabelText(/恢复时间/), '09:00');
    await userEvent.type(form.getByLabelText(/搁置原因/), '门感应器损坏，等待更换');
    await userEvent.click(form.getByRole('button', { name: '搁置' }));
    await expect(await form.findByText('最长搁置 8 小时，请选择更早的时间')).toBeVisible();
    await userEvent.clear(form.getByLabelText(/恢复时间/));
    await userEvent.type(form.getByLabelText(/恢复时间/), '21:30');
    await userEvent.click(form.getByRole('button', { name: '搁置' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(handled(handling)).toMatchObject([
      {
        ids: expect.arrayContaining([100, 117]),
        event: 'alarm.shelved',
        data: { untilMs: Date.parse('2026-11-21T21:30:00+08:00'), reason: '门感应器损坏，等待更换' },
      },
    ]);
    await expect(await within(canvasElement).findByText('已离开列表')).toBeVisible();
  },
};

const partial = alarmServer(calmAlarms());
/** An alarm that a colleague closed in the meantime is named with the reason; the others are handled. */
export const BulkPartlyRefused: Story = {
  args: { server: partial },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: /电动车入梯/ }));
    await userEvent.click(canvas.getByRole('checkbox', { name: /长时间开门/ }));
    await userEvent.click(canvas.getByRole('checkbox', { name: /摄像头遮挡/ }));
    await expect(canvas.getByText('已选 3 条')).toBeVisible();
    // It worsened, and the page has not heard of it yet.
    partial.change((rows) => rows.map((row) => (row.id === 38 ? { ...row, level: 1, levelName: '紧急' } : row)));
    await userEvent.click(
      within(canvas.getByRole('group', { name: '批量处理' })).getByRole('button', { name: '完成' }),
    );
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: '完成' }));
    await expect(await canvas.findByText('已完成 2 条，1 条未处理')).toBeVisible();
    await expect(canvas.getByText('报警 38：紧急报警须逐条处理，请打开该报警单独处理')).toBeVisible();
    await expect(canvas.getByText('已选 1 条')).toBeVisible();
  },
};

export const Shelved: Story = {
  args: { server: alarmServer([...calmAlarms(), ...shelvedAlarms()]), address: '?view=shelved' },
  play: async ({ canvasElement }) => {
    const row = within(await rowOf(canvasElement, /长时间开门.*DT-0061/));
    await expect(row.getByText(/物业正在搬运家具，门保持打开（张伟）/)).toBeVisible();
    await expect(row.getByText('19:59')).toBeVisible();
  },
};
export const Suppressed: Story = {
  args: { server: alarmServer([...calmAlarms(), ...suppressedAlarms()]) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '查看' }));
    await waitFor(() => expect(canvas.getAllByText('检修中')).toHaveLength(8));
    await expect(canvas.getAllByText('采集器离线')).toHaveLength(4);
  },
};

const moving = alarmServer(calmAlarms());
/**
 * While the pointer is over the list no line moves: new alarms wait, and closed ones keep their place. An alarm of
 * priority 1 appears immediately.
 */
export const HoldsUnderThePointer: Story = {
  args: { server: moving },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const door = await canvas.findByRole('button', { name: /^长时间开门/ });
    await userEvent.pointer({ target: door });
    moving.change((rows) => [
      ...rows.filter(({ id }) => id !== 41),
      alarmFixture(90, 'gasCylinder', { agoMs: 0, place: 2 }),
      alarmFixture(91, 'overshoot', { agoMs: 0, place: 3 }),
    ]);
    await expect(await canvas.findByRole('region', { name: '紧急 1 条' })).toBeVisible();
    await expect(await canvas.findByText('已离开列表')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^煤气罐入梯/ })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: '1 条新的，点击显示' }));
    await expect(await canvas.findByRole('button', { name: /^煤气罐入梯/ })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^电动车入梯/ })).toBeNull();
  },
};

export const Detail: Story = {
  args: { server: alarmServer([...calmAlarms(), ...floodAlarms()]), address: '?id=202' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '报警 202' }));
    await expect(await detail.findByText(/该报警由救援单 57 处理/)).toBeVisible();
    await expect(detail.queryByRole('button', { name: '完成' })).toBeNull();
    await expect(detail.getByRole('button', { name: '确认' })).toBeVisible();
    await expect(detail.getByText('发生按钮求救报警')).toBeVisible();
  },
};
const judging = alarmServer(calmAlarms());
/** A push during the edit changes neither the form nor what was typed. */
export const JudgeFalse: Story = {
  args: { server: judging, address: '?id=41' },
  play: async () => {
    const detail = within(await screen.findByRole('complementary', { name: '报警 41' }));
    await userEvent.click(await detail.findByRole('button', { name: '判定误报' }));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: '判定误报' }));
    await expect(await form.findByText('请填写误报原因（至少 2 字）')).toBeVisible();
    await userEvent.type(form.getByLabelText(/误报原因/), '轿厢内为');
    judging.change((rows) => [alarmFixture(92, 'moto', { agoMs: 0 }), ...rows]);
    await userEvent.type(form.getByLabelText(/误报原因/), '轮椅');
    await userEvent.click(form.getByRole('button', { name: '判定误报' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(handled(judging)).toMatchObject([
      { id: 41, event: 'alarm.judgedFalse', data: { reason: '轿厢内为轮椅' } },
    ]);
    await expect(await detail.findByText('误报')).toBeVisible();
  },
};
export const DetailNotFound: Story = { args: { address: '?id=7' } };

/** A user who may only view gets no check boxes and no buttons. */
export const ReadOnly: Story = {
  args: { server: alarmServer(floodAlarms(), { permissions: ['alarm.view'] }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('报警洪峰');
    await expect(canvas.queryByRole('checkbox')).toBeNull();
    await expect(canvas.queryByRole('button', { name: /^确认/ })).toBeNull();
  },
};

const closed = [...calmAlarms(), ...floodAlarms()].map((row, index) =>
  index % 5 === 0
    ? row
    : {
        ...row,
        status: index % 4 === 1 ? (2 as const) : (1 as const),
        statusResult: index % 4 === 1 ? '误报' : '已完成',
      },
);
const past = alarmServer(closed);
/** Closed alarms, unless another status is selected. */
export const History: Story = {
  args: { server: past, address: '?tab=history' },
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await within(canvasElement).findAllByRole('row')).toHaveLength(21));
    await expect(past.asked.find(({ path }) => path === '/api/alarm/record/list')?.input).toMatchObject({
      scope: 'history',
      page: 1,
    });
  },
};
export const LongLabels: Story = {
  args: {
    server: alarmServer([
      alarmFixture(1, 'runWithDoorOpen', {
        tag: 'YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH',
        addr: '高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）A 座北区消防电梯兼货梯',
        community_name: '云锦国际商务中心（二期）超高层写字楼',
      }),
      alarmFixture(2, 'longTimeOpen', {
        tag: 'CH-GXKXC-2F-A-N-XF-0008',
        addr: '高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）A 座北区消防电梯兼货梯',
        community_name: '云锦国际商务中心（二期）超高层写字楼',
        acknowledged_by: '欧阳阿依古丽·买买提',
        repeat_num: 1_287,
      }),
    ]),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH');
    await expectSpokenWhole(canvasElement);
  },
};
