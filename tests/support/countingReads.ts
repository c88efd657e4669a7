import type { EventStore } from '../../server/store/eventStore.ts';

/** The store, counting the queries on its rows. */
export function countingReads(store: EventStore): { readonly store: EventStore; readonly asked: () => number } {
  let count = 0;
  const rows = store.rows.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { store: Object.create(store, { rows: { value: rows } }), asked: () => count };
}
