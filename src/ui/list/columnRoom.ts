import type { Column } from './listTypes.ts';

/** What a column without a width of its own needs at least, in px: seven characters. */
const leastWidth = 120;

/** The room in px that these columns and the acts at the end of a row need. A narrower window scrolls the table: no column vanishes. */
export function roomOf(columns: readonly Pick<Column<never>, 'width'>[], actionsWidth: number): number {
  return columns.reduce((sum, { width = leastWidth }) => sum + width, actionsWidth);
}
