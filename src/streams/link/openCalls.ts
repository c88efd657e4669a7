import {
  asyncScheduler,
  distinctUntilChanged,
  EMPTY,
  map,
  merge,
  scan,
  startWith,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import {
  alarmCallKey,
  rescueCallKey,
  ringingCallOf,
  withCall,
  withoutCall,
  type RingingCall,
} from '../../contract/ringingCall.ts';
import { isChangeOf } from '../../contract/streamChange.ts';

/**
 * Rescues ring, and alarms of priority 1 that opened none. A scooter or a blocked door only causes a notice:
 * a dialog that cannot be dismissed is reserved for what cannot wait.
 */
export const rings = (call: RingingCall): boolean =>
  call.kind === 'rescue' || call.priority === 1 || call.isRung === true;

/** Steps after which an alarm no longer needs an answer. */
const answeredAlarm: ReadonlySet<string> = new Set([
  'alarm.acknowledged',
  'alarm.shelved',
  'alarm.completed',
  'alarm.judgedFalse',
]);

/** The call that a push ends; undefined for a push that ends none. */
export function endedCallKey(event: PushEvent): string | undefined {
  if (event.kind === 'rescue.claimed' || event.kind === 'rescue.over') return rescueCallKey(event.orderId);
  if (isChangeOf(event, 'alarm') && answeredAlarm.has(event.fact.type)) return alarmCallKey(Number(event.id));
  return undefined;
}

interface Calls {
  readonly queue: readonly RingingCall[];
  /** Calls not sent again since the log could not be resumed. */
  readonly unconfirmed: ReadonlySet<string>;
}

const noCalls: readonly RingingCall[] = [];

type Change =
  | { readonly kind: 'pushed'; readonly event: PushEvent }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'settled' };

const without = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set([...keys].filter((other) => other !== key));

function reduce(calls: Calls, change: Change): Calls {
  switch (change.kind) {
    case 'restarted':
      // The server repeats only rescues: an alarm keeps ringing until someone answers it.
      return {
        ...calls,
        unconfirmed: new Set(calls.queue.filter(({ kind }) => kind === 'rescue').map(({ key }) => key)),
      };
    case 'settled':
      return calls.unconfirmed.size === 0
        ? calls
        : { queue: calls.queue.filter(({ key }) => !calls.unconfirmed.has(key)), unconfirmed: new Set() };
    case 'pushed': {
      const call = ringingCallOf(change.event);
      // Alarms that do not ring cause no sorting, however many there are.
      if (call !== undefined && !rings(call)) return calls;
      if (call !== undefined)
        return { queue: withCall(calls.queue, call), unconfirmed: without(calls.unconfirmed, call.key) };
      const key = endedCallKey(change.event);
      if (key === undefined || !calls.queue.some((open) => open.key === key)) return calls;
      return { queue: withoutCall(calls.queue, key), unconfirmed: without(calls.unconfirmed, key) };
    }
  }
}

export interface OpenCallsSources {
  readonly events$: Observable<PushEvent>;
  /** The log could not be resumed: the server sends the open calls again, and all others are over. */
  readonly restarted$?: Observable<unknown>;
}

/**
 * Unanswered calls that ring, the worst first, then the oldest. A call is removed only when the server reports it
 * taken or over, or does not send it among the open ones within `settleMs` after a restart.
 */
export function openCalls(
  { events$, restarted$ = EMPTY }: OpenCallsSources,
  {
    settleMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly settleMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<readonly RingingCall[]> {
  const changes$ = merge(
    restarted$.pipe(
      switchMap(() =>
        timer(settleMs, scheduler).pipe(
          map((): Change => ({ kind: 'settled' })),
          startWith<Change>({ kind: 'restarted' }),
        ),
      ),
    ),
    events$.pipe(map((event): Change => ({ kind: 'pushed', event }))),
  );
  return changes$.pipe(
    scan(reduce, { queue: noCalls, unconfirmed: new Set<string>() }),
    map(({ queue }) => queue),
    startWith(noCalls),
    distinctUntilChanged(),
  );
}
