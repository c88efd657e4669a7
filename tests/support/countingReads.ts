import type { EventStore, Queries } from '../../server/store/eventStore.ts';

/** The store; counts the queries on its `rows` and, separately, on its `reads`. */
export function countingReads(store: EventStore): {
  readonly store: EventStore;
  readonly asked: () => number;
  readonly askedOfReads: () => number;
} {
  const rows = counting(store.rows);
  const reads = counting(store.reads);
  return {
    store: Object.create(store, { rows: { value: rows.queries }, reads: { value: reads.queries } }),
    asked: rows.asked,
    askedOfReads: reads.asked,
  };
}

function counting(uncounted: Queries): { readonly queries: Queries; readonly asked: () => number } {
  let count = 0;
  const queries = uncounted.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { queries, asked: () => count };
}
