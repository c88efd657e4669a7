import { run, type EventStore } from '../../store/eventStore.ts';
import type { RowResource } from './rowResource.ts';

export interface RowIds {
  /** Resolves once no new id can be one that a row already had. */
  readonly areReserved: () => Promise<void>;
  readonly next: () => Promise<number>;
}

/** Gives new rows their ids, above those that a seed or an import wrote. */
export function rowIds<Values extends object>(
  { table, highestId }: Pick<RowResource<Values>, 'table' | 'highestId'>,
  store: EventStore,
): RowIds {
  let idsReserved: Promise<void> | undefined;

  async function reserveIds(): Promise<void> {
    await store.write(function* (queries) {
      const next = (yield* highestId(queries)) + 1;
      yield* run(
        queries
          .insertInto('ids')
          .values({ kind: table, next })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next }).where('ids.next', '<', next)),
      );
    });
  }

  async function areReserved(): Promise<void> {
    idsReserved ??= reserveIds();
    try {
      await idsReserved;
    } catch (error) {
      // The next caller tries again.
      idsReserved = undefined;
      throw error;
    }
  }

  return {
    areReserved,
    async next() {
      await areReserved();
      return store.nextId(table);
    },
  };
}
