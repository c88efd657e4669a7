import { afterEach, describe, expect, test } from 'vitest';
import {
  statisticsEndpoints,
  statisticsQuery,
  type StatisticsAnswer,
} from '../../src/contract/endpoints/statistics.ts';
import { siteTypes } from '../../src/contract/entities/community.ts';
import {
  ageBands,
  statisticsDimensions,
  statisticsSubjects,
  subjectFacts,
} from '../../src/contract/statistics/subjects.ts';
import { deviceAlarmKinds } from '../../src/contract/labels.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import type { Principal } from '../../server/access/principal.ts';
import { statisticsHandlers } from '../../server/http/handlers/statistics.ts';
import { listAlarmRecords } from '../../server/queries/alarm.ts';
import { listRescueOrders } from '../../server/queries/rescue.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { openHistory, type History } from '../support/statistics/history.ts';
import { durationOf, knownSpan, recount, sum, type Asked, type RowCount } from '../support/statistics/recount.ts';

const { users } = smallCity;
const dayMs = 86_400_000;
const histories = process.env['TIAN_SOAK'] === '1' ? 2_000 : 12;
/** This number of histories follow each other in one store, each with the past of those before. */
const inOneStore = 12;

let history: History | undefined;
afterEach(async () => {
  await history?.dispose();
  history = undefined;
});

type Subject = (typeof statisticsSubjects)[number];

const nothing = (): void => undefined;

async function ask(city: History, by: Principal, subject: Subject, query: object): Promise<StatisticsAnswer> {
  const handlers = statisticsHandlers(city);
  const input = statisticsQuery.parse(query);
  const context = {
    principal: by,
    token: '',
    ip: '',
    agent: '',
    file: undefined,
    cookie: '',
    isEncrypted: false,
    origin: '',
    setCookie: nothing,
    clearCache: nothing,
  };
  const call = {
    trap: () => handlers.statsElevatorTrap(input, context),
    rescue: () => handlers.statsElevatorRescue(input, context),
    exception: () => handlers.statsElevatorException(input, context),
    alarm: () => handlers.statsElevatorAlarm(input, context),
  }[subject];
  return statisticsEndpoints[subject].output.parse(await call());
}

/** Figures of one row beside a plain count of its records. */
function expectFigures(subject: Subject, figures: object, { records, days }: Pick<RowCount, 'records' | 'days'>): void {
  const trapped = records.filter(({ people }) => (people ?? 0) > 0);
  const expected = {
    trap: () => ({ people_num: records.reduce((total, { people }) => total + (people ?? 0), 0) }),
    rescue: () => ({
      answer: durationOf(records, 'raisedAtMs', 'acceptedAtMs'),
      arrival: durationOf(trapped, 'raisedAtMs', 'arrivedAtMs'),
      release: durationOf(trapped, 'arrivedAtMs', 'releasedAtMs'),
    }),
    exception: () => ({
      repair: durationOf(records, 'raisedAtMs', 'handledAtMs'),
      mtbf_days: records.length === 0 ? null : expect.closeTo(days / records.length, 6),
    }),
    alarm: () => ({
      acknowledge: durationOf(records, 'raisedAtMs', 'acceptedAtMs'),
      handle: durationOf(records, 'raisedAtMs', 'handledAtMs'),
    }),
  }[subject]();
  expect(figures).toMatchObject(expected);
}

