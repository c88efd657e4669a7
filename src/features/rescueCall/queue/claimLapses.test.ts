import { expect, test } from 'vitest';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { nextLapses } from './claimLapses.ts';

const held = (id: number, lapsesInMs: number, more = {}) =>
  rescueRowFixture({
    id,
    stage: 'accepted',
    agoMs: 300_000,
    row: { claim: { since: fixtureTime(240_000), lapses_at: fixtureTime(-lapsesInMs), extensions_left: 2 }, ...more },
  });

test('calls answered by one key are said together: how many lapse next, and when the first does', () => {
  const rows = [held(1, 62_000), held(2, 61_000), held(3, 63_000), held(4, 240_000)];
  expect(nextLapses(rows, 61, fixtureNowMs)).toEqual({ inMs: 61_000, count: 3 });
});

test('a colleague’s claims and calls that help was sent to do not lapse for me', () => {
  const byLi = held(1, 10_000, { accepted_by: { id: 62, name: '刘洋' } });
  expect(nextLapses([byLi, rescueRowFixture({ id: 2, stage: 'dispatched', agoMs: 1 })], 61, fixtureNowMs)).toBeNull();
});
