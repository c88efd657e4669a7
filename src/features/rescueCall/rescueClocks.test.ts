import { expect, test } from 'vitest';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { arriveClock, respondClock, sinceCallMs } from './rescueClocks.ts';

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

test('the arrival limit is the order’s own: 60 minutes outside the city', () => {
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

test('no one has to arrive where people freed themselves or the call was false', () => {
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
