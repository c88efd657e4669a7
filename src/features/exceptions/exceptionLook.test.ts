import { expect, test } from 'vitest';
import {
  childrenFixture,
  exceptionRowFixture,
  rescueExceptionFixture,
} from '../../contract/fixtures/exceptionFixtures.ts';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { stageTag } from '../../parts/exception/exceptionTags.ts';
import { exceptionClock, exceptionTone, rescuePathOf, sweepOf } from './exceptionLook.ts';

const minute = 60_000;

test('colour is reserved for what needs a person: past its limit and still open', () => {
  const late = exceptionRowFixture({ type: 2, stage: 'detected', id: 1, agoMs: 12 * minute });
  expect(exceptionTone(late)).toBe('critical');
  expect(exceptionTone({ ...late, level: 2 })).toBe('high');
  expect(exceptionTone({ ...late, is_finished: true })).toBe('normal');
  expect(exceptionTone({ ...late, overdue: false })).toBe('normal');
  expect(stageTag(exceptionRowFixture({ type: 3, stage: 'done', id: 1, agoMs: minute })).tone).toBe('neutral');
});

const look = (more: Partial<ExceptionRow>) => {
  const row = rescueExceptionFixture(318, minute, more);
  return [stageTag(row).tone, exceptionTone(row)];
};

test('a call for help looks as on the desk: critical while no one has it, high while help is late, quiet after', () => {
  expect(look({})).toEqual(['critical', 'critical']);
  expect(look({ stage: 'dispatched', status: 3, overdue: true })).toEqual(['high', 'high']);
  // Answered late: the missed limit stays recorded, and no longer asks for anything.
  expect(look({ stage: 'dispatched', status: 1, overdue: true })).toEqual(['info', 'normal']);
  expect(look({ stage: 'completed', status: 2, is_finished: true })).toEqual(['neutral', 'normal']);
});

test("the clock runs against the limit by the server's time, and stands when it is over", () => {
  const row = exceptionRowFixture({ type: 2, stage: 'detected', id: 1, agoMs: 9 * minute });
  expect(exceptionClock(row, fixtureNowMs)).toEqual({ kind: 'running', leftMs: minute, isNear: true });
  expect(exceptionClock({ ...row, due_at: null }, fixtureNowMs)).toEqual({ kind: 'open', sinceMs: 9 * minute });
  const ended = exceptionRowFixture({ type: 2, stage: 'released', id: 1, agoMs: 8 * minute });
  expect(exceptionClock(ended, fixtureNowMs)).toEqual({ kind: 'ended', tookMs: 6 * minute });
});

test('a rescue leads to the desk while it is open, and to its record after', () => {
  const row = rescueExceptionFixture(318, minute);
  expect(rescuePathOf(row)).toBe('/alarm-center?id=318');
  expect(rescuePathOf({ ...row, is_finished: true })).toBe('/alarm-center/rescue-call-history?id=318');
});

test('a car that calls for help stands before all others, confirmed ones last', () => {
  const { cars, sweptNum, callingNum } = sweepOf({ children: childrenFixture(4, 2, [2, 4]) });
  expect(cars.map(({ tag }) => tag)).toEqual(['CH-08-02', 'CH-08-04', 'CH-08-03', 'CH-08-01']);
  expect([sweptNum, callingNum]).toEqual([2, 2]);
});
