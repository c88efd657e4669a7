import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '../../../src/contract/time.ts';
import { cycleDays, cycleKinds, kindsDoneBy, type CycleKind } from '../../../src/contract/visits/visitKinds.ts';
import { nextVisit, type VisitHistory } from './nextVisit.ts';

const nothing: VisitHistory = { lastDone: {}, putIntoUseOn: '', maintainedSinceOn: null, maintainedByOn: null };
const next = (history: Partial<VisitHistory>, today = '2026-11-27') => nextVisit({ ...nothing, ...history }, today);

const all = (day: string) => ({ lastDone: { year: day } });

describe('the next visit of a lift', () => {
  test('is due fifteen days after the last one, in calendar days over month ends and leap days', () => {
    expect(next(all('2026-11-20'))).toEqual({ kind: 'halfMonth', dueOn: '2026-12-05', ground: 'lastVisit' });
    expect(next(all('2028-02-14'), '2028-02-14').dueOn).toBe('2028-02-29');
    expect(next(all('2027-02-14'), '2027-02-14').dueOn).toBe('2027-03-01');
    expect(next(all('2028-02-29'), '2028-02-29').dueOn).toBe('2028-03-15');
  });

  test('a quarter that runs out before the visit after the next is done at the next', () => {
    const year = '2026-09-01';
    // Ninety days end on 30 November: the visit due on 28 November is the last one before.
    expect(next({ lastDone: { year, halfMonth: '2026-11-13' } }).kind).toBe('quarter');
    // The visit after this one is due on the very day.
    expect(next({ lastDone: { year, halfMonth: '2026-10-31' } })).toMatchObject({
      kind: 'halfMonth',
      dueOn: '2026-11-15',
    });
  });

  test('a deeper visit resets every shallower clock', () => {
    expect(next({ lastDone: { year: '2025-12-20', quarter: '2026-01-01', halfYear: '2026-11-20' } })).toEqual({
      kind: 'halfMonth',
      dueOn: '2026-12-05',
      ground: 'lastVisit',
    });
  });

  test('a new lift is first due fifteen days after its use or its contract began', () => {
    expect(next({ putIntoUseOn: '2026-11-20' })).toEqual({
      kind: 'halfMonth',
      dueOn: '2026-12-05',
      ground: 'firstUse',
    });
    expect(next({ putIntoUseOn: '2019-05-01', maintainedSinceOn: '2026-11-25' }).dueOn).toBe('2026-12-10');
  });

  test('goes on counting when another company takes the lift over', () => {
    const history = { putIntoUseOn: '2026-08-01', maintainedSinceOn: '2026-10-20', maintainedByOn: '2026-08-01' };
    expect(next({ ...history, lastDone: { halfMonth: '2026-10-15' } }, '2026-10-20').kind).toBe('quarter');
  });

  test('where the platform knows no earlier visit, it is due today and never years overdue', () => {
    expect(next({ putIntoUseOn: '2012-02-29' })).toEqual({ kind: 'year', dueOn: '2026-11-27', ground: 'noHistory' });
    expect(next({})).toEqual({ kind: 'year', dueOn: '2026-11-27', ground: 'noHistory' });
  });

  test('a recorded visit that is late stays late, and asks for what is not on record at once', () => {
    expect(next({ lastDone: { halfMonth: '2026-10-01' }, putIntoUseOn: '2012-02-29' })).toEqual({
      kind: 'year',
      dueOn: '2026-10-16',
      ground: 'lastVisit',
    });
  });

  test('a lift that is used again is visited first', () => {
    expect(nextVisit({ ...nothing, lastDone: { year: '2026-11-20' } }, '2026-11-27', true)).toEqual({
      kind: 'halfMonth',
      dueOn: '2026-11-27',
      ground: 'resumed',
    });
  });
});

const tenYearsDays = 3_653;
const runs = process.env['TIAN_SOAK'] === '1' ? 10_000 : 200;

interface Happening {
  /** Days before the due day on which the visit is made; negative for one that is late. */
  readonly daysEarly: number;
  /** Out of use before it is made, for so many days; 0 for not. */
  readonly restDays: number;
  /** Taken over by another company on the day of planning. */
  readonly isTakenOver: boolean;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  daysEarly: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: -40, max: -1 }) },
  ),
  restDays: fc.oneof(
    { weight: 30, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }) },
  ),
  isTakenOver: fc.boolean(),
});

test('in ten years of any history no lift in use passes a cycle unless a visit was overdue', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_000 }),
      fc.array(happening, { minLength: 20, maxLength: 60 }),
      (start, happenings) => {
        const began = addDays('2024-01-01', start);
        const lastDone: Partial<Record<CycleKind, string>> = {};
        /** By kind: since when its clock runs, unless a visit was overdue or the lift out of use meanwhile. */
        const since = new Map<CycleKind, string>(cycleKinds.map((kind) => [kind, began]));
        let maintainedSinceOn = began;
        let maintainedByOn: string | null = null;
        let today = began;
        for (let turn = 0; daysBetween(began, today) < tenYearsDays; turn += 1) {
          const { daysEarly, restDays, isTakenOver } = happenings[turn % happenings.length] ?? {
            daysEarly: 0,
            restDays: 0,
            isTakenOver: false,
          };
          const history = { lastDone, putIntoUseOn: began, maintainedSinceOn, maintainedByOn };
          const isResumed = restDays > 0;
          if (isResumed) today = addDays(today, restDays);
          const visit = nextVisit(history, today, isResumed);
          // The open visit keeps its day when the company changes: only what follows sees the new contract.
          if (isTakenOver) maintainedSinceOn = today;
          maintainedByOn ??= addDays(visit.dueOn, -cycleDays.halfMonth);
          const doneOn = [addDays(visit.dueOn, -daysEarly), today].toSorted().at(-1) ?? today;
          const isOverdue = doneOn > visit.dueOn;
          for (const kind of kindsDoneBy(visit.kind)) {
            if (!isOverdue && !isResumed) {
              const days = daysBetween(since.get(kind) ?? began, doneOn);
              expect(days, `${kind} on ${doneOn}`).toBeLessThanOrEqual(cycleDays[kind]);
            }
            since.set(kind, doneOn);
          }
          // What was late or rested is told by that; its other clocks are measured from there.
          if (isOverdue || isResumed)
            for (const kind of cycleKinds) if (!kindsDoneBy(visit.kind).includes(kind)) since.set(kind, doneOn);
          lastDone[visit.kind] = doneOn;
          today = doneOn;
        }
      },
    ),
    { numRuns: runs },
  );
});
