import { defer, Subject } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { alarmRecordDelete, alarmRecordList } from '../../contract/endpoints/alarm.ts';
import {
  alarmBoard,
  alarmRecordDetail,
  alarmRecordHandle,
  type AlarmEntry,
  type AlarmGroup,
} from '../../contract/endpoints/alarmBoard.ts';
import { communityList } from '../../contract/endpoints/community.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { listViews } from '../../contract/endpoints/listView.ts';
import { alarmWhy } from '../../contract/endpoints/whyRang.ts';
import { deviceLatestData, elevatorDetail } from '../../contract/endpoints/elevator.ts';
import { pageFrom } from '../../contract/envelope.ts';
import {
  elevatorDetailFixture,
  fixtureNowMs,
  fixtureTime,
  latestDataFixture,
  rescueRowFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import {
  alarmHandlingLabels,
  alarmKindLabels,
  alarmPriorities,
  alarmPriorityLabels,
  type AlarmKind,
  type StatusIndex,
} from '../../contract/labels.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { toWireTime } from '../../contract/time.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { whyRangFixture } from '../../parts/ringing/whyRang.fixtures.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  silent,
  type AskedCall,
} from '../../parts/stories/featureDeps.fixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';

const liftRow = rescueRowFixture({ id: 1, stage: 'pending', agoMs: 0 });
const communities = ['翠湖花园', '云锦雅苑', '星河国际', '东岸家园', '梧桐里', '锦绣园'] as const;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** An alarm as the server lists it. */
export function alarmFixture(
  id: number,
  kind: AlarmKind,
  { agoMs = minuteMs, place = 0, ...row }: Partial<AlarmRecordRow> & { agoMs?: number; place?: number } = {},
): AlarmRecordRow {
  const level = row.level === 1 || row.level === 2 || row.level === 3 ? row.level : alarmPriorities[kind];
  const status: StatusIndex = row.status ?? 0;
  return {
    id,
    elevator_id: 1_000 + id,
    tag: `DT-${String(id).padStart(4, '0')}`,
    addr: `${1 + (id % 12)} 栋 ${1 + (id % 3)} 单元`,
    community_id: 11 + place,
    community_name: communities[place] ?? communities[0],
    full_area: '云川市东湖区',
    device_key: `COL${id}`,
    kind,
    kind_label: alarmKindLabels[kind],
    levelName: alarmPriorityLabels[level],
    statusResult: alarmHandlingLabels[status],
    active: true,
    acknowledged_by: '',
    repeat_num: 0,
    late: false,
    clock_off: false,
    rescue_order_id: null,
    detail: '',
    created_at: fixtureTime(agoMs),
    updated_at: fixtureTime(agoMs),
    cleared_at: null,
    ...row,
    level,
    status,
  };
}

/** A quiet quarter of an hour. */
export const calmAlarms = (): AlarmRecordRow[] => [
  alarmFixture(41, 'moto', { agoMs: 4 * minuteMs, place: 1 }),
  alarmFixture(38, 'longTimeOpen', { agoMs: 12 * minuteMs, repeat_num: 6 }),
  alarmFixture(35, 'camCovered', { agoMs: 55 * minuteMs, place: 2, acknowledged_by: '李娜' }),
  alarmFixture(31, 'warn_shake', { agoMs: 26 * 60 * minuteMs, place: 3, status: 3, active: false }),
];

/** Sixty alarms in the last minute: three of priority 1 among doors that chatter and scooters. */
export function floodAlarms(): AlarmRecordRow[] {
  const usual = (['longTimeOpen', 'openCloseLoop', 'moto', 'warn_shake', 'overLoad'] as const).flatMap((kind, place) =>
    Array.from({ length: place === 0 ? 18 : 9 }, (_, index) =>
      alarmFixture(100 + place * 20 + index, kind, { agoMs: (1 + place + index * 3) * secondMs, place: place % 3 }),
    ),
  );
  return [
    alarmFixture(201, 'over_speed', { agoMs: 20 * secondMs, place: 2 }),
    alarmFixture(202, 'SOS', { agoMs: 32 * secondMs, rescue_order_id: 57 }),
    alarmFixture(203, 'runWithDoorOpen', { agoMs: 41 * secondMs, place: 4 }),
    ...usual,
    alarmFixture(210, 'gasCylinder', { agoMs: 50 * secondMs, place: 5 }),
    alarmFixture(211, 'camCovered', { agoMs: 58 * secondMs, place: 4 }),
    alarmFixture(212, 'breakElevator', { agoMs: 44 * secondMs, place: 3 }),
  ];
}

