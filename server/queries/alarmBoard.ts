import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import {
  mostUrgent,
  type alarmBoard,
  type AlarmEntry,
  type AlarmGroup,
  type alarmRecordDetail,
} from '../../src/contract/endpoints/alarmBoard.ts';
import { toPage } from '../../src/contract/envelope.ts';
import type { AlarmSuppression } from '../../src/contract/labels.ts';
import { alarmKindLabels, alarmKinds, alarmPriorityLabels } from '../../src/contract/labels.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import { closedByOrderText, isClosingStep } from '../domain/records/alarmDesk.ts';
import { openOrderOfAlarm } from '../domain/records/currentRows.ts';
import { loadState } from '../domain/decide.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { besideAlarm, findAlarmRecord, toAlarmRow } from './alarm.ts';
import { alarmStanding, isOpenAlarm, standsAt, type AlarmStanding } from './alarmStanding.ts';
import { stepsOffered } from '../domain/stepsOffered.ts';
import { pageBounds } from './page.ts';
import { timelineOf } from './timeline.ts';

type Board = OutputOf<typeof alarmBoard>;
type BoardQuery = ParsedInputOf<typeof alarmBoard>;

const windowMinutes = 10;

/** The open alarms in scope, nothing selected. */
const openAlarms = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('alarms as a')
    .where(() => isOpenAlarm)
    .where(() => recordScopeCondition(by.scope, 'a'));

/** Those that wait for a person and may be grouped. */
const groupable = (queries: Queries, by: Principal) =>
  openAlarms(queries, by)
    .where(() => standsAt('todo'))
    .where('a.level', '>', 1);

