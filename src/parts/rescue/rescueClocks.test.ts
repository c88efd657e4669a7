import { expect, test } from 'vitest';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import {
  arriveClock,
  dispatchClock,
  expectedInMs,
  nextClock,
  respondClock,
  sinceCallMs,
  urgencyTone,
  waitingAgainMs,
} from './rescueClocks.ts';

const minute = 60_000;
const nowMs = fixtureNowMs;

test('an unanswered call counts down its three minutes and asks for attention in the last one', () => {
  expect(respondClock(rescueRowFixture({ id: 1, stage: 'pending', agoMs: minute }), nowMs)).toEqual({
    state: 'running',
    remainingMs: 2 * minute,
    limitMs: 3 * minute,
    isNear: false,
  });
  expect(respondClock(rescueRowFixture({ id: 1, stage: 'pending', agoMs: 2 * minute }), nowMs)).toMatchObject({
    isNear: true,
  });
});

test('past its limit an unanswered call counts by how much it is late', () => {
  expect(respondClock(rescueRowFixture({ id: 1, stage: 'pending', agoMs: 5 * minute }), nowMs)).toEqual({
    state: 'breached',
    overMs: 2 * minute,
    limitMs: 3 * minute,
  });
});

test('an answered call permanently shows how long the answer took', () => {
  const row = rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 20 * minute });
  expect(respondClock(row, nowMs)).toEqual({ state: 'met', tookMs: 42_000, limitMs: 3 * minute });
  expect(respondClock({ ...row, answered_at: fixtureTime(15 * minute) }, nowMs)).toMatchObject({
    state: 'late',
    tookMs: 5 * minute,
  });
});

test('a claim that lapsed does not change the first answer', () => {
  const row = rescueRowFixture({
    id: 1,
    stage: 'pending',
    agoMs: 9 * minute,
    row: { answered_at: fixtureTime(8 * minute) },
  });
  expect(respondClock(row, nowMs)).toMatchObject({ state: 'met', tookMs: minute });
});

test('each order has its own arrival limit: 60 minutes outside the city', () => {
  const row = rescueRowFixture({
    id: 1,
    stage: 'dispatched',
    agoMs: 40 * minute,
    row: { arrive_due_at: fixtureTime(-20 * minute) },
  });
  expect(arriveClock(row, nowMs)).toEqual({
    state: 'running',
    remainingMs: 20 * minute,
    limitMs: 60 * minute,
    isNear: false,
  });
});

test('nobody has to arrive if people freed themselves or the call was false', () => {
  expect(
    arriveClock(rescueRowFixture({ id: 1, stage: 'released', agoMs: 40 * minute, row: { arrived_at: null } }), nowMs)
      .state,
  ).toBe('void');
  expect(arriveClock(rescueRowFixture({ id: 1, stage: 'falseCall', agoMs: 40 * minute }), nowMs).state).toBe('void');
});

test('the clock since the call stops once the order is closed', () => {
  const row = rescueRowFixture({ id: 1, stage: 'completed', agoMs: 60 * minute });
  expect(sinceCallMs(row, nowMs)).toBe(1_060_000);
  expect(sinceCallMs(row, nowMs + minute)).toBe(1_060_000);
  expect(sinceCallMs(rescueRowFixture({ id: 1, stage: 'pending', agoMs: minute }), nowMs)).toBe(minute);
});

test('a browser clock behind the server never shows a negative time', () => {
  expect(sinceCallMs(rescueRowFixture({ id: 1, stage: 'pending', agoMs: 0 }), nowMs - 5_000)).toBe(0);
});

const claimed = (agoMs: number, lapsesInMs: number) =>
  rescueRowFixture({
    id: 1,
    stage: 'accepted',
    agoMs,
    row: { claim: { since: fixtureTime(agoMs), lapses_at: fixtureTime(-lapsesInMs), extensions_left: 2 } },
  });

test('a claim shows how long is left to dispatch help, amber in its last minute', () => {
  expect(dispatchClock(claimed(2 * minute, 3 * minute), nowMs)).toEqual({
    state: 'running',
    remainingMs: 3 * minute,
    limitMs: 5 * minute,
    isNear: false,
  });
  expect(dispatchClock(claimed(4 * minute, minute), nowMs)).toMatchObject({ isNear: true });
  // Extended: ten minutes in all.
  expect(dispatchClock(claimed(4 * minute, 6 * minute), nowMs)).toMatchObject({ limitMs: 10 * minute, isNear: false });
  expect(dispatchClock(rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: minute }), nowMs)).toBeNull();
});

test('typing delays the amber, but neither the lapse nor the last warning', () => {
  expect(dispatchClock(claimed(4 * minute, minute), nowMs, { isTyping: true })).toMatchObject({
    remainingMs: minute,
    isNear: false,
  });
  expect(dispatchClock(claimed(5 * minute, 15_000), nowMs, { isTyping: true })).toMatchObject({ isNear: true });
});

test('a second wait has its own clock, and leaves the three minutes as the first answer settled them', () => {
  const row = rescueRowFixture({
    id: 1,
    stage: 'pending',
    agoMs: 9 * minute,
    row: { answered_at: fixtureTime(9 * minute - 12_000), waiting_since: fixtureTime(3 * minute) },
  });
  expect(respondClock(row, nowMs)).toMatchObject({ state: 'met', tookMs: 12_000 });
  expect(waitingAgainMs(row, nowMs)).toBe(3 * minute);
  expect(nextClock(row, nowMs)).toMatchObject({ step: '到场', clock: { remainingMs: 21 * minute } });
  expect(waitingAgainMs(rescueRowFixture({ id: 1, stage: 'pending', agoMs: minute }), nowMs)).toBeNull();
});

const onTheWay = (agoMs: number) => rescueRowFixture({ id: 1, stage: 'dispatched', agoMs });
const expected = (inMs: number) => ({ expected_at: fixtureTime(-inMs) });

test('a call turns amber five minutes before help is late, and stays red or late where it is already', () => {
  expect(urgencyTone(onTheWay(24 * minute), nowMs)).toBe('info');
  expect(urgencyTone(onTheWay(25 * minute), nowMs)).toBe('high');
  expect(urgencyTone(rescueRowFixture({ id: 1, stage: 'arrived', agoMs: 26 * minute }), nowMs)).toBe('info');
  expect(urgencyTone(rescueRowFixture({ id: 1, stage: 'pending', agoMs: 26 * minute }), nowMs)).toBe('critical');
  expect(urgencyTone(claimed(4.5 * minute, 30_000), nowMs)).toBe('high');
});

test('the time at which help said it would arrive counts down, and past it', () => {
  expect(expectedInMs(expected(6 * minute), nowMs)).toBe(6 * minute);
  expect(expectedInMs(expected(-2 * minute), nowMs)).toBe(-2 * minute);
  expect(expectedInMs({ expected_at: null }, nowMs)).toBeNull();
});