export const shelvedAlarms = (): AlarmRecordRow[] => [
  alarmFixture(61, 'longTimeOpen', {
    agoMs: 95 * minuteMs,
    shelved_until: toWireTime(fixtureNowMs + 77 * minuteMs),
    shelved_by: '张伟',
    shelve_reason: '物业正在搬运家具，门保持打开',
    repeat_num: 14,
  }),
  alarmFixture(62, 'warn_shake', {
    agoMs: 40 * minuteMs,
    place: 1,
    shelved_until: toWireTime(fixtureNowMs + 20 * minuteMs),
    shelved_by: '李娜',
    shelve_reason: '隔壁楼施工',
  }),
];

export const suppressedAlarms = (): AlarmRecordRow[] => [
  ...Array.from({ length: 8 }, (_, index) =>
    alarmFixture(70 + index, 'openCloseLoop', { agoMs: (3 + index) * minuteMs, suppressed_by: 'maintenance' }),
  ),
  ...Array.from({ length: 4 }, (_, index) =>
    alarmFixture(80 + index, 'longTimeOpen', { agoMs: (9 + index) * minuteMs, place: 1, suppressed_by: 'offline' }),
  ),
];

const isOpen = ({ status }: AlarmRecordRow): boolean => status === 0 || status === 3;
const isTodo = (row: AlarmRecordRow): boolean =>
  isOpen(row) && row.rescue_order_id === null && row.shelved_until === undefined && row.suppressed_by === undefined;
const worstFirst = (a: AlarmRecordRow, b: AlarmRecordRow): number =>
  a.level - b.level || Date.parse(b.created_at) - Date.parse(a.created_at);

