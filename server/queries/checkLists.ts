import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

/** The lists that are not the standard's, by name. They belong to no organisation. */
export const checkLists = (store: EventStore, by: Principal) =>
  readsOf(store, by).selectFrom('check_lists').select(['id', 'name', 'category']).orderBy('name').execute();
