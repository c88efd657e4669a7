import { randomUUID } from 'node:crypto';
import { run } from './eventStore.ts';
import type { LogWriter } from './logStore.ts';

/** The store's epoch, given once when the store is new. */
export function readEpoch(writer: LogWriter): Promise<string> {
  return writer.write(function* (queries) {
    const fresh = { key: 'epoch', value: randomUUID() };
    yield* run(queries.insertInto('store_meta').values(fresh).onConflict((conflict) => conflict.column('key').doNothing()));
    const [kept] = yield* run(queries.selectFrom('store_meta').select('value').where('key', '=', 'epoch'));
    return kept?.value ?? fresh.value;
  });
}