function groupsOf(rows: readonly AlarmRecordRow[]): AlarmEntry[] {
  const groups = new Map<string, AlarmRecordRow[]>();
  for (const row of rows.toSorted(worstFirst)) {
    const key = `group-${row.community_id}-${row.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, group]) => entryOfGroup(key, group));
}

function entryOfGroup(key: string, group: readonly AlarmRecordRow[]): AlarmEntry {
  const [newest] = group;
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined) throw new Error('a group is never empty');
  if (group.length === 1) return { key: `alarm-${newest.id}`, alarm: newest, group: null };
  const summary: AlarmGroup = {
    community_id: newest.community_id ?? 0,
    community_name: newest.community_name,
    kind: newest.kind,
    kind_label: newest.kind_label,
    level: newest.level,
    levelName: newest.levelName,
    alarm_num: group.length,
    overdue_num: group.filter(({ status }) => status === 3).length,
    unacknowledged_num: group.filter(({ acknowledged_by: by }) => by === '').length,
    first_at: oldest.created_at,
    newest_at: newest.created_at,
  };
  return { key, alarm: null, group: summary };
}

export interface AlarmServer {
  readonly deps: FeatureDeps;
  readonly asked: readonly AskedCall[];
  /** Changes what the server has, and tells the page as a push does. */
  readonly change: (edit: (rows: AlarmRecordRow[]) => AlarmRecordRow[]) => void;
}

interface AlarmServerOptions {
  readonly failure?: CallError;
  readonly isSilent?: boolean;
  readonly permissions?: readonly Permission[];
  readonly live?: Partial<FeatureDeps['live']>;
}

/** A server of alarms in memory: boards, lists, details and steps as the contract says. */
export function alarmServer(
  initial: readonly AlarmRecordRow[],
  { failure, isSilent = false, permissions, live }: AlarmServerOptions = {},
): AlarmServer {
  let rows = [...initial];
  const events$ = new Subject<PushEvent>();
  const floodAt = 10;

  const board = answer(alarmBoard, ({ grouped, was_flood: wasFlood, ...query }) => {
    const recent = rows.filter(
      (row) => Date.parse(row.created_at) > fixtureNowMs - 10 * minuteMs && !row.suppressed_by,
    );
    const isFlood = recent.length >= floodAt || (wasFlood === true && recent.length >= floodAt / 2);
    const todo = rows.filter(isTodo);
    const waiting = todo.filter(({ level }) => level > 1);
    const isGrouped = grouped ?? isFlood;
    const entries = isGrouped
      ? groupsOf(waiting)
      : waiting.toSorted(worstFirst).map((alarm): AlarmEntry => ({ key: `alarm-${alarm.id}`, alarm, group: null }));
    const urgent = rows.filter((row) => isOpen(row) && row.level === 1).toSorted(worstFirst);
    const suppressed = (reason: string) => rows.filter((row) => isOpen(row) && row.suppressed_by === reason).length;
    return {
      flood: { recent_num: recent.length, limit_num: floodAt, window_minutes: 10, is_flood: isFlood },
      is_grouped: isGrouped,
      counts: {
        todo: todo.length,
        overdue: todo.filter(({ status }) => status === 3).length,
        urgent: urgent.length,
        shelved: rows.filter((row) => isOpen(row) && row.shelved_until !== undefined).length,
        suppressed: {
          maintenance: suppressed('maintenance'),
          outage: suppressed('outage'),
          offline: suppressed('offline'),
          incident: suppressed('incident'),
        },
      },
      urgent,
      entries: pageFrom(entries, query),
    };
  });
  const list = answer(alarmRecordList, (query) => {
    const found = rows.filter(
      (row) =>
        (query.todo !== true || isTodo(row)) &&
        (query.shelved !== true || row.shelved_until !== undefined) &&
        (query.suppressed !== true || row.suppressed_by !== undefined) &&
        (query.community_id === undefined || row.community_id === query.community_id) &&
        (query.kind === undefined || query.kind.includes(row.kind)) &&
        (query.level === undefined || query.level.includes(row.level)) &&
        (query.status === undefined || query.status.includes(row.status)) &&
        (query.scope === undefined || isOpen(row) === (query.scope === 'pending')) &&
        `${row.tag}${row.addr}${row.community_name}`.includes(query.keyword ?? ''),
    );
    return pageFrom(found.toSorted(worstFirst), query);
  });
  const detail = answer(alarmRecordDetail, ({ id }) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw new CallError('notFound', '记录不存在，或您无权查看', 404);
    const ofOrder = row.rescue_order_id !== null;
    const steps = [
      ...(row.acknowledged_by === '' ? ['alarm.acknowledged'] : []),
      ...(row.level === 1 ? [] : row.shelved_until === undefined ? ['alarm.shelved'] : ['alarm.unshelved']),
      ...(ofOrder ? [] : ['alarm.completed', 'alarm.judgedFalse']),
    ];
    return {
      ...row,
      allowed_actions: isOpen(row) && permissions?.includes('alarm.handle') !== false ? steps : [],
      ...(ofOrder
        ? { closed_by_note: `该报警由救援单 ${row.rescue_order_id} 处理，救援结束后一并关闭，请在“救援呼叫”中处理` }
        : {}),
      timeline: [
        {
          position: 1,
          version: 1,
          type: 'alarm.raised',
          title: `发生${row.kind_label}报警`,
          detail: '',
          actor_name: row.device_key,
          actor_role: '设备',
          actor_kind: 'device' as const,
          at: row.created_at,
          received_at: row.created_at,
          hash: '0'.repeat(64),
        },
      ],
    };
  });
  const handle = answer(alarmRecordHandle, (wish) => {
    const refused: { id: number; message: string }[] = [];
    const take = (row: AlarmRecordRow): AlarmRecordRow => {
      switch (wish.event) {
        case 'alarm.acknowledged':
          return { ...row, acknowledged_by: '关立群' };
        case 'alarm.shelved':
          return {
            ...row,
            shelved_until: toWireTime(wish.data.untilMs),
            shelve_reason: wish.data.reason,
            shelved_by: '关立群',
          };
        case 'alarm.unshelved':
          return { ...row, shelved_until: undefined };
        case 'alarm.completed':
          return { ...row, status: 1, statusResult: '已完成' };
        case 'alarm.judgedFalse':
          return { ...row, status: 2, statusResult: '误报' };
      }
    };
    const ids = wish.ids ?? (wish.id === undefined ? [] : [wish.id]);
    rows = rows.map((row) => {
      if (!ids.includes(row.id)) return row;
      const message =
        wish.ids !== undefined && row.level === 1
          ? '紧急报警须逐条处理，请打开该报警单独处理'
          : isOpen(row)
            ? undefined
            : '该报警已处理完成，不能再操作';
      if (message === undefined) return take(row);
      refused.push({ id: row.id, message });
      return row;
    });
    if (wish.ids === undefined && refused[0] !== undefined) throw new CallError('refused', refused[0].message, 1006);
    return { handled: ids.length - refused.length, refused };
  });
  const failed = [alarmBoard, alarmRecordList, alarmRecordDetail].map((endpoint) =>
    isSilent ? silent(endpoint) : failing(endpoint, failure ?? new CallError('failed', '数据加载失败', 500)),
  );
  const { call, asked } = fixtureCall([
    ...(isSilent || failure !== undefined ? failed : [board, list, detail, handle]),
    answer(alarmRecordDelete, ({ id }) => {
      rows = rows.filter((row) => row.id !== id);
      return {};
    }),
    answer(alarmWhy, () => whyRangFixture()),
    answer(elevatorDetail, () => elevatorDetailFixture(liftRow)),
    answer(deviceLatestData, () => latestDataFixture(liftRow)),
    answer(communityList, () => onePage([])),
    answer(listViews, () => []),
  ]);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  return {
    asked,
    deps: { ...deps, live: { ...deps.live, events$: defer(() => events$), ...live } },
    change(edit) {
      rows = edit(rows);
      events$.next(changeFixture('alarm.raised', { id: 0 }));
    },
  };
}
