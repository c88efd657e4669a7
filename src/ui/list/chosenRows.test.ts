import { expect, test } from 'vitest';
import { chosenOf, clickedRow, freshRows, noneChosen, withRows } from './chosenRows.ts';

interface Parcel {
  readonly id: number;
  readonly to?: string;
}
const rowId = ({ id }: Parcel) => id;
const first: readonly Parcel[] = [1, 2, 3, 4, 5].map((id) => ({ id }));
const second: readonly Parcel[] = [6, 7, 8].map((id) => ({ id }));
const at = (page: readonly Parcel[], index: number): Parcel => page[index] ?? { id: 0 };

test('with Shift every row between the last click and this one is chosen, in either direction', () => {
  const one = clickedRow(noneChosen<Parcel>(), first, at(first, 3), false, rowId);
  const range = clickedRow(one, first, at(first, 1), true, rowId);
  expect(new Set(range.rows.keys())).toEqual(new Set([2, 3, 4]));
});

test('with Shift a click on a chosen row drops the range', () => {
  const all = withRows(noneChosen<Parcel>(), first, true, rowId);
  const one = clickedRow(all, first, at(first, 1), false, rowId);
  const range = clickedRow(one, first, at(first, 3), true, rowId);
  expect([...range.rows.keys()]).toEqual([1, 5]);
});

test('what was chosen on another page stays chosen, and no range reaches over to it', () => {
  const one = clickedRow(noneChosen<Parcel>(), first, at(first, 0), false, rowId);
  const two = clickedRow(one, second, at(second, 2), true, rowId);
  expect([...two.rows.keys()]).toEqual([1, 8]);
  expect([chosenOf(two, first, rowId), chosenOf(two, second, rowId)]).toEqual(['some', 'some']);
});

test('a page is chosen whole and dropped whole, without the others', () => {
  const one = clickedRow(noneChosen<Parcel>(), first, at(first, 0), false, rowId);
  const both = withRows(one, second, true, rowId);
  expect(chosenOf(both, second, rowId)).toBe('all');
  expect([...withRows(both, second, false, rowId).rows.keys()]).toEqual([1]);
});

test('an act is given each row as it was read last', () => {
  const one = clickedRow(noneChosen<Parcel>(), first, { id: 1, to: '滨江路' }, false, rowId);
  expect(freshRows(one, [{ id: 1, to: '学府街' }], rowId)).toEqual([{ id: 1, to: '学府街' }]);
  expect(freshRows(one, second, rowId)).toEqual([{ id: 1, to: '滨江路' }]);
});
