import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { notificationFixture } from '../../contract/fixtures/notificationFixtures.ts';
import { fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { loading, ready } from '../../streams/loading/loadState.ts';
import { RescueCall } from './RescueCall.tsx';
import { sortOpenRescues } from '../../parts/rescue/openRescues.ts';
import { inLayout, inRouter, onlooker, pageWith, rowOf, shownDesk, usualRows } from './rescueCallStories.tsx';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const minute = 60_000;

const meta = {
  title: 'features/RescueCall',
  component: RescueCall,
  decorators: [inLayout, inRouter],
  parameters: { layout: 'fullscreen' },
  args: pageWith({ row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }) }),
} satisfies Meta<typeof RescueCall>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  args: { queue: { kind: 'ready', value: [], problem: null }, selectedId: null, desk: { kind: 'idle' } },
};
export const Loading: Story = { args: { queue: loading, selectedId: null, desk: { kind: 'loading' } } };
export const Failed: Story = {
  args: {
    queue: { kind: 'failed', failure: 'offline', message: '网络连接已断开' },
    selectedId: null,
    desk: { kind: 'failed', failure: 'failed', message: '网络连接已断开' },
  },
};
export const Denied: Story = {
  args: {
    queue: { kind: 'failed', failure: 'denied', message: '您没有查看救援单的权限，如需开通请联系系统管理员。' },
    selectedId: null,
    desk: { kind: 'failed', failure: 'denied', message: '您没有查看救援单的权限，如需开通请联系系统管理员。' },
    onNewCall: undefined,
  },
};
export const Stale: Story = {
  args: {
    ...pageWith({
      row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }),
      missedPolls: 12,
      data: { received_at: fixtureTime(14_000), at: fixtureTime(14_000) },
    }),
    queue: { kind: 'ready', value: sortOpenRescues(usualRows), problem: '网络连接已断开' },
  },
};
export const NotFound: Story = {
  args: { selectedId: 9_999, desk: { kind: 'failed', failure: 'notFound', message: '记录不存在' } },
};
export const NoOpenOrderOfTheLift: Story = { args: { selectedId: null, desk: { kind: 'noOpenOrder' } } };

/** Thirty simultaneous calls after a power cut: the worst stays on top, the desk does not move. */
export const Flood: Story = {
  args: pageWith(
    {
      row: rescueRowFixture({
        id: 430,
        stage: 'pending',
        agoMs: 4.6 * minute,
        row: { breach: 'respond', notice_level: 2, addr: '5 栋 2 单元' },
      }),
    },
    Array.from({ length: 29 }, (_, index) =>
      rescueRowFixture({
        id: 400 + index,
        stage: index % 5 === 0 ? 'accepted' : 'pending',
        agoMs: (0.2 + index * 0.09) * minute,
      }),
    ),
  ),
};

/** Many codes scanned within a minute, below the call of a device: one group, in which each can be chosen and answered. */
export const ScannedGroup: Story = {
  args: pageWith(
    { row: rescueRowFixture({ id: 430, stage: 'pending', agoMs: 0.3 * minute }) },
    Array.from({ length: 12 }, (_, index) =>
      rescueRowFixture({
        id: 400 + index,
        stage: 'pending',
        agoMs: (0.4 + index * 0.05) * minute,
        row: { trigger: 'QR', trigger_label: '扫码求救', only_scanned: true },
      }),
    ),
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const group = within(canvas.getByRole('list', { name: '集中扫码求救 12 起' }));
    await expect(group.getAllByRole('listitem')).toHaveLength(12);
    const alone = within(canvas.getByRole('list', { name: '未受理的救援' }));
    await expect(alone.getAllByRole('listitem')).toHaveLength(1);
  },
};

