import * as z from 'zod';
import { liftCategories } from '../../../src/contract/liftCategories.ts';
import { checkItemSchema, type CheckItem } from '../../../src/contract/visits/checkItem.ts';
import { standardItemsOf } from '../../../src/contract/visits/checkItems.ts';
import { visitKinds } from '../../../src/contract/visits/visitKinds.ts';

const itemsSchema = z.array(checkItemSchema);

/** Items as a row of a visit or of a list keeps them. */
export const itemsOfRow = (json: string): CheckItem[] => itemsSchema.parse(JSON.parse(json));

/** The items of a visit as its row names them: its own, or the standard's for its category and kind. */
export function itemsOfVisit(row: {
  readonly category: string;
  readonly kind: string;
  readonly items: string;
}): readonly CheckItem[] {
  if (row.items !== '') return itemsOfRow(row.items);
  const category = liftCategories.find((name) => name === row.category);
  const kind = visitKinds.find((name) => name === row.kind);
  return category === undefined || kind === undefined ? [] : standardItemsOf(category, kind);
}
