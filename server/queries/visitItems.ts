import * as z from 'zod';
import { liftCategories } from '../../src/contract/entities/liftCategories.ts';
import { checkItemSchema, standardItemsOf, type CheckItem } from '../../src/contract/visits/checkItems.ts';
import { visitKinds } from '../../src/contract/visits/visitKinds.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

const itemsSchema = z.array(checkItemSchema);

/** The items of a visit as its row names them: its own, or the standard's for its category and kind. */
export function itemsOfVisit(row: {
  readonly category: string;
  readonly kind: string;
  readonly items: string;
}): readonly CheckItem[] {
  if (row.items !== '') return itemsSchema.parse(JSON.parse(row.items));
  const category = liftCategories.find((name) => name === row.category);
  const kind = visitKinds.find((name) => name === row.kind);
  return category === undefined || kind === undefined ? [] : standardItemsOf(category, kind);
}

/** The lists that are not the standard's, by name. They belong to no organisation. */
export const checkLists = (store: EventStore, by: Principal) =>
  readsOf(store, by).selectFrom('check_lists').select(['id', 'name', 'category']).orderBy('name').execute();
