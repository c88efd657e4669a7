import {
  asyncScheduler,
  filter,
  map,
  merge,
  of,
  scan,
  startWith,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import { exhaustLatest } from '../loading/exhaustLatest.ts';
import { loading, refreshed, type LoadState } from '../loading/loadState.ts';
import { loadWithRetry } from '../loading/loadWithRetry.ts';
import { newerRow } from '../loading/newerRow.ts';
import { rescuePushOf, type RescuePush } from './rescuePush.ts';

export interface RescueQueueSources {
  /** All orders that are not closed. */
  readonly load: () => ObservableInput<readonly RescueOrderRow[]>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
  /** Rows that the server answered to commands of this very desk. */
  readonly answers$: Observable<RescueOrderRow>;
  /** The changes that a push makes to a row before the row itself is loaded again. */
  readonly patch: (row: RescueOrderRow, push: RescuePush) => RescueOrderRow;
}

type Change =
  | { readonly kind: 'loaded'; readonly result: LoadState<readonly RescueOrderRow[]> }
  | { readonly kind: 'pushed'; readonly push: RescuePush }
  | { readonly kind: 'answered'; readonly row: RescueOrderRow };

interface Known {
  readonly state: LoadState<readonly RescueOrderRow[]>;
  /** The newest version of every row seen: an answer that was under way may be older. */
  readonly seen: ReadonlyMap<number, RescueOrderRow>;
}

function reduce(known: Known, change: Change, patch: RescueQueueSources['patch']): Known {
  switch (change.kind) {
    case 'loaded': {
      const { result } = change;
      if (result.kind !== 'ready') return { ...known, state: refreshed(known.state, result) };
      const rows = result.value.map((row) => newerRow(known.seen.get(row.id), row));
      return { state: { ...result, value: rows }, seen: new Map(rows.map((row) => [row.id, row])) };
    }
    case 'pushed': {
      if (known.state.kind !== 'ready') return known;
      const { push } = change;
      return {
        ...known,
        state: {
          ...known.state,
          value: known.state.value.map((row) => (row.id === push.orderId ? patch(row, push) : row)),
        },
      };
    }
    case 'answered': {
      const { row } = change;
      const seen = new Map(known.seen).set(row.id, newerRow(known.seen.get(row.id), row));
      if (known.state.kind !== 'ready') return { ...known, seen };
      const isListed = known.state.value.some(({ id }) => id === row.id);
      const value = isListed
        ? known.state.value.map((other) => (other.id === row.id ? newerRow(other, row) : other))
        : [...known.state.value, row];
      return { seen, state: { ...known.state, value } };
    }
  }
}

/**
 * The open orders, reloaded whenever a push says that one changed, and patched by that push immediately.
 * A closed row stays until the next load leaves it out; the view sorts and filters.
 */
export function watchRescueQueue(
  { load, events$, snapshotNeeded$, answers$, patch }: RescueQueueSources,
  {
    retryAfterMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly retryAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<LoadState<readonly RescueOrderRow[]>> {
  const pushes$ = events$.pipe(
    map(rescuePushOf),
    filter((push) => push !== undefined),
  );
  const reloads$ = merge(of(null), pushes$, snapshotNeeded$).pipe(
    exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })),
  );
  return merge(
    pushes$.pipe(map((push): Change => ({ kind: 'pushed', push }))),
    answers$.pipe(map((row): Change => ({ kind: 'answered', row }))),
    reloads$.pipe(map((result): Change => ({ kind: 'loaded', result }))),
  ).pipe(
    scan((known: Known, change: Change) => reduce(known, change, patch), {
      state: loading,
      seen: new Map<number, RescueOrderRow>(),
    }),
    map(({ state }) => state),
    startWith(loading),
  );
}
