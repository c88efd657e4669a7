import { sql, type ExpressionBuilder, type Nullable } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { alarmRecordList, noticeList, quarantineList } from '../../src/contract/endpoints/alarm.ts';
import type { AlarmRecordRow, NoticeRow } from '../../src/contract/entities/alarmRecord.ts';
import { toPage } from '../../src/contract/envelope.ts';
import { alarmSuppressions, type AlarmSuppression } from '../../src/contract/labels.ts';
import {
  alarmHandlingLabels,
  alarmKindLabels,
  alarmKinds,
  alarmPriorityLabels,
  priorityIndexOf,
  rescueStageLabels,
  rescueStages,
  statusIndexOf,
} from '../../src/contract/labels.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, recordScopeCondition } from '../access/scope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { AlarmTable } from '../store/rowTables.ts';
import type { Database } from '../store/schema.ts';
import { alarmSuppression, standsAt } from './alarmStanding.ts';
import { listRows } from './listRows.ts';
import { totalOf, type OpenItems } from './openItems.ts';
import { pageBounds } from './page.ts';
import { responsibleCondition } from './responsibleCondition.ts';

type NoticesWithOrder = Database & { n: Database['notices']; o: Nullable<Database['rescue_orders']> };

type ListQuery = ParsedInputOf<typeof alarmRecordList>;

const alarmSorts = {
  created_at: 'a.raised_at_ms',
  updated_at: 'a.updated_at_ms',
  level: 'a.level',
  status: 'a.status',
  tag: 'a.tag',
};

