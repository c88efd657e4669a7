import {
  array,
  assert as hold,
  constantFrom,
  integer,
  property,
  record,
  subarray,
  tuple,
  uniqueArray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dutiesOf,
  gapsOf,
  gapWords,
  isInWindow,
  onDutyAt,
  overlapsOf,
  periodWords,
  weekFrom,
  type Rota,
} from './rota.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`);
const everyDay: Rota['shifts'][number]['days'] = [1, 2, 3, 4, 5, 6, 7];
/** 2026-06-01 is a Monday. */
const monday = at('2026-06-01T00:00:00');
const hourMs = 3_600_000;

const rota: Rota = {
  shifts: [
    { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00', person_ids: [1] },
    { days: everyDay, from: '20:00', to: '08:00', person_ids: [2] },
    { days: [6], from: '08:00', to: '12:00', person_ids: [1, 3] },
  ],
  overrides: [
    { from: '2026-06-03T10:00:00+08:00', to: '2026-06-03T14:00:00+08:00', person_ids: [4], note: '' },
    { from: '2026-06-04T10:00:00+08:00', to: '2026-06-04T11:00:00+08:00', person_ids: [], note: '停电演练' },
  ],
};

describe('who is on duty', () => {
  it('follows the week, past midnight too', () => {
    expect(onDutyAt(rota, at('2026-06-01T08:00:00'))).toEqual([1]);
    expect(onDutyAt(rota, at('2026-06-01T19:59:59'))).toEqual([1]);
    expect(onDutyAt(rota, at('2026-06-02T03:00:00'))).toEqual([2]);
    expect(onDutyAt(rota, at('2026-06-06T09:00:00'))).toEqual([1, 3]);
    expect(onDutyAt(rota, at('2026-06-06T13:00:00'))).toEqual([]);
  });

  it('lets an override take the place of the shift, even one without people', () => {
    expect(onDutyAt(rota, at('2026-06-03T12:00:00'))).toEqual([4]);
    expect(onDutyAt(rota, at('2026-06-03T14:00:00'))).toEqual([1]);
    expect(onDutyAt(rota, at('2026-06-04T10:30:00'))).toEqual([]);
  });

  it('takes a window with one time as the whole day', () => {
    const window = { days: [7], from: '09:00', to: '09:00' } satisfies Parameters<typeof isInWindow>[0];
    expect(isInWindow(window, at('2026-06-07T09:00:00'))).toBe(true);
    expect(isInWindow(window, at('2026-06-08T08:59:00'))).toBe(true);
    expect(isInWindow(window, at('2026-06-08T09:00:00'))).toBe(false);
  });

  it('names the gaps and overlaps of the next seven days', () => {
    expect(gapsOf(rota, weekFrom(monday)).map(gapWords)).toEqual([
      '周四 10:00–11:00 无人',
      '周六 12:00–20:00 无人',
      '周日 08:00–20:00 无人',
    ]);
    const doubled: Rota = {
      shifts: [...rota.shifts, { days: [6], from: '10:00', to: '11:00', person_ids: [5] }],
      overrides: [],
    };
    expect(overlapsOf(doubled, weekFrom(monday)).map(periodWords)).toEqual(['周六 10:00–11:00']);
    expect(gapsOf({ shifts: [], overrides: [] }, weekFrom(monday)).map(gapWords)).toEqual(['未来 7 天 无人']);
    expect(periodWords({ fromMs: monday + 22 * hourMs, toMs: monday + 24 * hourMs })).toBe('周一 22:00–24:00');
    expect(periodWords({ fromMs: monday + 22 * hourMs, toMs: monday + 30 * hourMs })).toBe('周一 22:00–周二 06:00');
  });
});

describe('any rota', () => {
  const time = tuple(integer({ min: 0, max: 23 }), constantFrom('00', '30')).map(
    ([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`,
  );
  const people = uniqueArray(integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
  const shift = record({
    days: subarray(everyDay, { minLength: 1 }),
    from: time,
    to: time,
    person_ids: people,
  });
  const override = tuple(
    integer({ min: -24, max: 200 }),
    integer({ min: 1, max: 40 }),
    uniqueArray(integer({ min: 1, max: 6 }), { maxLength: 2 }),
  ).map(([from, hours, ids]) => ({
    from: new Date(monday + from * hourMs).toISOString(),
    to: new Date(monday + (from + hours) * hourMs).toISOString(),
    person_ids: ids,
    note: '',
  }));
  const anyRota = record({
    shifts: array(shift, { maxLength: 6 }),
    overrides: array(override, { maxLength: 3 }),
  });

  it('has duties that follow each other without a hole and agree with every moment in them', () => {
    hold(
      property(anyRota, integer({ min: 0, max: 7 * 24 * 4 - 1 }), (one, quarter) => {
        const week = weekFrom(monday + 3 * hourMs);
        const duties = dutiesOf(one, week);
        expect(duties[0]?.fromMs).toBe(week.fromMs);
        expect(duties.at(-1)?.toMs).toBe(week.toMs);
        duties.slice(1).forEach((duty, index) => {
          expect(duty.fromMs).toBe(duties[index]?.toMs);
          expect(duty.personIds).not.toEqual(duties[index]?.personIds);
        });
        const moment = week.fromMs + quarter * 900_000;
        const holding = duties.find(({ fromMs, toMs }) => fromMs <= moment && moment < toMs);
        expect(holding?.personIds).toEqual(onDutyAt(one, moment));
      }),
      { numRuns: 150 },
    );
  });

  it('has a gap exactly where nobody is on duty', () => {
    hold(
      property(anyRota, integer({ min: 0, max: 7 * 24 * 4 - 1 }), (one, quarter) => {
        const week = weekFrom(monday);
        const moment = week.fromMs + quarter * 900_000;
        const isGap = gapsOf(one, week).some(({ fromMs, toMs }) => fromMs <= moment && moment < toMs);
        expect(isGap).toBe(onDutyAt(one, moment).length === 0);
      }),
      { numRuns: 150 },
    );
  });
});
