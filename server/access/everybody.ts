import type { Clock } from '../runtime/clock.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import { accessChangeOf } from './accessChange.ts';
import { loadPrincipals } from './loadPrincipal.ts';
import type { Principal } from './principal.ts';

/** Organisations may change without an event, so the cache is never older than this. */
const freshForMs = 1_000;

interface Kept {
  readonly loadedAtMs: number;
  readonly principals: Promise<readonly Principal[]>;
}

type Rows = Pick<EventStore, 'rows'>;

const keptOf = new WeakMap<Rows, Kept>();

/**
 * Everyone who is not disabled, by id, from one cache for the whole process. While `followAccess` runs it follows the log; it is never
 * older than a second.
 */
export function everybody({
  store,
  clock,
}: {
  readonly store: Rows;
  readonly clock: Clock;
}): Promise<readonly Principal[]> {
  const nowMs = clock.monotonicMs();
  const kept = keptOf.get(store);
  if (kept !== undefined && nowMs - kept.loadedAtMs < freshForMs) return kept.principals;
  const loading: Kept = { loadedAtMs: nowMs, principals: loadPrincipals(store) };
  keptOf.set(store, loading);
  loading.principals.catch(() => {
    if (keptOf.get(store) === loading) keptOf.delete(store);
  });
  return loading.principals;
}

/** Somebody's access has changed, so the next caller reads again. */
function forgetEverybody(store: Rows): void {
  keptOf.delete(store);
}

/** Forgets what an event of the log has changed, as soon as it is committed. */
export async function followAccess(store: EventStore): Promise<Subscription> {
  const afterPosition = await store.head();
  forgetEverybody(store);
  return store.subscribe({
    afterPosition,
    onEvents(events) {
      if (events.some((event) => accessChangeOf(event) !== undefined)) forgetEverybody(store);
    },
  });
}
