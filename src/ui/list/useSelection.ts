import { useState } from 'react';
import { chosenOf, clickedRow, freshRows, noneChosen, withRows, type Chosen } from './chosenRows.ts';
import type { GridSelection } from './DataGrid.tsx';
import type { ListScreenDefinition } from './listTypes.ts';

interface Selection<Row> {
  /** All that are chosen, those on other pages too. */
  readonly rows: readonly Row[];
  /** The number of them on the page in sight. */
  readonly hereNum: number;
  readonly grid: GridSelection<Row>;
  readonly clear: () => void;
}

/** The chosen rows of a list whose definition lets rows be chosen; undefined for any other list. */
export function useSelection<Row, Query>(
  { selection, rowId }: ListScreenDefinition<Row, Query>,
  page: readonly Row[],
): Selection<Row> | undefined {
  const [chosen, setChosen] = useState<Chosen<Row>>(noneChosen);
  if (selection === undefined) return undefined;
  const ofPage = chosenOf(chosen, page, rowId);
  const isChosen = (row: Row): boolean => chosen.rows.has(rowId(row));
  return {
    rows: freshRows(chosen, page, rowId),
    hereNum: page.filter(isChosen).length,
    grid: {
      nameOf: selection.nameOf,
      isChosen,
      ofPage,
      onChoose: (row, isRange) => setChosen((before) => clickedRow(before, page, row, isRange, rowId)),
      onChoosePage: () => setChosen((before) => withRows(before, page, chosenOf(before, page, rowId) !== 'all', rowId)),
    },
    clear: () => setChosen(noneChosen()),
  };
}