/** The alarms that wait for a person, within the caller's scope: exactly those that the list gives with `todo`. */
export const alarmTodos: OpenItems = {
  permission: 'alarm.view',
  async count(queries, by) {
    const rows = await queries
      .selectFrom('alarms as a')
      .where('a.is_hidden', '=', 0)
      .where(() => standsAt('todo'))
      .where(() => recordScopeCondition(by.scope, 'a'))
      .select(['a.status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('a.status')
      .execute();
    return {
      kind: 'alarm',
      label: '待处理报警',
      unit: '条',
      count: totalOf(rows),
      notes: [
        { key: 'overdue', label: '已超时', count: totalOf(rows.filter(({ status }) => status === 3)), tone: 'high' },
      ],
      quiet_note: '当前没有待处理的报警',
      path: '/alarm-center/elevator-alarm',
    };
  },
};

export function listAlarmRecords(
  store: EventStore,
  by: Principal,
  query: ListQuery,
): Promise<OutputOf<typeof alarmRecordList>> {
  return readAlarms(readsOf(store, by), by, query);
}

export async function findAlarmRecord(
  { rows }: EventStore,
  by: Principal,
  alarmId: number,
): Promise<AlarmRecordRow | undefined> {
  const page = await readAlarms(rows, by, { id: alarmId, page: 1, page_size: 1, order: 'desc' });
  return page.list[0];
}

function readAlarms(
  queries: Queries,
  by: Principal,
  query: ListQuery & { readonly id?: number },
): Promise<OutputOf<typeof alarmRecordList>> {
  let alarms = queries
    .selectFrom('alarms as a')
    .where('a.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'a'));
  if (query.elevator_id !== undefined) alarms = alarms.where('a.elevator_id', '=', query.elevator_id);
  if (query.kind !== undefined && query.kind.length > 0) alarms = alarms.where('a.kind', 'in', query.kind);
  if (query.level !== undefined && query.level.length > 0) alarms = alarms.where('a.level', 'in', query.level);
  if (query.status !== undefined && query.status.length > 0) alarms = alarms.where('a.status', 'in', query.status);
  if (query.community_id !== undefined) alarms = alarms.where('a.community_id', '=', query.community_id);
  const { responsible } = query;
  if (responsible !== undefined) alarms = alarms.where(() => responsibleCondition(by.scope, responsible, 'a'));
  if (query.scope !== undefined) alarms = alarms.where('a.status', 'in', query.scope === 'pending' ? [0, 3] : [1, 2]);
  if (query.todo === true) alarms = alarms.where(() => standsAt('todo'));
  if (query.shelved === true) alarms = alarms.where(() => standsAt('shelved'));
  if (query.suppressed === true) alarms = alarms.where(() => standsAt(...alarmSuppressions));
  if (query.from !== undefined) alarms = alarms.where('a.raised_at_ms', '>=', Date.parse(query.from));
  if (query.to !== undefined) alarms = alarms.where('a.raised_at_ms', '<=', Date.parse(query.to));
  return listRows(query, {
    from: alarms,
    select: (chosen) => chosen.selectAll('a').select(besideAlarm),
    toRow: toAlarmRow,
    id: 'a.id',
    sorts: alarmSorts,
    keyword: ['a.tag', 'a.addr', 'a.community_name'],
  });
}

/** Returns the columns of a list's row beside those of `alarms`, which is `a`. */
export const besideAlarm = () =>
  [
    sql<number | null>`(select r.order_id from alarm_rescues r where r.alarm_id = a.id)`.as('rescue_order_id'),
    alarmSuppression.as('suppression'),
  ] as const;

export function toAlarmRow(
  row: AlarmTable & { readonly rescue_order_id: number | null; readonly suppression: AlarmSuppression | '' },
): AlarmRecordRow {
  const status = statusIndexOf(row.status);
  const kind = alarmKinds.find((name) => name === row.kind) ?? 'SOS';
  const level = priorityIndexOf(row.level);
  return {
    id: row.id,
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_name: row.community_name,
    full_area: row.full_area,
    device_key: row.device_key,
    kind,
    kind_label: alarmKindLabels[kind],
    level,
    levelName: alarmPriorityLabels[level],
    status,
    statusResult: alarmHandlingLabels[status],
    active: row.is_active === 1,
    acknowledged_by: row.acknowledged_by,
    repeat_num: row.repeat_num,
    late: row.late === 1,
    clock_off: row.clock_off === 1,
    rescue_order_id: row.rescue_order_id,
    detail: row.detail,
    ...(row.picture === '' ? {} : { picture: row.picture }),
    created_at: toWireTime(row.raised_at_ms),
    updated_at: toWireTime(row.updated_at_ms),
    cleared_at: toWireTimeOrNull(row.cleared_at_ms),
    community_id: row.community_id,
    ...(row.shelved_until_ms === null
      ? {}
      : {
          shelved_until: toWireTime(row.shelved_until_ms),
          shelved_by: row.shelved_by,
          shelve_reason: row.shelve_reason,
        }),
    ...(row.suppression === '' ? {} : { suppressed_by: row.suppression }),
  };
}

/** The newest notice of each rescue that is not over, and unread notices of anything else. */
const waitsForSomeone = (notice: ExpressionBuilder<NoticesWithOrder, 'n' | 'o'>) =>
  notice.or([
    notice.and([notice('n.rescue_order_id', 'is', null), notice('n.read_at_ms', 'is', null)]),
    notice.and([
      notice('o.is_open', '=', 1),
      notice.not(
        notice.exists(
          notice
            .selectFrom('notices as later')
            .select('later.id')
            .whereRef('later.user_id', '=', 'n.user_id')
            .whereRef('later.rescue_order_id', '=', 'n.rescue_order_id')
            .whereRef('later.id', '>', 'n.id'),
        ),
      ),
    ]),
  ]);

function rescueOf(row: {
  readonly is_open: number | null;
  readonly stage: string | null;
  readonly accepted_by_name: string | null;
}): Pick<NoticeRow, 'rescue'> {
  const stage = rescueStages.find((name) => name === row.stage);
  if (stage === undefined) return {};
  return {
    rescue: {
      is_open: row.is_open === 1,
      stage_label: rescueStageLabels[stage],
      accepted_by: row.accepted_by_name ?? '',
    },
  };
}

/** A person's own platform notices. */
export function listNotices(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof noticeList>,
): Promise<OutputOf<typeof noticeList>> {
  let notices = readsOf(store, by)
    .selectFrom('notices as n')
    .leftJoin('rescue_orders as o', 'o.id', 'n.rescue_order_id')
    .where('n.user_id', '=', by.userId);
  if (query.unread === true) notices = notices.where('n.read_at_ms', 'is', null);
  if (query.open === true) notices = notices.where(waitsForSomeone);
  return listRows(
    { ...query, sort: undefined },
    {
      from: notices,
      select: (chosen) => chosen.selectAll('n').select(['o.is_open', 'o.stage', 'o.accepted_by_name']),
      toRow: (row) => ({
        id: row.id,
        title: row.title,
        detail: row.detail,
        channel: 'platform' as const,
        level: row.level,
        rescue_order_id: row.rescue_order_id,
        elevator_id: row.elevator_id,
        ...(row.exception_id === null ? {} : { exception_id: row.exception_id }),
        is_read: row.read_at_ms !== null,
        created_at: toWireTime(row.created_at_ms),
        ...rescueOf(row),
      }),
      id: 'n.id',
      sorts: { created_at: 'n.created_at_ms' },
    },
  );
}

/** The notices among these that are addressed to the person. */
export async function ownNoticeIds(
  { rows }: EventStore,
  { userId }: Principal,
  ids: readonly number[],
): Promise<readonly number[]> {
  const own = await rows
    .selectFrom('notices')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return own.map(({ id }) => id);
}

/**
 * Messages of unknown devices are shown to all users of this list; those of a lift only to users who may see the lift.
 * Possible calls for help begin with the newest of each sender, lifts before unknown senders, so that one that sends
 * many does not push another's from the first page.
 */
export async function listQuarantine(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof quarantineList>,
): Promise<OutputOf<typeof quarantineList>> {
  let messages = readsOf(store, by)
    .selectFrom('quarantine as q')
    .leftJoin('devices as d', 'd.device_key', 'q.device_key')
    .leftJoin('elevators as e', 'e.id', 'd.elevator_id')
    .leftJoin('communities as c', 'c.id', 'e.community_id')
    // A message that came again after somebody looked is open again.
    .leftJoin('quarantine_resolutions as r', (join) =>
      join.onRef('r.quarantine_id', '=', 'q.id').onRef('r.repeat_num', '>=', 'q.repeat_num'),
    )
    .where((row) => row.or([row('e.id', 'is', null), elevatorScopeCondition(by.scope)]));
  if (query.could_be_help !== undefined) messages = messages.where('q.could_be_help', '=', query.could_be_help ? 1 : 0);
  if (query.resolved !== undefined)
    messages = messages.where('r.quarantine_id', query.resolved ? 'is not' : 'is', null);
  if (query.from !== undefined) messages = messages.where('q.last_at_ms', '>=', Date.parse(query.from));
  const ordered =
    query.could_be_help === true
      ? messages
          .orderBy(({ fn }) =>
            fn
              .agg<number>('row_number')
              .over((window) =>
                window.partitionBy('q.device_key').orderBy('q.last_at_ms', query.order).orderBy('q.id', query.order),
              ),
          )
          .orderBy((row) => row.case().when('e.id', 'is', null).then(1).else(0).end())
      : messages;
  const { limit, offset } = pageBounds(query);
  const [{ total }, rows] = await Promise.all([
    messages.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ordered
      .select([
        'q.id',
        'q.topic',
        'q.reason',
        'q.could_be_help',
        'q.payload',
        'q.last_topic',
        'q.last_payload',
        'q.repeat_num',
        'q.first_at_ms',
        'q.last_at_ms',
        'e.id as elevator_id',
        'e.tag',
        'e.addr',
        'e.sos_tel',
        'c.name as community_name',
        'r.by_name',
        'r.note',
        'r.rescue_order_id',
        'r.at_ms as resolved_at_ms',
      ])
      .orderBy('q.last_at_ms', query.order)
      .orderBy('q.id', query.order)
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  const list = rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    reason: row.reason,
    could_be_help: row.could_be_help === 1,
    payload: row.payload,
    last_topic: row.last_topic,
    last_payload: row.last_payload,
    repeat_num: row.repeat_num,
    elevator_id: row.elevator_id,
    tag: row.tag ?? '',
    addr: row.addr ?? '',
    community_name: row.community_name ?? '',
    sos_tel: row.sos_tel ?? '',
    created_at: toWireTime(row.first_at_ms),
    updated_at: toWireTime(row.last_at_ms),
    resolution:
      row.resolved_at_ms === null
        ? null
        : {
            by_name: row.by_name ?? '',
            note: row.note ?? '',
            at: toWireTime(row.resolved_at_ms),
            rescue_order_id: row.rescue_order_id,
          },
  }));
  return toPage(list, total, query);
}