async function expectRecounted(
  city: History,
  by: Principal,
  company: Asked['company'],
  subjects: readonly Subject[],
): Promise<void> {
  const today = dayOf(city.clock.nowMs());
  const from = addDays(today, -city.below(200));
  const filters = {
    ...(company === undefined && city.below(3) === 0 ? { area_id: city.one([1, 2]) } : {}),
    ...(city.below(4) === 0 ? { site_type: city.one(siteTypes.slice(0, 2)) } : {}),
    ...(city.below(4) === 0 ? { age_band: city.one(ageBands) } : {}),
    ...(city.below(2) === 0 ? { with_unconfirmed: true } : {}),
  };
  const to = city.one([today, addDays(from, city.below(40)), addDays(today, 3)]);
  for (const subject of subjects) {
    const totals = new Set<string>();
    for (const dimension of statisticsDimensions) {
      const answer = await ask(city, by, subject, { dimension, from, to, ...filters });
      const asked: Asked = {
        subject,
        dimension,
        ...filters,
        lastDay: answer.period.to,
        ...(company === undefined ? {} : { company }),
      };
      const rows = recount(city, asked, answer.period);
      const { area_id: _, company: __, ...ofCity } = asked;
      const all = recount(city, ofCity, answer.period);
      const cityRate = sum(all.values(), ({ num }) => num) / sum(all.values(), ({ days }) => days);
      expect(new Set(answer.rows.map(({ id }) => id))).toEqual(new Set(rows.keys()));
      const cellRate = (cell: string): number => {
        const num = sum(all.values(), ({ cells }) => cells.get(cell)?.num ?? 0);
        const days = sum(all.values(), ({ cells }) => cells.get(cell)?.days ?? 0);
        return days === 0 ? 0 : num / days;
      };
      for (const { figures, ...row } of answer.rows) {
        const counted = rows.get(row.id);
        if (counted === undefined) throw new Error('the ids are the same');
        const alike = [...counted.cells].reduce((total, [cell, { days }]) => total + days * cellRate(cell), 0);
        expect(row).toMatchObject({
          num: counted.num,
          exposure_days: expect.closeTo(counted.days, 6),
          lift_num: counted.lifts.size,
          smr: alike === 0 ? null : expect.closeTo(counted.num / alike, 6),
          ...(Number.isFinite(cityRate) ? { expected: expect.closeTo(counted.days * cityRate, 6) } : {}),
        });
        expectFigures(subject, figures, counted);
      }
      expectFigures(subject, answer.total.figures, {
        records: [...rows.values()].flatMap(({ records }) => records),
        days: sum(rows.values(), ({ days }) => days),
      });
      expect(answer.total.lift_num).toBe(new Set([...rows.values()].flatMap(({ lifts }) => [...lifts])).size);
      expect(answer.city.rate).toEqual(
        Number.isFinite(cityRate) ? expect.closeTo(cityRate * subjectFacts[subject].rateDays, 6) : null,
      );
      for (const [period, member] of [
        [answer.previous, 'previous'],
        [answer.year_before, 'year_before'],
      ] as const) {
        const before = recount(city, asked, period);
        for (const row of answer.rows) {
          const { num, days } = before.get(row.id) ?? { num: 0, days: 0 };
          expect(row[member]?.before ?? null).toEqual(
            days === 0 || row.exposure_days === 0 ? null : { num, exposure_days: expect.closeTo(days, 6) },
          );
        }
      }
      for (const { month, cells } of answer.months) {
        const last = addDays(addDays(`${month}-01`, 31).slice(0, 8) + '01', -1);
        const counted = recount(city, asked, {
          from: `${month}-01`,
          to: last < answer.period.to ? last : answer.period.to,
        });
        for (const cell of cells)
          expect(cell).toMatchObject({
            num: counted.get(cell.id)?.num ?? 0,
            exposure_days: expect.closeTo(counted.get(cell.id)?.days ?? 0, 6),
          });
      }
      totals.add(`${answer.total.num} ${answer.total.exposure_days.toFixed(6)}`);
    }
    // By every dimension, all rows together are the same.
    expect(totals.size).toBe(1);
  }
}

/** The number of records in the list to which a row leads. */
async function listed(
  { store }: History,
  by: Principal,
  subject: 'trap' | 'rescue' | 'alarm',
  responsible: string,
  period: { readonly from: string; readonly to: string },
): Promise<number> {
  const asked = {
    responsible,
    from: `${period.from}T00:00:00.000+08:00`,
    to: `${period.to}T23:59:59.999+08:00`,
    page: 1,
    page_size: 1,
    order: 'desc' as const,
  };
  if (subject === 'alarm')
    return (await listAlarmRecords(store, by, { ...asked, kind: [...deviceAlarmKinds], status: [0, 1, 3] })).total;
  const trapped = subject === 'trap' ? { was_trapped: ['yes' as const] } : {};
  return (await listRescueOrders(store, by, { ...asked, ...trapped, scope: 'all', false_call: false })).total;
}

