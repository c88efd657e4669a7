import { expect, test } from 'vitest';
import { steadyPage } from './steadyRows.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}
const row = (id: number, text = ''): Row => ({ id, text });
const page = (...list: Row[]) => ({ list, current_page: 1, page_size: 20, total: list.length, max_page: 1 });
const idOf = ({ id }: Row) => id;

test('while rows are held, none changes its place: new ones are counted and gone ones stay', () => {
  const held = { key: 'a', rows: [row(3), row(1), row(2)] };
  const steady = steadyPage({ key: 'a', page: page(row(9), row(1, 'accepted'), row(3), row(8)) }, held, idOf);
  expect(steady.page.list).toEqual([row(3), row(1, 'accepted'), row(2)]);
  expect(steady.newNum).toBe(2);
  expect([...steady.goneIds]).toEqual([2]);
});

test('rows of another query are never held', () => {
  const next = page(row(9));
  expect(steadyPage({ key: 'b', page: next }, { key: 'a', rows: [row(1)] }, idOf)).toEqual({
    page: next,
    newNum: 0,
    goneIds: new Set(),
  });
  expect(steadyPage({ key: 'b', page: next }, null, idOf).page).toBe(next);
});
