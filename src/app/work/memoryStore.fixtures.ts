import type { KeyedStore } from './keyedStore.ts';

/** A store in memory that outlives the page that uses it, as IndexedDB does; `refuse` makes it fail as a browser would. */
export function memoryStore(): KeyedStore & { readonly keys: () => readonly string[]; refuse: Error | undefined } {
  const values = new Map<string, unknown>();
  const store = {
    refuse: undefined as Error | undefined,
    keys: () => [...values.keys()].toSorted(),
    read(prefix: string) {
      const found = [...values].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return Promise.resolve(found.map(([key, value]) => [key, structuredClone(value)] as const));
    },
    write(changes: readonly (readonly [string, unknown])[]) {
      if (store.refuse !== undefined) return Promise.reject(store.refuse);
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.set(key, structuredClone(value));
      }
      return Promise.resolve();
    },
  };
  return store;
}
