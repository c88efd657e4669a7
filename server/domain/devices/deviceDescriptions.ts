import { run, type EventStore } from '../../store/eventStore.ts';

const changesOf = new WeakMap<object, number>();

/** Rises with each device that describes itself in another way than before: no entry of the log says so. */
export const descriptionChanges = (store: Pick<EventStore, 'rows'>): number => changesOf.get(store) ?? 0;

/** Keeps what a device says of itself, in place of what it said before. */
export async function keepDescription(
  store: EventStore,
  deviceKey: string,
  row: { readonly model: string; readonly firmware: string; readonly described_at_ms: number },
): Promise<void> {
  try {
    await store.write(function* (queries) {
      yield* run(
        queries
          .insertInto('device_descriptions')
          .values({ device_key: deviceKey, ...row })
          .onConflict((conflict) => conflict.column('device_key').doUpdateSet(row)),
      );
    });
  } finally {
    // After a failure nobody knows whether it was written.
    changesOf.set(store, descriptionChanges(store) + 1);
  }
}