/** Returns the number of alarms that reached the operator lately: a flood is judged by what comes, not by what is left. */
async function countRecent(queries: Queries, by: Principal, nowMs: number): Promise<number> {
  const { count } = await queries
    .selectFrom('alarms as a')
    .where('a.raised_at_ms', '>', nowMs - windowMinutes * 60_000)
    .where((alarm) => alarm.or([alarm('a.level', '=', 1), alarm('a.suppressed_by', '=', '')]))
    .where(() => recordScopeCondition(by.scope, 'a'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface Standing {
  readonly level: number;
  readonly status: number;
  readonly standing: AlarmStanding;
  readonly count: number;
}

const readStandings = (queries: Queries, by: Principal): Promise<readonly Standing[]> =>
  queries
    .selectFrom(
      openAlarms(queries, by)
        .select(['a.level', 'a.status', alarmStanding.as('standing')])
        .as('open'),
    )
    .select(['open.level', 'open.status', 'open.standing', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['open.level', 'open.status', 'open.standing'])
    .execute();

/** Returns the figures of the board; `todo` is what the to-do tile says. */
export function countsOf(standings: readonly Standing[]): Board['counts'] {
  const sum = (wanted: (standing: Standing) => boolean): number =>
    standings.reduce((total, standing) => total + (wanted(standing) ? standing.count : 0), 0);
  const suppressed = (reason: AlarmSuppression): number => sum(({ standing }) => standing === reason);
  return {
    todo: sum(({ standing }) => standing === 'todo'),
    overdue: sum(({ standing, status }) => standing === 'todo' && status === 3),
    urgent: sum(({ level }) => level === 1),
    shelved: sum(({ standing }) => standing === 'shelved'),
    suppressed: {
      maintenance: suppressed('maintenance'),
      outage: suppressed('outage'),
      offline: suppressed('offline'),
      incident: suppressed('incident'),
    },
  };
}

/** Newest first; those of a rescue order too, so that nothing of priority 1 is out of sight. */
async function readUrgent(queries: Queries, by: Principal) {
  const rows = await openAlarms(queries, by)
    .where('a.level', '=', 1)
    .selectAll('a')
    .select(besideAlarm)
    .orderBy('a.raised_at_ms', 'desc')
    .orderBy('a.id', 'desc')
    .limit(mostUrgent)
    .execute();
  return rows.map(toAlarmRow);
}

const entryOfAlarm = (alarm: ReturnType<typeof toAlarmRow>): AlarmEntry => ({
  key: `alarm-${alarm.id}`,
  alarm,
  group: null,
});

async function readSingly(
  queries: Queries,
  by: Principal,
  query: BoardQuery,
  total: number,
): Promise<Board['entries']> {
  const page = { ...query, order: 'desc' } as const;
  const { limit, offset } = pageBounds(page);
  const rows = await groupable(queries, by)
    .selectAll('a')
    .select(besideAlarm)
    .orderBy('a.level')
    .orderBy('a.raised_at_ms', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return toPage(
    rows.map((row) => entryOfAlarm(toAlarmRow(row))),
    total,
    page,
  );
}

const counted = (condition: string) => sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;

/** The groups, worst first, then by when they began: a group that grows keeps its place. One that is alone stays itself. */
async function readGrouped(queries: Queries, by: Principal, query: BoardQuery): Promise<Board['entries']> {
  const page = { ...query, order: 'desc' } as const;
  const { limit, offset } = pageBounds(page);
  const grouped = groupable(queries, by).groupBy(['a.community_id', 'a.kind']);
  const [groups, { total }] = await Promise.all([
    grouped
      .select(({ fn }) => [
        'a.community_id',
        'a.kind',
        fn.max('a.community_name').as('community_name'),
        fn.min('a.level').as('level'),
        fn.countAll<number>().as('alarm_num'),
        counted('a.status = 3').as('overdue_num'),
        counted(`a.acknowledged_by = ''`).as('unacknowledged_num'),
        fn.min('a.raised_at_ms').as('first_at_ms'),
        fn.max('a.raised_at_ms').as('newest_at_ms'),
        fn.min('a.id').as('first_id'),
      ])
      .orderBy('level')
      .orderBy('first_at_ms', 'desc')
      .orderBy('first_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    queries
      .selectFrom(grouped.select(['a.community_id', 'a.kind']).as('g'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const singles = await readSingles(
    queries,
    groups.flatMap(({ alarm_num, first_id }) => (alarm_num === 1 ? [first_id] : [])),
  );
  const entries = groups.map((group): AlarmEntry => {
    const single = group.alarm_num === 1 ? singles.get(group.first_id) : undefined;
    return single === undefined
      ? { key: `group-${group.community_id}-${group.kind}`, alarm: null, group: toGroup(group) }
      : entryOfAlarm(single);
  });
  return toPage(entries, total, page);
}

/** They were in scope one query earlier. */
async function readSingles(queries: Queries, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ReturnType<typeof toAlarmRow>>();
  const rows = await queries
    .selectFrom('alarms as a')
    .where('a.id', 'in', ids)
    .selectAll('a')
    .select(besideAlarm)
    .execute();
  return new Map(rows.map((row) => [row.id, toAlarmRow(row)]));
}

function toGroup({
  kind: name,
  level: worst,
  first_at_ms: firstAtMs,
  newest_at_ms: newestAtMs,
  community_id,
  community_name,
  alarm_num,
  overdue_num,
  unacknowledged_num,
}: {
  readonly community_id: number;
  readonly community_name: string;
  readonly kind: string;
  readonly level: number;
  readonly alarm_num: number;
  readonly overdue_num: number;
  readonly unacknowledged_num: number;
  readonly first_at_ms: number;
  readonly newest_at_ms: number;
}): AlarmGroup {
  const kind = alarmKinds.find((known) => known === name) ?? 'longTimeOpen';
  const level = worst === 2 ? 2 : 3;
  return {
    community_id,
    community_name,
    kind,
    kind_label: alarmKindLabels[kind],
    level,
    levelName: alarmPriorityLabels[level],
    alarm_num,
    overdue_num,
    unacknowledged_num,
    first_at: toWireTime(firstAtMs),
    newest_at: toWireTime(newestAtMs),
  };
}

/** The board of one operator. A flood begins at the limit of the settings and ends below half of it, so that the board does not flip. */
export async function readAlarmBoard(
  store: EventStore,
  by: Principal,
  query: BoardQuery,
  { nowMs, floodAlarms }: { readonly nowMs: number; readonly floodAlarms: number },
): Promise<Board> {
  const queries = readsOf(store, by);
  const [recent, standings, urgent] = await Promise.all([
    countRecent(queries, by, nowMs),
    readStandings(queries, by),
    readUrgent(queries, by),
  ]);
  const isFlood = recent >= floodAlarms || (query.was_flood === true && recent >= floodAlarms / 2);
  const isGrouped = query.grouped ?? isFlood;
  const waiting = standings.reduce(
    (sum, { standing, level, count }) => sum + (standing === 'todo' && level > 1 ? count : 0),
    0,
  );
  return {
    flood: { recent_num: recent, limit_num: floodAlarms, window_minutes: windowMinutes, is_flood: isFlood },
    is_grouped: isGrouped,
    counts: countsOf(standings),
    urgent,
    entries: isGrouped ? await readGrouped(queries, by, query) : await readSingly(queries, by, query, waiting),
  };
}

/** Returns the exception that the alarm opened; an alarm in scope is one of the same lift. */
async function findExceptionOf(queries: Queries, by: Principal, alarmId: number) {
  if (!by.permissions.has('exception.view')) return undefined;
  const row = await queries
    .selectFrom('exceptions')
    .select(['id', 'type', 'is_open'])
    .where('alarm_id', '=', alarmId)
    .where('is_hidden', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const type = ([2, 3, 4] as const).find((known) => known === row?.type);
  return row === undefined || type === undefined ? undefined : { id: row.id, type, is_open: row.is_open === 1 };
}

/** One alarm with its timeline and what the caller may do about it now. */
export async function readAlarmDetail(
  store: EventStore,
  by: Principal,
  alarmId: number,
): Promise<OutputOf<typeof alarmRecordDetail> | undefined> {
  const row = await findAlarmRecord(store, by, alarmId);
  if (row === undefined) return undefined;
  const [{ state }, timeline, orderId, exception] = await Promise.all([
    loadState(store, alarmLifecycle, streamName('alarm', alarmId)),
    timelineOf(store, alarmLifecycle, alarmId),
    openOrderOfAlarm(store, alarmId),
    findExceptionOf(store.rows, by, alarmId),
  ]);
  const offered = stepsOffered(alarmLifecycle, state, by);
  return {
    ...row,
    timeline,
    allowed_actions: offered.filter((type) => orderId === undefined || !isClosingStep(type)),
    ...(exception === undefined ? {} : { exception }),
    ...(orderId === undefined ? {} : { closed_by_note: closedByOrderText(orderId) }),
  };
}
