import { expect, test } from 'vitest';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { cardClock, expectedText } from './cardClock.ts';

const minute = 60_000;
const textOf = (...args: Parameters<typeof rescueRowFixture>) => cardClock(rescueRowFixture(...args), fixtureNowMs);

test('a card shows the clock that has to be beaten next', () => {
  expect(textOf({ id: 1, stage: 'pending', agoMs: minute })).toEqual({ text: '受理 剩余 02:00', isNear: false });
  expect(textOf({ id: 1, stage: 'accepted', agoMs: minute })?.text).toBe('派出 剩余 04:40');
  expect(textOf({ id: 1, stage: 'dispatched', agoMs: 26 * minute })).toEqual({ text: '到场 剩余 04:00', isNear: true });
  expect(textOf({ id: 1, stage: 'dispatched', agoMs: 33 * minute })?.text).toBe('到场 已超时 03:00');
  expect(textOf({ id: 1, stage: 'arrived', agoMs: 33 * minute })).toBeNull();
});

test('a card of a call whose claim lapsed shows how long no one has had it', () => {
  const row = { answered_at: fixtureTime(8 * minute), waiting_since: fixtureTime(26_000) };
  expect(textOf({ id: 1, stage: 'pending', agoMs: 9 * minute, row })?.text).toBe('受理已失效，重新等待 00:26');
});

test('a card shows when help said that it would arrive', () => {
  const onTheWay = (inMs: number) =>
    expectedText(
      rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 9 * minute, row: { expected_at: fixtureTime(-inMs) } }),
      fixtureNowMs,
    );
  expect(onTheWay(6 * minute)).toBe('预计 18:48 到场');
  expect(onTheWay(-2 * minute)).toBe('预计 18:40 到场，已过 02:00');
});