export const Pending: Story = { args: pageWith({ row: rowOf({ stage: 'pending', agoMs: 0.7 * minute }) }) };
export const PendingNearTheLimit: Story = {
  args: pageWith({ row: rowOf({ stage: 'pending', agoMs: 2.4 * minute, row: { notice_level: 2 } }) }),
};
export const BreachRespond: Story = {
  args: pageWith({
    row: rowOf({ stage: 'pending', agoMs: 4.2 * minute, row: { breach: 'respond', notice_level: 2, joined_num: 2 } }),
  }),
};
export const Accepted: Story = { args: pageWith({ row: rowOf({ stage: 'accepted', agoMs: 1.2 * minute }) }) };
/** Somebody pressed 1 on a telephone: the desk says who has it, and how it was taken. */
export const AcceptedByTelephone: Story = {
  args: pageWith({ row: rowOf({ stage: 'accepted', agoMs: 1.2 * minute, row: { accepted_via: 'phone' } }) }),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('张伟（电话）')[0]).toBeVisible();
  },
};
/** The third clock: in its last minute it is amber. */
export const ClaimAboutToLapse: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'accepted',
      agoMs: 5 * minute,
      row: { claim: { since: fixtureTime(4.3 * minute), lapses_at: fixtureTime(-0.7 * minute), extensions_left: 2 } },
    }),
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^延长/ })).toBeVisible();
  },
};
/** The three minutes stay as the first answer settled them; the second wait has a clock of its own. */
export const ClaimLapsed: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'pending',
      agoMs: 9.2 * minute,
      row: {
        answered_at: fixtureTime(9 * minute),
        waiting_since: fixtureTime(2.1 * minute),
        lapsed_claim: { id: 61, name: '张伟', cause: 'noProgress' },
      },
    }),
  }),
};
/** A wait of hours keeps every figure and word inside its box, beside the longest codes. */
export const WaitsForHours: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'pending',
      agoMs: 767 * minute,
      row: {
        tag: 'YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH',
        answered_at: fixtureTime(750 * minute),
        waiting_since: fixtureTime(727 * minute),
        lapsed_claim: { id: 61, name: '张伟', cause: 'noProgress' },
        breach: 'arrive',
        overdue: true,
      },
    }),
  }),
  play: async ({ canvas }) => {
    const clock = await canvas.findByRole('timer', { name: /重新等待受理/ });
    const strip = clock.closest('.rc-strip');
    const boxes = strip?.querySelectorAll<HTMLElement>('.rc-limit, .rc-strip__since') ?? [];
    await expect(boxes).toHaveLength(4);
    for (const box of boxes) {
      await expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
      for (const word of box.querySelectorAll<HTMLElement>('span'))
        await expect(word.getBoundingClientRect().right).toBeLessThanOrEqual(box.getBoundingClientRect().right);
    }
    await expect(strip?.scrollWidth).toBeLessThanOrEqual(strip?.clientWidth ?? 0);
  },
};
export const HandOverOffered: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'dispatched',
      agoMs: 9.2 * minute,
      row: {
        expected_at: fixtureTime(-4 * minute),
        hand_over: {
          to: { id: 62, name: '刘洋' },
          outcome: 'offered',
          at: fixtureTime(0.3 * minute),
          answer_by: fixtureTime(-0.7 * minute),
        },
      },
    }),
  }),
};
/** The colleague who is asked sees it on the call, too, and answers by a key. */
export const HandOverToMe: Story = {
  args: pageWith(
    {
      row: rowOf({
        stage: 'dispatched',
        agoMs: 9.2 * minute,
        row: {
          hand_over: {
            to: { id: 62, name: '刘洋' },
            outcome: 'offered',
            at: fixtureTime(0.3 * minute),
            answer_by: fixtureTime(-0.7 * minute),
          },
          allowed_actions: ['rescue.handOverAccepted', 'rescue.handOverDeclined', 'rescue.noted'],
        },
      }),
      more: { userId: 62 },
    },
    usualRows,
    62,
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('待您接收')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^接收/ })).toBeVisible();
  },
};
export const HandOverExpired: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'dispatched',
      agoMs: 9.2 * minute,
      row: {
        hand_over: {
          to: { id: 62, name: '刘洋' },
          outcome: 'expired',
          at: fixtureTime(0.3 * minute),
          answer_by: null,
        },
      },
    }),
  }),
};
/** Before a step of a colleague's call is sent, its form says whose call it is. */
export const ColleaguesCall: Story = {
  args: pageWith(
    {
      row: rowOf({ stage: 'dispatched', agoMs: 26.4 * minute }),
      form: 'rescue.arrived',
      more: { userId: 62 },
    },
    usualRows,
    62,
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('note')).toHaveTextContent('该呼叫由 张伟 负责');
  },
};
export const Dispatched: Story = {};
export const BreachArrive: Story = {
  args: pageWith({
    row: rowOf({ stage: 'dispatched', agoMs: 33.4 * minute, row: { breach: 'arrive', overdue: true } }),
  }),
};
export const Arrived: Story = { args: pageWith({ row: rowOf({ stage: 'arrived', agoMs: 13.1 * minute }) }) };
export const Released: Story = {
  args: pageWith({
    row: rowOf({ stage: 'released', agoMs: 16.2 * minute }),
    data: { floor: 12, door: 'open', door_zone: true, people: 0, codes: [] },
  }),
};
export const CompletedLate: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'completed',
      agoMs: 41 * minute,
      row: {
        overdue: true,
        arrived_at: fixtureTime(7 * minute),
        arrive_seconds: 2040,
        released_at: fixtureTime(3 * minute),
        completed_at: fixtureTime(0.5 * minute),
      },
    }),
    data: { floor: 1, door: 'closed', door_zone: true, people: 0, codes: [] },
  }),
  // From a closed call on to its record on paper, and to its lift.
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: '打印救援记录' })).toHaveAttribute(
      'href',
      '/alarm-center/rescue-call-history?print=318',
    );
    await expect(canvas.getByRole('link', { name: /^查看电梯/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/elevator-screening\?id=\d+$/),
    );
  },
};
/** The claim lapsed after two rounds of notices: the rounds begin again, and the earlier ones are mentioned. */
export const NoticesBeginAgain: Story = {
  args: pageWith({
    row: rowOf({ stage: 'pending', agoMs: 6 * minute, row: { notice_level: 0 } }),
    more: {
      timeline: ready(
        [1, 2].map((round) => ({
          position: round,
          version: 1,
          type: 'rescue.escalated',
          title: `升级通知：第 ${round} 轮`,
          detail: '无人受理',
          actor_name: '系统时钟',
          actor_role: '系统',
          actor_kind: 'clock' as const,
          at: fixtureTime((5 - round) * minute),
          received_at: fixtureTime((5 - round) * minute),
          hash: '',
        })),
      ),
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('重新振铃后尚未通知（此前已通知 2 轮）')).toBeVisible();
    await expect(canvas.getAllByText('系统时钟（自动）')).toHaveLength(2);
  },
};

/** Nobody answers at the desk: whom the rounds have called, how far each call is, and who knows of it already. */
export const PeopleAsked: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'pending',
      agoMs: 2.4 * minute,
      row: { notice_level: 2, informed: ['翠湖物业值班电话', '吴晓东'] },
    }),
    more: {
      asked: [
        notificationFixture({ id: 906, agoMs: 84_000, state: 'givenUp', rung: 1, problem: '已关机' }),
        notificationFixture({
          id: 907,
          agoMs: 70_000,
          state: 'acknowledged',
          rung: 1,
          recipient: '翠湖物业值班电话',
          masked_address: '0512****8800',
        }),
        notificationFixture({
          id: 908,
          agoMs: 40_000,
          state: 'answered',
          recipient: '吴晓东',
          masked_address: '137****5521',
        }),
        notificationFixture({
          id: 909,
          agoMs: 8_000,
          state: 'accepted',
          recipient: '迅达维保云川市高新技术产业开发区二十四小时值班电话',
          masked_address: '0571****2001',
        }),
        notificationFixture({
          id: 910,
          agoMs: 6_000,
          state: 'delivered',
          channel: 'sms',
          recipient: '陈立',
          masked_address: '139****2210',
          is_demo: true,
        }),
      ],
    },
  }),
  play: async ({ canvas }) => {
    const open = (round: string) =>
      within(canvas.getByRole('list', { name: `${round}的应答与未达` }))
        .getAllByRole('listitem')
        .map((line) => line.textContent.replace(/\s+/g, ' '));
    await expect(open('第 1 轮')).toEqual([
      '周德明 138****0417电话 · 已放弃：已关机',
      '翠湖物业值班电话 0512****8800电话 · 已按键',
    ]);
    await expect(open('第 2 轮')).toEqual(['吴晓东 137****5521电话 · 已接听，未按键']);
    await expect(canvas.getByText(/第 1 轮 .*：2 人，1 人未达/)).toBeVisible();
    const second = canvas.getByText(/第 2 轮 .*：3 人，1 人通知中/);
    const folded = canvas.getByText(/陈立/);
    await expect(folded).not.toBeVisible();
    await userEvent.click(second);
    await expect(folded).toBeVisible();
    await expect(canvas.getAllByText(/翠湖物业值班电话、吴晓东/).length).toBeGreaterThan(0);
  },
};

