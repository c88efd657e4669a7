import {
  asyncScheduler,
  defer,
  EMPTY,
  expand,
  filter,
  map,
  merge,
  of,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf, isChangeOf, toldOfAlarm } from '../../contract/streamChange.ts';
import { nextFrame } from '../loading/batchPerFrame.ts';
import { batchUnlessUrgent } from '../loading/batchUnlessUrgent.ts';
import { countRecent, floodAt, groupAlarms, nextLeavesAtMs, type TickerAlarm, type TickerItem } from './groupAlarms.ts';
import type { LoadState } from '../loading/loadState.ts';

export interface Ticker {
  readonly items: readonly TickerItem[];
  /** The moment for which it was counted, epoch ms. */
  readonly atMs: number;
  /** The number of alarms in the last ten minutes, grouped or not. */
  readonly recent: number;
  readonly isFlood: boolean;
}

export const emptyTicker: Ticker = { items: [], atMs: 0, recent: 0, isFlood: false };

/** The ticker of these alarms at a moment, epoch ms. */
export function tickerAt(alarms: readonly TickerAlarm[], nowMs: number): Ticker {
  const recent = countRecent(alarms, nowMs);
  return { items: groupAlarms(alarms, nowMs), atMs: nowMs, recent, isFlood: recent >= floodAt };
}

/** Several alarms leave the window one after the other: they are not counted again for each. */
const leastAgeMs = 5_000;

export interface TickerSources {
  /** The newest alarms, loaded on request. */
  readonly loaded$: Observable<LoadState<readonly AlarmRecordRow[]>>;
  readonly events$: Observable<PushEvent>;
  /** Returns the community of a lift, for a push that names only the lift. */
  readonly communityOf: (elevatorId: number) => string;
  readonly labelOf: (alarmKind: string) => string;
}

export interface TickerTiming {
  /** The number of alarms that are remembered; older ones that need no one leave first, then by age. A waiting alarm of priority 1 never leaves. */
  readonly capacity?: number;
  /**
   * Returns a stream that ends the pause before the next update: in a flood no one could follow each alarm. A call for help rings elsewhere,
   * immediately.
   */
  readonly pause?: () => Observable<unknown>;
  readonly scheduler?: SchedulerLike;
  /** Emits after this number of ms. */
  readonly after?: (ms: number) => Observable<unknown>;
}

const toAlarm = (row: AlarmRecordRow): TickerAlarm => ({
  id: row.id,
  elevatorId: row.elevator_id,
  kindLabel: row.kind_label,
  tag: row.tag,
  addr: row.addr,
  communityName: row.community_name,
  priority: row.level,
  raisedAtMs: Date.parse(row.created_at),
  isOver: row.status === 1 || row.status === 2,
});

/** The new alarm in a push, whether its recipient answers alarms or only sees them. */
const raisedBy = (event: PushEvent) =>
  event.kind === 'alarm.raised'
    ? event
    : isChangeOf(event, 'alarm')
      ? toldOfAlarm.safeParse(event.fact.data).data
      : undefined;

const over: ReadonlySet<string> = new Set(['alarm.completed', 'alarm.judgedFalse']);

function createRing(capacity: number, { communityOf, labelOf }: Pick<TickerSources, 'communityOf' | 'labelOf'>) {
  const alarms = new Map<number, TickerAlarm>();
  /** Insertion order is the order of arrival: the first that may leave is the oldest. */
  const trim = (): void => {
    if (alarms.size <= capacity) return;
    for (const [id, { priority, isOver }] of alarms) {
      if (alarms.size <= capacity) return;
      if (priority !== 1 || isOver) alarms.delete(id);
    }
  };
  return {
    load(rows: readonly AlarmRecordRow[]): void {
      for (const row of rows.toSorted((a, b) => a.id - b.id)) alarms.set(row.id, toAlarm(row));
      trim();
    },
    push(event: PushEvent): boolean {
      const change = changeOf(event);
      if (change?.stream !== 'alarm') return false;
      const { elevatorId } = change;
      const alarmId = Number(change.id);
      const raised = raisedBy(event);
      if (raised !== undefined && elevatorId !== null) {
        const { alarmKind, tag, addr, priority, raisedAtMs } = raised;
        alarms.set(alarmId, {
          id: alarmId,
          elevatorId,
          kindLabel: labelOf(alarmKind),
          tag,
          addr,
          communityName: communityOf(elevatorId),
          priority,
          raisedAtMs,
          isOver: false,
        });
        trim();
        return true;
      }
      const known = over.has(change.type) ? alarms.get(alarmId) : undefined;
      if (known === undefined) return false;
      alarms.set(known.id, { ...known, isOver: true });
      return true;
    },
    all: (): readonly TickerAlarm[] => [...alarms.values()],
  };
}

/** The newest alarms as lines: the first after a silence immediately; a flood grouped, once per pause. */
export function alarmTicker(
  { loaded$, events$, ...names }: TickerSources,
  { capacity = 8_000, pause = nextFrame, scheduler = asyncScheduler, after = timer }: TickerTiming = {},
): Observable<Ticker> {
  return defer(() => {
    const ring = createRing(capacity, names);
    const changed$ = merge(
      loaded$.pipe(
        map((state) => {
          if (state.kind !== 'ready') return false;
          ring.load(state.value);
          return true;
        }),
      ),
      events$.pipe(map((event) => ring.push(event))),
    ).pipe(filter((hasChanged) => hasChanged));
    // What leaves the window leaves the count, too, however quiet it is.
    const aged = (): Observable<unknown> => {
      const nowMs = scheduler.now();
      const atMs = nextLeavesAtMs(ring.all(), nowMs);
      return atMs === null ? EMPTY : after(Math.max(leastAgeMs, atMs - nowMs));
    };
    return changed$.pipe(
      batchUnlessUrgent(pause),
      switchMap((change) => of<unknown>(change).pipe(expand(aged))),
      map(() => tickerAt(ring.all(), scheduler.now())),
    );
  });
}
