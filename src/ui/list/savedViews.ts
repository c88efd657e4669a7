import { createContext } from 'react';
import type { Observable } from 'rxjs';
import { reservedKeys } from './urlState.ts';

/** Filters, sort order and hidden columns of a list that a user keeps under a name. */
export interface SavedView {
  readonly id: number;
  /** The list's name, as `ListScreenDefinition.name` has it. */
  readonly list: string;
  readonly name: string;
  /** As they stand in the address. */
  readonly params: Readonly<Record<string, string>>;
  /** The ids of hidden columns. */
  readonly hidden: readonly string[];
  readonly isDefault: boolean;
}

/** The store of views. A save or a removal that is refused rejects with a message for the user. */
export interface SavedViews {
  /** All of the user's; null until they are loaded. */
  readonly views$: Observable<readonly SavedView[] | null>;
  readonly save: (view: Omit<SavedView, 'id'> & { readonly id?: number }) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
}

/** Null where no one is signed in: lists then offer no views. */
export const SavedViewsContext = createContext<SavedViews | null>(null);

const sortKeys = ['sort', 'order'] as const;

/** The part of an address that a view keeps: filters and sort order, not the page or the open row. */
export function viewParams(params: URLSearchParams, filterKeys: readonly string[]): Record<string, string> {
  const kept = [...filterKeys, ...sortKeys].flatMap((key) => {
    const value = params.get(key);
    return value === null || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(kept.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** The changes to the address that a view makes: filters that the list no longer has are passed over, all others are cleared. */
export function changesOfView(
  view: Pick<SavedView, 'params'>,
  filterKeys: readonly string[],
): Record<string, string | null> {
  return Object.fromEntries([...filterKeys, ...sortKeys].map((key) => [key, view.params[key] ?? null]));
}

/** Returns true if the address asks for the list as it is opened from the menu; then the default view is used. */
export const isBareAddress = (params: URLSearchParams, filterKeys: readonly string[]): boolean =>
  [...filterKeys, ...reservedKeys].every((key) => !params.has(key));

/** Returns true if the list shows the content of the view. */
export function isShown(
  view: SavedView,
  shown: { readonly params: Readonly<Record<string, string>>; readonly hidden: readonly string[] },
  known: { readonly filterKeys: readonly string[]; readonly columnIds: readonly string[] },
): boolean {
  const params = viewParams(new URLSearchParams(view.params), known.filterKeys);
  const hidden = view.hidden.filter((id) => known.columnIds.includes(id));
  return (
    JSON.stringify(params) === JSON.stringify(shown.params) &&
    JSON.stringify(hidden.toSorted()) === JSON.stringify(shown.hidden.toSorted())
  );
}
