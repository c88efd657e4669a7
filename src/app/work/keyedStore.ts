/** Values under keys that outlive the tab. Rejects where the browser refuses, for example because its storage is full. */
export interface KeyedStore {
  /** Everything whose key begins so, in the order of the keys. */
  read(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** All of it or nothing; `undefined` removes. Resolves when it is on the disk. */
  write(changes: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
}

const databaseName = 'tian-work';
const tableName = 'kept';
/** Above every character that a key has. */
const afterAll = '\uffff';

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')));
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    const fail = (): void => reject(transaction.error ?? new Error('the transaction was aborted'));
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });

/** A store in IndexedDB. Rejects where the browser has none, as in some private windows. */
export async function openKeyedStore(factory: IDBFactory): Promise<KeyedStore> {
  const opening = factory.open(databaseName, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(tableName));
  const database = await settled(opening);
  // A later version of the page, in another tab, must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return {
    async read(prefix) {
      const table = database.transaction(tableName, 'readonly').objectStore(tableName);
      const range = IDBKeyRange.bound(prefix, prefix + afterAll);
      const [keys, values] = await Promise.all([settled(table.getAllKeys(range)), settled(table.getAll(range))]);
      return keys.map((key, index): readonly [string, unknown] => [typeof key === 'string' ? key : '', values[index]]);
    },
    async write(changes) {
      const transaction = database.transaction(tableName, 'readwrite', { durability: 'strict' });
      const table = transaction.objectStore(tableName);
      const done = ended(transaction);
      for (const [key, value] of changes) {
        if (value === undefined) table.delete(key);
        else table.put(value, key);
      }
      await done;
    },
  };
}
