import { randomUUID } from 'node:crypto';
import type { LogHead } from './eventRow.ts';
import { run, type Queries, type TransactionSteps } from './eventStore.ts';
import type { LogWriter } from './logStore.ts';

/**
 * The store's epoch, set when the store is created, and renewed if the log has gone back since: a subscription's
 * checkpoint is beyond its end, or the event named by `seen` is missing. Checkpoints are set back to the end, so that
 * new events are handled.
 */
export function openEpoch(writer: LogWriter, seen?: LogHead): Promise<string> {
  return writer.write(function* (queries) {
    const [head] = yield* run(queries.selectFrom('log_head').select('position'));
    const position = head?.position ?? 0;
    const beyond = yield* run(queries.selectFrom('checkpoints').select('name').where('position', '>', position));
    if (beyond.length > 0)
      yield* run(queries.updateTable('checkpoints').set({ position }).where('position', '>', position));
    const isAnother = seen !== undefined && seen.position > 0 && !(yield* hasEvent(queries, seen));
    const fresh = randomUUID();
    const kept = yield* readMeta(queries, 'epoch');
    if (kept !== undefined && beyond.length === 0 && !isAnother) return kept;
    yield* setMeta(queries, 'epoch', fresh);
    return fresh;
  });
}

/** Consoles that knew the log under another epoch reload. */
export const setEpoch = (queries: Queries, epoch: string): TransactionSteps => setMeta(queries, 'epoch', epoch);

/** Keeps the value that comes first; returns the one that is kept. */
export function keepMeta(store: Pick<LogWriter, 'write'>, key: string, value: string): Promise<string> {
  return store.write(function* (queries) {
    const kept = yield* readMeta(queries, key);
    if (kept === undefined) yield* setMeta(queries, key, value);
    return kept ?? value;
  });
}

function* readMeta(queries: Queries, key: string): TransactionSteps<string | undefined> {
  const [row] = yield* run(queries.selectFrom('store_meta').select('value').where('key', '=', key));
  return row?.value;
}

function* setMeta(queries: Queries, key: string, value: string): TransactionSteps {
  yield* run(
    queries
      .insertInto('store_meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
  );
}

function* hasEvent(queries: Queries, { position, hash }: LogHead): TransactionSteps<boolean> {
  const [event] = yield* run(queries.selectFrom('events').select('hash').where('position', '=', position));
  return event?.hash === hash;
}