export const FalseCall: Story = {
  args: pageWith({
    row: rowOf({ stage: 'falseCall', agoMs: 6 * minute }),
    data: { floor: 3, door: 'open', door_zone: true, people: 0, codes: [] },
  }),
};

export const PhonedIn: Story = {
  args: pageWith({
    row: rowOf({
      stage: 'pending',
      agoMs: 0.4 * minute,
      row: {
        trigger: 'phone',
        trigger_label: '电话报警',
        caller_name: '李女士',
        caller_phone: '138 0000 4411',
        note: '电梯停在 12 楼和 13 楼之间，有一位孕妇。',
      },
    }),
  }),
};
export const LiftMoving: Story = {
  args: pageWith({
    row: rowOf({ stage: 'accepted', agoMs: 1.2 * minute }),
    data: { car_status: 1, direction: 2, door: 'closed', floor: 21, speed: -1.75, people: 4, codes: [] },
  }),
};
export const LiftOffline: Story = {
  args: pageWith({
    row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }),
    elevator: { status: 2, statusResult: '离线' },
    data: { stale: true, age_ms: 275_000, received_at: fixtureTime(275_000), at: fixtureTime(275_000) },
  }),
};
export const LiftStale: Story = {
  args: pageWith({
    row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }),
    data: { stale: true, age_ms: 48_000, received_at: fixtureTime(48_000), at: fixtureTime(48_000) },
  }),
};
export const LiftNeverReported: Story = {
  args: pageWith({
    row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }),
    data: {
      received_at: null,
      at: null,
      age_ms: null,
      floor: null,
      door: null,
      people: null,
      speed: null,
      direction: null,
      car_status: null,
      door_zone: null,
      service_mode: null,
      codes: [],
    },
  }),
};
export const ReadOnly: Story = {
  args: {
    ...pageWith({ row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }), can: onlooker }),
    onNewCall: undefined,
  },
};
export const ClaimRefused: Story = {
  args: pageWith({ row: rowOf({ stage: 'accepted', agoMs: 0.8 * minute }), more: { answerProblem: '张伟 已受理' } }),
};
export const LongLabels: Story = {
  args: {
    ...pageWith({
      row: rowOf({
        stage: 'dispatched',
        agoMs: 67 * minute,
        row: {
          addr: '高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）超高层写字楼 A 座北区消防电梯兼货梯',
          community_name: '云锦国际商务中心（二期）',
          full_area: '云州市 / 高新技术产业开发区 / 科学城街道 / 创新大道社区居民委员会',
          tag: 'YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH',
          maintenance_name: '安行电梯维保（云州）有限责任公司高新区第二分公司',
          property_name: '云锦物业服务（集团）有限公司云锦国际商务中心项目部',
          accepted_by: { id: 61, name: '欧阳阿依古丽·买买提' },
          breach: 'arrive',
          overdue: true,
          late: true,
        },
      }),
      elevator: { floor_min: -4, floor_max: 88 },
      data: { floor: 61, people: 11, codes: ['01', '04', '41', '46', '90'] },
    }),
  },
  play: ({ canvasElement }) => expectSpokenWhole(canvasElement),
};
export const ReadingTheOrder: Story = { args: { desk: { kind: 'loading' } } };
export const TimelineFailed: Story = {
  args: {
    desk: shownDesk({
      row: rowOf({ stage: 'dispatched', agoMs: 7.7 * minute }),
      more: { timeline: { kind: 'failed', failure: 'failed', message: '请求未响应' } },
    }),
  },
};
