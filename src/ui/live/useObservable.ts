import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';

interface ValueStore<T> {
  subscribe: (onChange: () => void) => () => void;
  getSnapshot: () => T;
}

function storeOf<T>(source$: Observable<T>, initial: T): ValueStore<T> {
  let current = initial;
  return {
    subscribe(onChange) {
      const subscription = source$.subscribe((value) => {
        current = value;
        onChange();
      });
      return () => subscription.unsubscribe();
    },
    getSnapshot: () => current,
  };
}

/**
 * The latest value of a stream, `initial` until it speaks. The one place where views subscribe:
 * the stream must be the same object between renders (made in app, or kept by `useMemo`/`useState`).
 */
export function useObservable<T>(source$: Observable<T>, initial: T): T {
  // Where the store starts: kept, so that a new literal on each render does not start it again.
  const [start] = useState(() => initial);
  const store = useMemo(() => storeOf(source$, start), [source$, start]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
