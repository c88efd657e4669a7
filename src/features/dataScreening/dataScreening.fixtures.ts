import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import {
  alarmHandlingLabels,
  alarmKindLabels,
  alarmPriorities,
  alarmPriorityLabels,
  type AlarmKind,
  type StatusIndex,
} from '../../contract/labels.ts';
import type { Figures, Today } from './Statistics.tsx';
import type { DatedWorks, Works } from '../../streams/lists/watchWaitingWork.ts';

/** The tiles as the server gives them. */
export const todosOf = (
  rescue: number,
  unanswered: number,
  overdue: number,
  alarm: number,
  [scooter, fault, incident]: readonly [scooter: number, fault: number, incident: number],
): Works['todos'] => [
  {
    kind: 'rescue',
    label: '困人救援',
    unit: '起',
    count: rescue,
    notes: [
      { key: 'unanswered', label: '无人受理', count: unanswered, tone: 'critical' },
      { key: 'overdue', label: '已超时', count: overdue, tone: 'high' },
    ],
    quiet_note: '当前没有待处理的救援',
    path: '/alarm-center',
  },
  {
    kind: 'scooter',
    label: '电动车',
    unit: '起',
    count: scooter,
    notes: [
      { key: 'doorHeld', label: '梯门保持', count: scooter, tone: 'high' },
      { key: 'overdue', label: '已超时', count: Math.floor(scooter / 2), tone: 'high' },
    ],
    quiet_note: '当前没有电动车入梯',
    path: '/alarm-center/electric-scooter',
  },
  {
    kind: 'fault',
    label: '故障',
    unit: '起',
    count: fault,
    notes: [
      { key: 'urgent', label: '紧急', count: Math.ceil(fault / 3), tone: 'high' },
      { key: 'overdue', label: '已超时', count: 0, tone: 'high' },
    ],
    quiet_note: '当前没有待处理的故障',
    path: '/alarm-center/fault-fault',
  },
  {
    kind: 'incident',
    label: '事件',
    unit: '起',
    count: incident,
    notes: [{ key: 'overdue', label: '已超时', count: 0, tone: 'high' }],
    quiet_note: '当前没有待核查的事件',
    path: '/alarm-center/fault-event',
  },
  {
    kind: 'alarm',
    label: '待处理报警',
    unit: '条',
    count: alarm,
    notes: [{ key: 'overdue', label: '已超时', count: 0, tone: 'high' }],
    quiet_note: '当前没有待处理的报警',
    path: '/alarm-center/elevator-alarm',
  },
];

export const busyWorks: Works = {
  todos: todosOf(4, 1, 1, 23, [2, 6, 3]),
  rescue: 4,
  rescue_unanswered: 1,
  rescue_overdue: 1,
  alarm_unprocessed: 23,
  elevator_total: 1000,
  elevator_online: 962,
  elevator_offline: 31,
};
export const calmWorks: Works = {
  todos: todosOf(0, 0, 0, 0, [0, 0, 0]),
  rescue: 0,
  rescue_unanswered: 0,
  rescue_overdue: 0,
  alarm_unprocessed: 0,
  elevator_total: 1000,
  elevator_online: 997,
  elevator_offline: 3,
};
export const datedWorks = (works: Works, ageMs = 2_000): DatedWorks => ({ works, loadedAtMs: fixtureNowMs - ageMs });

