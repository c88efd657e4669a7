import { expect, it } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { toBoardCalls, type BoardCall } from './boardCalls.ts';
import { shownCalls } from './shownCalls.ts';

/** Calls that no one has answered, the first the oldest, and such that someone has. */
const callsOf = (waiting: number, answered = 0): readonly BoardCall[] =>
  toBoardCalls([
    ...Array.from({ length: waiting }, (_, index) =>
      rescueRowFixture({ id: index + 1, stage: 'pending', agoMs: (waiting - index) * 5_000 }),
    ),
    ...Array.from({ length: answered }, (_, index) =>
      rescueRowFixture({ id: 100 + index, stage: 'dispatched', agoMs: 400_000 + index }),
    ),
  ]);
const words = (calls: readonly BoardCall[], current: BoardCall | null): string =>
  shownCalls(calls, current)
    .map((entry) => (entry.kind === 'call' ? `${entry.call.id}` : `(${entry.count}/${entry.unanswered})`))
    .join(' ');

it('eight calls all have a card', () => {
  expect(words(callsOf(6, 2), null)).toBe('1 2 3 4 5 6 101 100');
});

it('of eighteen calls the oldest and the newest have a card, and it says how many stand between', () => {
  expect(words(callsOf(18), null)).toBe('1 2 3 4 5 6 (11/11) 18');
});

it('the one in the centre keeps its card, whatever its place', () => {
  const calls = callsOf(18);
  expect(words(calls, calls[10] ?? null)).toBe('1 2 3 4 5 (5/5) 11 (6/6) 18');
});

it('calls that someone has are counted below', () => {
  expect(words(callsOf(2, 9), null)).toBe('1 2 108 107 106 105 104 (4/0)');
});
