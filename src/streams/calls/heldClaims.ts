import {
  distinctUntilChanged,
  filter,
  from,
  map,
  merge,
  of,
  scan,
  startWith,
  type Observable,
  type ObservableInput,
} from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import { exhaustLatest } from '../loading/exhaustLatest.ts';
import { loadWithRetry } from '../loading/loadWithRetry.ts';

export interface HeldClaimsSources {
  readonly userId: number;
  /** The ids of the open orders that this user has claimed. */
  readonly load: () => ObservableInput<readonly number[]>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
}

type Change =
  { readonly kind: 'pushed'; readonly event: PushEvent } | { readonly kind: 'loaded'; readonly ids: readonly number[] };

const without = (held: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  held.has(id) ? new Set([...held].filter((other) => other !== id)) : held;

function reduce(held: ReadonlySet<number>, change: Change, userId: number): ReadonlySet<number> {
  if (change.kind === 'loaded') return new Set(change.ids);
  const { event } = change;
  switch (event.kind) {
    case 'rescue.claimed':
      return event.byUserId === userId ? new Set(held).add(event.orderId) : without(held, event.orderId);
    // A call that rings has no claimer: the claim lapsed.
    case 'rescue.ringing':
    case 'rescue.over':
      return without(held, event.orderId);
    default:
      return held;
  }
}

/**
 * A hand-over's push does not say to whom; and a load that was under way may not know yet of a claim, of its lapse or
 * of an order's end.
 */
const needsLoad = (event: PushEvent, userId: number): boolean =>
  (isChangeOf(event, 'rescue') && event.fact.type.startsWith('rescue.hand')) ||
  (event.kind === 'rescue.claimed' && event.byUserId === userId) ||
  (event.kind === 'rescue.ringing' && event.lapsed?.userId === userId && !event.reminder) ||
  event.kind === 'rescue.over';

/** Emits the number of open calls that the user has claimed: counted from the pushes at once, and loaded if these do not tell. */
export function heldClaims({ userId, load, events$, snapshotNeeded$ }: HeldClaimsSources): Observable<number> {
  const loaded$ = merge(of(null), snapshotNeeded$, events$.pipe(filter((event) => needsLoad(event, userId)))).pipe(
    exhaustLatest(() => loadWithRetry(() => from(load()))),
    filter((state) => state.kind === 'ready'),
    map(({ value }): Change => ({ kind: 'loaded', ids: value })),
  );
  return merge(loaded$, events$.pipe(map((event): Change => ({ kind: 'pushed', event })))).pipe(
    scan((held: ReadonlySet<number>, change: Change) => reduce(held, change, userId), new Set<number>()),
    map(({ size }) => size),
    startWith(0),
    distinctUntilChanged(),
  );
}