export const figures: Figures = {
  ages: {
    total: 1_000,
    groups: [
      ['5 年以下', 5, null, 334],
      ['5–10 年', 10, 5, 389],
      ['10–15 年', 15, 10, 197],
      ['15 年以上', null, 15, 80],
    ].map(([label, start, end, value]) => ({
      label: String(label),
      years_start: start === null ? null : Number(start),
      years_end: end === null ? null : Number(end),
      value: Number(value),
    })),
  },
  brands: {
    total: 1_000,
    brands: [
      ['峻达', 140],
      ['云擎', 132],
      ['凌岳', 101],
      ['川升', 98],
      ['博岭', 94],
      ['远程', 88],
      ['瑞升', 76],
      ['华锐', 271],
    ].map(([name, value], index) => ({ id: index + 1, name: String(name), value: Number(value) })),
  },
  tree: {
    total: 1_000,
    community_total: 42,
    areas: ['东湖区', '西岭区', '南浦区', '北塘区', '云台县'].map((name, index) => ({
      id: index + 1,
      name,
      elevator_num: 260 - index * 30,
      online_num: 250 - index * 30,
      offline_num: 10,
      call_num: index === 0 ? 1 : 0,
      communities: [],
    })),
  },
};
export const today: Today = {
  hours: Array.from({ length: 19 }, (_, hour) => ({
    at: `2026-11-21T${String(hour).padStart(2, '0')}:00:00+08:00`,
    rescue: hour === 9 || hour === 18 ? 2 : 0,
    alarm: (hour * 7) % 11,
  })),
  today: { rescue: 4, alarm: 87, trapped_people: 7 },
  answered: { total: 126, met: 124, limit_seconds: 180 },
  arrived: { total: 128, met: 127, limit_seconds: 1_800 },
  window_days: 30,
};

const second = 1_000;

export const openRows: readonly RescueOrderRow[] = [
  rescueRowFixture({ id: 31, stage: 'dispatched', agoMs: 511 * second, row: { community_name: '锦绣家园' } }),
  rescueRowFixture({ id: 35, stage: 'pending', agoMs: 41 * second }),
  rescueRowFixture({
    id: 28,
    stage: 'accepted',
    agoMs: 2_211 * second,
    row: {
      community_name: '滨江国际商务中心',
      addr: 'A 座 5 号梯（观光）',
      breach: 'arrive',
      overdue: true,
      accepted_by: { id: 8, name: '李娜' },
    },
  }),
  rescueRowFixture({ id: 33, stage: 'arrived', agoMs: 905 * second, row: { community_name: '文晖大厦' } }),
];
export const longRow = rescueRowFixture({
  id: 41,
  stage: 'pending',
  agoMs: 3_725 * second,
  row: {
    breach: 'respond',
    overdue: true,
    tag: '临安市西湖区翠苑街道-2024-0000120713-B2',
    community_name: '临安国际金融贸易会展商务综合体（一期至三期）',
    addr: '地下二层商业连廊与写字楼换乘大厅东侧 12 号消防客货两用电梯',
  },
});

const alarm = (
  id: number,
  kind: AlarmKind,
  agoMs: number,
  status: StatusIndex,
  rescueOrderId: number | null = null,
): AlarmRecordRow => ({
  id,
  elevator_id: 1200 + id,
  tag: `CH-03-${String(id % 20).padStart(2, '0')}`,
  addr: `翠湖花园 ${1 + (id % 9)} 栋 1 单元`,
  community_name: '翠湖花园',
  full_area: '云州市 / 湖滨区 / 翠湖街道',
  device_key: `D${id}`,
  kind,
  kind_label: alarmKindLabels[kind],
  level: alarmPriorities[kind],
  levelName: alarmPriorityLabels[alarmPriorities[kind]],
  status,
  statusResult: alarmHandlingLabels[status],
  active: status === 0,
  acknowledged_by: '',
  repeat_num: 0,
  late: false,
  clock_off: false,
  rescue_order_id: rescueOrderId,
  detail: '',
  created_at: fixtureTime(agoMs),
  updated_at: fixtureTime(agoMs),
  cleared_at: null,
});
export const latestAlarms: readonly AlarmRecordRow[] = [
  alarm(35, 'trapped', 41 * second, 0, 35),
  alarm(44, 'moto', 190 * second, 0),
  alarm(31, 'SOS', 511 * second, 0, 31),
  alarm(47, 'runWithDoorOpen', 700 * second, 0),
  alarm(42, 'longTimeOpen', 1_320 * second, 0),
  alarm(40, 'camCovered', 2_900 * second, 1),
  alarm(39, 'overLoad', 5_200 * second, 2),
];
