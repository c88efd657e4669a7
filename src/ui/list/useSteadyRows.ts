import { useState } from 'react';
import type { RowId } from './listTypes.ts';
import type { RowsState } from './reduceRows.ts';
import { steadyPage, type HeldRows } from './steadyRows.ts';

interface SteadyRows<Row> {
  readonly state: RowsState<Row>;
  readonly newNum: number;
  readonly goneIds: ReadonlySet<RowId>;
  /** For the pointer's moves over the rows. */
  readonly hold: () => void;
  /** Shows the rows as they are now. */
  readonly release: () => void;
}

const noIds: ReadonlySet<RowId> = new Set();

/**
 * A list's rows, kept in their places while the pointer is over them; see `ListScreenDefinition.isSteady`. Such a list
 * does not fade either while it reads the same query (`key`) again.
 */
export function useSteadyRows<Row>(
  state: RowsState<Row>,
  rowId: (row: Row) => RowId,
  isSteady: boolean,
  key: string,
): SteadyRows<Row> {
  const [held, setHeld] = useState<HeldRows<Row> | null>(null);
  const release = (): void => setHeld(null);
  if (!isSteady || state.kind !== 'ready') return { state, newNum: 0, goneIds: noIds, hold: () => undefined, release };
  const { page, newNum, goneIds } = steadyPage(state, held, rowId);
  return {
    state: { ...state, page, isLoading: state.isLoading && state.key !== key },
    newNum,
    goneIds,
    hold: () => {
      if (held?.key !== state.key) setHeld({ key: state.key, rows: state.page.list });
    },
    release,
  };
}