describe.each(onBothDatabases())('the statistics on %s', (_database, createDatabase) => {
  test.each(Array.from({ length: Math.ceil(histories / inOneStore) }, (_, index) => 26_000 + index))(
    'equal a plain recount, by every dimension and for every user (seed %i)',
    async (seed) => {
      history = await openHistory(seededRandom(seed), await createDatabase());
      const everyone = await principalOf(history.store, users.super);
      const company = await principalOf(history.store, users.maintenance);
      for (let round = 0; round < inOneStore; round += 1) {
        const fromMs = history.clock.nowMs();
        await history.clock.advance(Math.floor((4 + history.below(20)) * dayMs + history.below(dayMs)));
        await history.happen(fromMs, 4 + history.below(12));
        // One subject a round, in turns.
        const subjects = statisticsSubjects.filter((_, index) => index === round % statisticsSubjects.length);
        if (round % 3 === 1) await expectRecounted(history, company, { maintenanceId: 401 }, subjects);
        else await expectRecounted(history, everyone, undefined, subjects);
        await history.change();
      }
    },
    600_000,
  );

  test('count what the lists show to which their rows lead, for everybody and for a company', async () => {
    history = await openHistory(seededRandom(11), await createDatabase());
    const startMs = history.clock.nowMs();
    await history.clock.advance(30 * dayMs);
    await history.happen(startMs, 200);
    await history.change();
    const today = dayOf(history.clock.nowMs());
    const parents = await history.store.rows.selectFrom('areas').select('parent_id').execute();
    const period = { from: dayOf(startMs), to: today };
    let seen = 0;
    for (const by of [
      await principalOf(history.store, users.super),
      await principalOf(history.store, users.maintenance),
    ])
      for (const subject of ['trap', 'rescue', 'alarm'] as const)
        for (const dimension of statisticsDimensions)
          for (const { id, num } of (await ask(history, by, subject, { dimension, ...period })).rows) {
            // What lies directly in a region with others below it has no list of its own.
            if (dimension === 'region' && (id === 0 || parents.some(({ parent_id: parent }) => parent === id)))
              continue;
            expect(
              await listed(history, by, subject, `${dimension}-${id}`, period),
              `${subject} ${dimension}-${id}`,
            ).toBe(num);
            seen += num;
          }
    expect(seen).toBeGreaterThan(50);
  });

  test('have nothing to say before the first day, refuse the future, and take ten years', async () => {
    history = await openHistory(seededRandom(7), await createDatabase());
    const { clock, store } = history;
    const by = await principalOf(store, users.super);
    const read = (query: object) => {
      if (history === undefined) throw new Error('the city is open');
      return ask(history, by, 'trap', { dimension: 'maintenance', ...query });
    };
    const today = dayOf(clock.nowMs());
    expect(await read({ from: today, to: today })).toMatchObject({ first_day: null, rows: [], offered: null });
    const startMs = clock.nowMs();
    await clock.advance(40 * dayMs);
    await history.happen(startMs, 60);
    const now = dayOf(clock.nowMs());
    const first = dayOf(knownSpan(history, 'trap').fromMs);
    const year = await read({ from: addDays(now, -365), to: addDays(now, 5) });
    expect(year).toMatchObject({ first_day: first, period: { to: now } });
    expect(year.rows.length).toBeGreaterThan(2);
    expect(year.rows.every(({ previous, year_before }) => previous === null && year_before === null)).toBe(true);
    // A company without lifts is no row; a lift without a company is one.
    expect(year.rows.map(({ id }) => id)).not.toContain(403);
    expect(year.rows.find(({ id }) => id === 0)?.name).toBe('未登记');
    await expect(read({ from: addDays(now, 1), to: addDays(now, 2) })).rejects.toMatchObject({
      fieldErrors: [{ field: 'from', message: '开始日期不能晚于今天' }],
    });
    await expect(read({ from: '0206-01-01', to: '0206-02-01' })).rejects.toMatchObject({
      fieldErrors: [{ field: 'from', message: '开始日期不能早于 1980-01-01，请检查年份' }],
    });
    expect(statisticsQuery.safeParse({ dimension: 'brand', from: '2026-02-30', to: now }).error?.issues).toMatchObject([
      { path: ['from'], message: '请选择开始日期' },
    ]);
    expect((await read({ from: addDays(now, -3_600), to: now })).total.num).toBe(year.total.num);
    expect(statisticsQuery.safeParse({ dimension: 'brand', from: addDays(now, -7_300), to: now }).success).toBe(false);
    // Without the records themselves, no figures of them.
    const blind = { ...by, permissions: new Set([...by.permissions].filter((name) => name !== 'rescue.view')) };
    await expect(ask(history, blind, 'rescue', { dimension: 'brand', from: now, to: now })).rejects.toMatchObject({
      status: 403,
    });
    await expect(read({ from: now, to: now, area_id: 99 })).rejects.toThrow('区域不存在，或您无权查看');
  });

  test('show a company its own rows against the rate of the city', async () => {
    history = await openHistory(seededRandom(11), await createDatabase());
    const startMs = history.clock.nowMs();
    await history.clock.advance(60 * dayMs);
    await history.happen(startMs, 90);
    const period = { dimension: 'maintenance', from: dayOf(startMs), to: dayOf(history.clock.nowMs()) };
    const everyone = await ask(history, await principalOf(history.store, users.super), 'exception', period);
    const own = await ask(history, await principalOf(history.store, users.maintenance), 'exception', period);
    expect(own.rows.map(({ id, name }) => [id, name])).toEqual([[401, '迅达维保']]);
    expect(own.city).toEqual(everyone.city);
    expect(own.rows[0]).toMatchObject({ ...everyone.rows.find(({ id }) => id === 401) });
    expect(JSON.stringify(own)).not.toContain('平安维保');
  });
});
