import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { EventStore, Queries } from './eventStore.ts';

const users = new WeakMap<CompiledQuery['queryId'], number>();

/**
 * `store.reads` for one user: queries of different users take turns, so that nobody waits for another's ten exports.
 * @example readsOf(store, by).selectFrom('alarms').selectAll().execute()
 */
export function readsOf({ reads }: Pick<EventStore, 'reads'>, { userId }: { readonly userId: number }): Queries {
  const noteUser: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      users.set(queryId, userId);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return reads.withPlugin(noteUser);
}

/** The user for whom a query was built; undefined for the server's own. */
export const userOf = ({ queryId }: CompiledQuery): number | undefined => users.get(queryId);
