import { sql } from 'kysely';
import type { OutputOf } from '../../src/contract/endpoint.ts';
import type {
  MinuteFrame,
  ReplayAlarm,
  ReplayRescue,
  replayCity,
  replayRange,
} from '../../src/contract/endpoints/replay.ts';
import { alarmKindLabels, alarmKinds } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, recordScopeCondition } from '../access/scope.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { decodeMinute } from '../telemetry/minuteFrame.ts';
import { minuteMs } from '../telemetry/minuteSampler.ts';

/** Lifts times minutes in one answer; beyond it minutes are left out evenly, and a shorter stretch shows them. */
const mostCells = 600_000;
const mostAlarms = 5_000;
/** An alarm or a rescue that began longer before is not shown as still going on. */
const lookBackMs = 24 * 3_600_000;

/** A minute may come a little late; two missing ones are a hole. */
const holeAfterMs = 2.5 * minuteMs;

export async function readReplayRange({ reads }: Pick<EventStore, 'reads'>): Promise<OutputOf<typeof replayRange>> {
  // Only the minutes beside a hole, of ten thousand.
  const neighbours = reads
    .selectFrom('minute_samples')
    .select([
      'at_ms',
      sql<number | null>`lag(at_ms) over (order by at_ms)`.as('before_ms'),
      sql<number | null>`lead(at_ms) over (order by at_ms)`.as('after_ms'),
    ]);
  const edges = await reads
    .selectFrom(neighbours.as('m'))
    .selectAll()
    .where((row) =>
      row.or([
        row('before_ms', 'is', null),
        row('after_ms', 'is', null),
        sql<boolean>`at_ms - before_ms > ${holeAfterMs}`,
        sql<boolean>`after_ms - at_ms > ${holeAfterMs}`,
      ]),
    )
    .orderBy('at_ms')
    .execute();
  const starts = edges.filter(({ at_ms, before_ms }) => before_ms === null || at_ms - before_ms > holeAfterMs);
  const ends = edges.filter(({ at_ms, after_ms }) => after_ms === null || after_ms - at_ms > holeAfterMs);
  const spans = starts.flatMap(({ at_ms: fromMs }, index) => {
    const toMs = ends[index]?.at_ms;
    return toMs === undefined ? [] : [{ from: toWireTime(fromMs), to: toWireTime(toMs) }];
  });
  return { from: spans[0]?.from ?? null, to: spans.at(-1)?.to ?? null, resolution_seconds: minuteMs / 1_000, spans };
}

/** Returns the history of the city from `fromMs` to `toMs`, as far as the caller may see it. */
export async function readReplayCity(
  parts: { readonly store: EventStore; readonly directory: Directory },
  by: Principal,
  fromMs: number,
  toMs: number,
): Promise<OutputOf<typeof replayCity>> {
  const { store } = parts;
  const [frames, rescues, alarms] = await Promise.all([
    readFrames(parts, by, fromMs, toMs),
    readRescues(store, by, fromMs, toMs),
    readAlarms(store, by, fromMs, toMs),
  ]);
  return { frames, rescues, alarms };
}

async function readFrames(
  { store, directory }: { readonly store: EventStore; readonly directory: Directory },
  by: Principal,
  fromMs: number,
  toMs: number,
): Promise<MinuteFrame[]> {
  const reads = readsOf(store, by);
  const minutes = await reads
    .selectFrom('minute_samples')
    .select(['at_ms', 'lift_num'])
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<=', toMs)
    .orderBy('at_ms')
    .execute();
  const liftNum = Math.max(1, ...minutes.map(({ lift_num }) => lift_num));
  const step = Math.max(1, Math.ceil((minutes.length * liftNum) / mostCells));
  const wanted = minutes
    .filter((_, index) => index % step === 0 || index === minutes.length - 1)
    .map(({ at_ms }) => at_ms);
  const isWanted = (elevatorId: number): boolean => {
    if (by.scope.kind === 'all') return true;
    const responsible = directory.elevator(elevatorId)?.responsible;
    return responsible !== undefined && isInScope(by.scope, responsible);
  };
  const frames: MinuteFrame[] = [];
  for (const atMs of wanted) {
    const row = await reads.selectFrom('minute_samples').select('frame').where('at_ms', '=', atMs).executeTakeFirst();
    if (row !== undefined) frames.push(await decodeMinute(atMs, row.frame, isWanted));
  }
  return frames;
}

async function readRescues(store: EventStore, by: Principal, fromMs: number, toMs: number): Promise<ReplayRescue[]> {
  const rows = await readsOf(store, by)
    .selectFrom('rescue_orders as o')
    .selectAll()
    .where('o.raised_at_ms', '<=', toMs)
    .where('o.raised_at_ms', '>', fromMs - lookBackMs)
    .where((row) => row.or([row('o.completed_at_ms', 'is', null), row('o.completed_at_ms', '>=', fromMs)]))
    .where('o.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'o'))
    .orderBy('o.raised_at_ms')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_name: row.community_name,
    raised_ms: row.raised_at_ms,
    answered_ms: row.answered_at_ms,
    dispatched_ms: row.dispatched_at_ms,
    arrived_ms: row.arrived_at_ms,
    released_ms: row.released_at_ms,
    completed_ms: row.completed_at_ms,
    respond_due_ms: row.respond_due_at_ms,
    arrive_due_ms: row.arrive_due_at_ms,
  }));
}

async function readAlarms(store: EventStore, by: Principal, fromMs: number, toMs: number): Promise<ReplayAlarm[]> {
  const rows = await readsOf(store, by)
    .selectFrom('alarms as a')
    .select(['a.id', 'a.elevator_id', 'a.tag', 'a.addr', 'a.kind', 'a.level', 'a.raised_at_ms', 'a.cleared_at_ms'])
    .where('a.raised_at_ms', '<=', toMs)
    .where('a.raised_at_ms', '>', fromMs - lookBackMs)
    .where((row) => row.or([row('a.raised_at_ms', '>=', fromMs), row('a.cleared_at_ms', '>=', fromMs)]))
    .where('a.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'a'))
    .orderBy('a.raised_at_ms', 'desc')
    .limit(mostAlarms)
    .execute();
  return rows.toReversed().map((row) => {
    const kind = alarmKinds.find((known) => known === row.kind);
    return {
      id: row.id,
      elevator_id: row.elevator_id,
      tag: row.tag,
      addr: row.addr,
      kind: row.kind,
      kind_label: kind === undefined ? row.kind : alarmKindLabels[kind],
      level: row.level,
      raised_ms: row.raised_at_ms,
      cleared_ms: row.cleared_at_ms,
    };
  });
}
