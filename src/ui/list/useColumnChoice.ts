import { useState } from 'react';
import { readChoice, writeChoice } from './columnChoice.ts';
import type { Column } from './listTypes.ts';

interface ColumnChoice<Row> {
  visible: readonly Column<Row>[];
  isHidden: (id: string) => boolean;
  /** The ids of the columns that are not shown. */
  hidden: readonly string[];
  toggle: (id: string) => void;
  /** Hides these and shows all others; ids of no column are passed over. */
  hide: (ids: readonly string[]) => void;
  reset: () => void;
}

/** A browser that forbids storage throws when it is only named, so it is named as late as it is used. */
const browserStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
};

/** Returns the columns that this person wants to see on this screen, kept in the browser. One column always stays. */
export function useColumnChoice<Row>(screenName: string, columns: readonly Column<Row>[]): ColumnChoice<Row> {
  const byDefault = columns.filter((column) => column.isHiddenByDefault === true).map((column) => column.id);
  const [hidden, setHidden] = useState<readonly string[]>(() => readChoice(browserStorage, screenName) ?? byDefault);
  const keep = (next: readonly string[] | null): void => {
    setHidden(next ?? byDefault);
    writeChoice(browserStorage, screenName, next);
  };
  const isHidden = (id: string): boolean => hidden.includes(id);
  const visible = columns.filter((column) => !isHidden(column.id));
  return {
    visible: visible.length === 0 ? columns.slice(0, 1) : visible,
    isHidden,
    hidden: columns.flatMap(({ id }) => (isHidden(id) ? [id] : [])),
    hide: (ids) => keep(columns.flatMap(({ id }) => (ids.includes(id) ? [id] : []))),
    toggle: (id) =>
      keep(isHidden(id) ? hidden.filter((other) => other !== id) : visible.length > 1 ? [...hidden, id] : hidden),
    reset: () => keep(null),
  };
}
