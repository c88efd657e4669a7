import type { EventStore } from './eventStore.ts';

/** Keys per query; the rest goes into the next. */
const mostKeys = 500;
/** The most queries that run in parallel: one without an answer holds up only its own askers. */
const mostAtOnce = 4;

type ReadMany<Key, Value> = (store: EventStore, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** One store's state: the running queries, and the callers waiting for the next. */
class Reader<Key, Value> {
  readonly #readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  #waiting: Waiting<Key, Value>[] = [];
  #underWay = 0;

  constructor(readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#readMany = readMany;
  }

  read(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#underWay < mostAtOnce) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#underWay += 1;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, mostKeys);
      try {
        const found = await this.#readMany([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#underWay -= 1;
  }
}

/**
 * A read of one row by its key that shares its query with all that are requested while another query is under way: a
 * thousand simultaneous calls must not queue for the database's few connections. Each sees what was committed before
 * its request.
 */
export function sharedRead<Key, Value>(
  readMany: ReadMany<Key, Value>,
): (store: EventStore, key: Key) => Promise<Value | undefined> {
  const readers = new WeakMap<EventStore, Reader<Key, Value>>();
  return (store, key) => {
    const known = readers.get(store);
    const reader = known ?? new Reader((keys: readonly Key[]) => readMany(store, keys));
    if (known === undefined) readers.set(store, reader);
    return reader.read(key);
  };
}
