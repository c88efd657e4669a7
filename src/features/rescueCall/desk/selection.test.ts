import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { isNewestAddress, queryOf, selectedIdIn, selectionOf } from './selection.ts';

const of = (text: string) => selectionOf(new URLSearchParams(text));
const queue = [
  rescueRowFixture({ id: 5, stage: 'pending', agoMs: 60_000 }),
  rescueRowFixture({ id: 3, stage: 'accepted', agoMs: 60_000 }),
];

test('the address names an order, or a lift whose open order is meant', () => {
  expect(of('id=318')).toEqual({ kind: 'order', id: 318, isHandling: false });
  expect(of('elevator_id=1207&handle=1')).toEqual({ kind: 'elevator', elevatorId: 1207, isHandling: true });
  expect(of('')).toEqual({ kind: 'none' });
});

test.each(['id=abc', 'id=-3', 'id=0', 'id=1e3', 'elevator_id='])('%s selects nothing', (text) => {
  expect(of(text)).toEqual({ kind: 'none' });
});

test('what the desk writes into the address reads back the same', () => {
  expect(of(queryOf(318, true).slice(1))).toEqual({ kind: 'order', id: 318, isHandling: true });
});

test('without a wish the worst call is selected; a lift without an open order selects none', () => {
  expect(selectedIdIn(queue, of(''))).toBe(5);
  expect(selectedIdIn(queue, of('elevator_id=1203'))).toBe(3);
  expect(selectedIdIn(queue, of('elevator_id=77'))).toBeNull();
  expect(selectedIdIn([], of(''))).toBeNull();
});

test('an order that is not in the queue stays selected: it may be closed', () => {
  expect(selectedIdIn(queue, of('id=99'))).toBe(99);
});

test('the page does not write over an address that came after the one it shows', () => {
  expect(isNewestAddress('a1', { idx: 3, key: 'a1' })).toBe(true);
  expect(isNewestAddress('a1', { idx: 3, key: 'b2' })).toBe(false);
  for (const foreign of [null, undefined, 'a1', { key: 7 }]) expect(isNewestAddress('a1', foreign)).toBe(true);
});
