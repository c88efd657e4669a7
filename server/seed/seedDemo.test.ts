import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { streamPrefixes, type StreamPrefix } from '../../src/machines/lifecycles.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { elevatorFields, elevatorIssues } from '../../src/contract/entities/elevatorFields.ts';
import { elevatorValues } from '../domain/base/elevator.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import { Directory } from '../domain/city/directory.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import { deadlineTable } from '../store/lifecycleTables.ts';
import { buildDemoCity, isOfflineInDemo } from './demoCity.ts';
import { liftsToPlan } from '../domain/visits/liftsToPlan.ts';
import { demoAccounts } from './demoAccounts.ts';
import { DemoHistory } from './demoHistory.ts';
import { dayMs, dayStartOf, planDay } from './planDay.ts';
import { NotADemoStoreError, seedDemo } from './seedDemo.ts';

const hashPassword = (md5Hex: string) => Promise.resolve(`hash of ${md5Hex}`);
const nowMs = Date.UTC(2026, 5, 1, 4);

describe('the demo city', () => {
  test('is the same for the same seed, and never has two lifts of one code', () => {
    const city = buildDemoCity(nowMs);
    expect(buildDemoCity(nowMs)).toEqual(city);
    expect(city.elevators).toHaveLength(1_000);
    expect(city.communities).toHaveLength(30);
    expect(city.areas.filter(({ parent_id }) => parent_id !== null)).toHaveLength(5);
    expect(city.organizations.filter(({ org_type }) => org_type === 4)).toHaveLength(20);
    expect(city.organizations.filter(({ org_type }) => org_type === 5)).toHaveLength(12);
    expect(city.elevators.filter(({ id }) => isOfflineInDemo(id))).toHaveLength(10);
    for (const column of ['tag', 'rescue_code', 'registration_code', 'sos_tel'] as const) {
      expect(new Set(city.elevators.map((lift) => lift[column])).size, column).toBe(1_000);
    }
    expect(city.elevators.every(({ rescue_code }) => /^\d{6}$/.test(rescue_code))).toBe(true);
    const under5Years = city.elevators.filter(
      ({ install_at_ms }) => nowMs - install_at_ms < 5 * 365.25 * 86_400_000,
    ).length;
    expect(under5Years / 1_000).toBeCloseTo(0.36, 1);
  });

  test('has districts of their own size and character', () => {
    const { areas, communities, elevators } = buildDemoCity(nowMs);
    const of = new Map(
      areas.map(({ id, name }) => {
        const homes = communities.filter((community) => community.area_id === id);
        const lifts = elevators.filter((lift) => homes.some((home) => home.id === lift.community_id));
        const share = (fits: (lift: (typeof lifts)[number]) => boolean) => lifts.filter(fits).length / lifts.length;
        return [
          name,
          {
            lifts: lifts.length,
            kinds: new Set(homes.map((home) => home.site_type)).size,
            old: share((lift) => nowMs - lift.install_at_ms > 10 * 365.25 * 86_400_000),
            high: share((lift) => lift.floor_max > 20),
          },
        ] as const;
      }),
    );
    expect(['东湖区', '西岭区', '南浦区', '北塘区', '云台县'].map((name) => of.get(name)?.lifts)).toEqual([
      240, 220, 320, 150, 70,
    ]);
    expect(of.get('西岭区')?.old).toBeGreaterThan(0.5);
    expect(of.get('南浦区')?.old).toBeLessThan(0.15);
    expect(of.get('南浦区')?.high).toBeGreaterThan(0.6);
    expect(of.get('西岭区')?.high).toBe(0);
    expect(of.get('北塘区')?.kinds).toBe(3);
  });
});

describe('seeding the demo', { timeout: 30_000 }, () => {
  let clock: VirtualClock;
  let opened: TestStore;

  beforeEach(async () => {
    clock = new VirtualClock(nowMs);
    opened = await openTestStore({ clock, projections });
  });
  afterEach(() => opened.dispose());

  const counts = async () => {
    const { rows } = opened.store;
    const count = async (
      table:
        | 'alarms'
        | 'rescue_orders'
        | 'exceptions'
        | `${StreamPrefix}_deadlines`
        | 'open_rescues'
        | 'open_alarms'
        | 'open_exceptions',
    ) =>
      (
        await rows
          .selectFrom(table)
          .select((expression) => expression.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    return {
      alarms: await count('alarms'),
      rescues: await count('rescue_orders'),
      exceptions: await count('exceptions'),
      // Visits ahead fall due, each on its day.
      deadlines: (
        await Promise.all(
          streamPrefixes.filter((prefix) => prefix !== 'visit').map((prefix) => count(deadlineTable(prefix))),
        )
      ).reduce((a, b) => a + b),
      open: (await count('open_rescues')) + (await count('open_alarms')) + (await count('open_exceptions')),
    };
  };

  test('fills the last week before the server opens; everything in it is over and nothing falls due', async () => {
    const history = await seedDemo({ store: opened.store, clock, hashPassword, days: 30 });
    expect(history.isComplete).toBe(false);
    const { alarms, rescues, exceptions, deadlines, open } = await counts();
    expect(alarms).toBeGreaterThan(200);
    expect(exceptions).toBeGreaterThan(90);
    expect(rescues).toBeGreaterThan(8);
    expect({ deadlines, open }).toEqual({ deadlines: 0, open: 0 });
    const oldest = await opened.store.rows
      .selectFrom('alarms')
      .select('raised_at_ms')
      .orderBy('raised_at_ms')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(nowMs - oldest.raised_at_ms).toBeLessThan(8 * 86_400_000);
    const later = await opened.store.rows
      .selectFrom('events')
      .select('position')
      .where('received_at_ms', '>', nowMs)
      .execute();
    expect(later).toEqual([]);
    const { rows } = opened.store;
    const ahead = await rows.selectFrom('visits').selectAll().where('is_open', '=', 1).execute();
    const inUse = await rows.selectFrom('elevators').select('id').where('state', '=', 0).execute();
    expect(ahead).toHaveLength(inUse.length);
    expect(await liftsToPlan(opened.store.reads, 0, 10), 'planning has nothing to add').toEqual([]);
    const overdue = ahead.filter(({ status }) => status === 3).length;
    expect(overdue).toBeGreaterThan(3);
    expect(overdue).toBeLessThan(20);
    const accounts = ['worker1', 'worker2', 'officer'].map(
      (account) => demoAccounts.find((one) => one.account === account)?.id,
    );
    expect(ahead.some((visit) => visit.worker1_user_id === accounts[0] && visit.worker2_user_id === accounts[1])).toBe(
      true,
    );
    const officer = await rows
      .selectFrom('people as p')
      .innerJoin('community_members as m', 'm.person_id', 'p.id')
      .select('m.community_id')
      .where('p.user_id', '=', accounts[2] ?? 0)
      .where('m.role', '=', 'safetyOfficer')
      .execute();
    expect(officer.length).toBeGreaterThan(0);
  });

  test('has a week of notices, all marked as the demo’s, and a company’s own ladder; a second start adds none', async () => {
    const { store } = opened;
    const seed = () => seedDemo({ store, clock, hashPassword, days: 7 });
    await seed();
    const read = () =>
      store.rows
        .selectFrom('notifications')
        .select(['id', 'state', 'rung', 'is_demo', 'masked_address', 'receipt_at_ms', 'created_at_ms'])
        .orderBy('id')
        .execute();
    const notices = await read();
    expect(notices.length).toBeGreaterThan(20);
    expect(notices.filter((notice) => notice.is_demo !== 1 || !notice.masked_address.includes('*'))).toEqual([]);
    expect(notices.filter(({ state }) => state === 'delivered').length).toBeGreaterThan(notices.length / 2);
    expect(notices.map((notice) => notice.created_at_ms)).toEqual(
      notices.map((notice) => notice.created_at_ms).toSorted((a, b) => a - b),
    );
    const ladders = () => store.rows.selectFrom('ladders').select(['id', 'org_type', 'name']).orderBy('id').execute();
    const made = await ladders();
    expect(made, 'the default, and one of a company').toMatchObject([{ org_type: 0 }, { org_type: 4 }]);
    expect(await store.readStream(`ladder-${made[1]?.id}`)).toMatchObject([{ actor: { kind: 'user' } }]);
    const centre = await store.rows
      .selectFrom('people as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'u.account'])
      .where('u.account', 'like', 'dispatcher%')
      .orderBy('u.id')
      .execute();
    expect(centre.map(({ account }) => account)).toEqual(['dispatcher1', 'dispatcher2']);
    for (const { id } of centre)
      expect(await store.readStream(`person-${id}`), 'linked by an administrator').toMatchObject([
        { actor: { kind: 'user' } },
      ]);
    const called = centre.map(({ id }) => ({ kind: 'person', person_id: id }));
    for (const { rungs } of await store.rows.selectFrom('ladders').select('rungs').execute())
      expect(JSON.parse(rungs), 'whoever presses 1 first takes the call').toMatchObject([
        { who: [] },
        { who: expect.arrayContaining(called) },
        {},
        {},
      ]);
    await seed();
    expect(await read()).toEqual(notices);
    expect(await ladders()).toEqual(made);
  });

  test('gives every lift what a register holds, some due or overdue for inspection, some out of use, a few scrapped', async () => {
    const { store } = opened;
    await seedDemo({ store, clock, hashPassword, days: 1 });
    const lifts = await store.rows.selectFrom('elevators').selectAll().orderBy('id').execute();
    const today = '2026-06-01';
    const standing = lifts.filter(({ state }) => state !== 2);
    const count = (is: (lift: (typeof lifts)[number]) => boolean) => standing.filter(is).length;
    const wrong = standing.flatMap((lift) => {
      const values = elevatorValues(lift);
      const { error } = elevatorFields.safeParse(values);
      return error === undefined ? elevatorIssues(values).map(({ message }) => message) : [error.message];
    });
    expect(wrong).toEqual([]);
    expect(standing).toHaveLength(1_000);
    expect(lifts.length - standing.length).toBe(4);
    expect(count(({ category }) => category === 'traction')).toBeGreaterThan(900);
    expect(new Set(standing.map(({ category }) => category)).size).toBe(4);
    expect(count(({ state }) => state === 1)).toBeGreaterThan(3);
    const overdue = count(({ next_inspection_on: day }) => day !== '' && day < today);
    expect(overdue).toBeGreaterThan(2);
    expect(overdue).toBeLessThan(15);
    expect(count(({ next_inspection_on: day }) => day >= today && day <= '2026-07-31')).toBeGreaterThan(10);
  });

  test("has three fire-fighter's lifts, whose visits follow their maker's list; a second start adds none", async () => {
    const { store } = opened;
    const seed = () => seedDemo({ store, clock, hashPassword, days: 20 });
    await seed();
    const lifts = await store.rows
      .selectFrom('elevators')
      .select('id')
      .where('special_type', '=', 'firefighter')
      .where('check_list_id', 'is not', null)
      .execute();
    expect(lifts).toHaveLength(3);
    const visits = await store.rows
      .selectFrom('visits')
      .select('list_version')
      .where(
        'elevator_id',
        'in',
        lifts.map(({ id }) => id),
      )
      .where('stage', '!=', 'imported')
      .execute();
    expect(visits.length).toBeGreaterThanOrEqual(3);
    expect(new Set(visits.map(({ list_version: version }) => version))).toEqual(new Set(['云梯消防员电梯 第 1 版']));
    await seed();
    expect(await store.rows.selectFrom('check_lists').select('version').execute()).toEqual([{ version: 1 }]);
  });

  test('the older history follows in the background, is resumed after a stop, and no story appears twice', async () => {
    const first = await seedDemo({ store: opened.store, clock, hashPassword, days: 10 });
    const written = { share: 0 };
    first.continueInBackground(
      (trouble) => {
        throw new Error(trouble);
      },
      (share) => (written.share = share),
    );
    // Far less than the pauses of three days' work, so that it cannot run to its end here.
    while (written.share === 0) await clock.advance(20);
    const closing = first.close();
    await clock.advance(60_000);
    await closing;
    expect(first.isComplete).toBe(false);
    await opened.reopen();
    const again = await seedDemo({ store: opened.store, clock, hashPassword, days: 10 });
    again.continueInBackground((trouble) => {
      throw new Error(trouble);
    });
    for (let round = 0; round < 10_000 && !again.isComplete; round += 1) await clock.advance(200);
    expect(again.isComplete).toBe(true);
    const { alarms } = await counts();
    const numbers = await opened.store.rows.selectFrom('alarms').select(['id', 'raised_at_ms']).orderBy('id').execute();
    // Numbered from the oldest without a gap, so that a later record has a higher number, day by day.
    expect(numbers.map(({ id }) => id)).toEqual(Array.from({ length: alarms }, (_, index) => index + 1));
    expect(await opened.store.nextId('alarm')).toBe(alarms + 1);
    const { rows } = opened.store;
    const visits = await rows.selectFrom('visits').select(['elevator_id', 'stage', 'is_open']).execute();
    const openLifts = new Set(visits.filter((visit) => visit.is_open === 1).map((visit) => visit.elevator_id));
    const signed = visits.filter((visit) => visit.stage === 'signed' && openLifts.has(visit.elevator_id));
    expect(signed.length, 'lifts with a visit ahead have some behind them').toBeGreaterThan(300);
    expect(await liftsToPlan(opened.store.reads, 0, 10), 'planning has nothing to add').toEqual([]);
    expect(await opened.store.verify()).toMatchObject({ events: await opened.store.head() });
  }, 60_000);

  test('a store of a version without faults and scooters gets theirs once, after the numbers that it has given', async () => {
    const { store } = opened;
    await seedDemo({ store, clock, hashPassword, days: 0 });
    await store.write(function* (queries) {
      yield* run(queries.insertInto('ids').values({ kind: 'rescue', next: 5_001 }));
      yield* run(
        queries
          .insertInto('store_meta')
          .values({ key: 'demo.history', value: JSON.stringify({ anchorMs: nowMs, writtenDays: 2 }) }),
      );
    });
    await seedDemo({ store, clock, hashPassword, days: 2 });
    const { alarms, exceptions } = await counts();
    expect({ alarms, hasExceptions: exceptions > 10 }).toEqual({ alarms: 0, hasExceptions: true });
    const ids = (await store.rows.selectFrom('exceptions').select('id').orderBy('raised_at_ms').execute()).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(ids.map((_, index) => 5_001 + index));
    const fault = await store.rows
      .selectFrom('exceptions')
      .select('id')
      .where('type', '=', 3)
      .executeTakeFirstOrThrow();
    const told = await store.readStream(`fault-${fault.id}`);
    expect(told.length).toBeGreaterThan(2);
    expect(told.every(isImported)).toBe(true);
    await seedDemo({ store, clock, hashPassword, days: 2 });
    expect((await counts()).exceptions).toBe(exceptions);
  });

  test('an alarm of a scooter ends with its scooter', async () => {
    await seedDemo({ store: opened.store, clock, hashPassword, days: 2 });
    const rows = await opened.store.rows
      .selectFrom('exceptions as x')
      .innerJoin('alarms as a', 'a.id', 'x.alarm_id')
      .select(['a.kind', 'a.elevator_id', 'x.elevator_id as lift', 'a.raised_at_ms', 'x.raised_at_ms as seen_at_ms'])
      .where('x.type', '=', 2)
      .execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(
      rows.every((row) => row.kind === 'moto' && row.elevator_id === row.lift && row.raised_at_ms < row.seen_at_ms),
    ).toBe(true);
  });

  test('the rows of the history equal a rebuild from its events', async () => {
    await seedDemo({ store: opened.store, clock, hashPassword, days: 7 });
    const read = async () => [
      await opened.store.rows.selectFrom('rescue_orders').selectAll().orderBy('id').execute(),
      await opened.store.rows.selectFrom('exceptions').selectAll().orderBy('id').execute(),
    ];
    const before = await read();
    await opened.store.rebuild();
    expect(await read()).toEqual(before);
  });

  test('two years keep to the published rates', async () => {
    const history = await seedDemo({ store: opened.store, clock, hashPassword, days: 0 });
    expect(history.isComplete).toBe(true);
    const city = buildDemoCity(nowMs);
    const lifts = city.elevators.map((lift) => ({ id: lift.id, installAtMs: lift.install_at_ms, isCity: true }));
    const days = Array.from({ length: 730 }, (_, daysAgo) =>
      planDay(lifts, dayStartOf(nowMs) - (daysAgo + 1) * dayMs, nowMs, 1),
    );
    const rescues = days.flatMap((day) => day.rescues);
    const trapped = rescues.filter(({ trigger }) => trigger === 'trapped' || trigger === 'phone');
    expect(trapped.length / 730).toBeGreaterThan(0.25);
    expect(trapped.length / 730).toBeLessThan(0.35);
    const arrivals = trapped
      .flatMap(({ arrivedAtMs, raisedAtMs }) => (arrivedAtMs === null ? [] : [(arrivedAtMs - raisedAtMs) / 60_000]))
      .sort((a, b) => a - b);
    expect(arrivals[Math.floor(arrivals.length / 2)]).toBeGreaterThan(10.5);
    expect(arrivals[Math.floor(arrivals.length / 2)]).toBeLessThan(13.5);
    expect(arrivals.filter((minutes) => minutes > 30).length / arrivals.length).toBeLessThan(0.03);
    const ofKind = (kinds: readonly string[]) =>
      days.flatMap((day) => day.alarms).filter(({ kind }) => kinds.includes(kind)).length / 730;
    expect(ofKind(['longTimeOpen', 'openCloseLoop', 'runWithDoorOpen'])).toBeCloseTo(25, -0.5);
    expect(ofKind(['moto'])).toBeCloseTo(8, -0.2);
    expect(rescues.filter(({ trigger }) => trigger === 'SOS').length / 730).toBeCloseTo(3, 0);
  });

  test('each account sees what its role and organisation allow; only dispatchers and the super administrator are rung', async () => {
    await seedDemo({ store: opened.store, clock, hashPassword, days: 0 });
    const users = await opened.store.rows.selectFrom('users').select(['id', 'account']).execute();
    const principals = await Promise.all(
      users.map(async ({ id, account }) => [account, await loadPrincipal(opened.store, id)] as const),
    );
    const ringing = principals
      .filter(([, principal]) => principal?.permissions.has('rescue.answer'))
      .map(([account]) => account);
    expect(ringing.toSorted()).toEqual(['dispatcher1', 'dispatcher2', 'super']);
    const of = (account: string) => principals.find(([name]) => name === account)?.[1];
    expect(of('super')?.scope).toEqual({ kind: 'all' });
    expect(of('dispatcher1')?.scope).toMatchObject({ areaIds: [1, 2, 3, 4, 5, 6] });
    expect(of('property')?.scope).toMatchObject({ areaIds: [], propertyIds: [301] });
    expect(of('maintenance')?.scope).toMatchObject({ maintenanceIds: [401] });
    expect(of('regulator')?.permissions.has('rescue.handle')).toBe(false);
  });

  test('never writes into the store of a real site', async () => {
    await opened.store.write(function* (queries) {
      yield* run(
        queries
          .insertInto('areas')
          .values({ id: 1, parent_id: null, name: '真实市', full_name: '真实市', path: '/1/', is_city: 1 }),
      );
    });
    await expect(seedDemo({ store: opened.store, clock, hashPassword })).rejects.toThrow(NotADemoStoreError);
  });

  test('a live alarm of the same kind on the lift leaves one old story out and stops nothing', async () => {
    await seedDemo({ store: opened.store, clock, hashPassword, days: 0 });
    const directory = await Directory.load(opened.store);
    await opened.store.write(function* (queries) {
      for (let id = 1; id <= 1_000; id += 1)
        yield* run(
          queries.insertInto('open_alarms').values({ elevator_id: id, kind: 'moto', alarm_id: 1_000_000 + id }),
        );
      yield* run(queries.deleteFrom('store_meta').where('key', '=', 'demo.history'));
      yield* run(queries.deleteFrom('ids'));
    });
    const history = await DemoHistory.open({ store: opened.store, clock, directory }, 2);
    await history.writeRecent();
    history.continueInBackground((trouble) => {
      throw new Error(trouble);
    });
    for (let round = 0; round < 10_000 && !history.isComplete; round += 1) await clock.advance(200);
    expect(history.isComplete).toBe(true);
    expect(
      (await opened.store.rows.selectFrom('alarms').select('id').where('kind', '=', 'moto').execute()).length,
    ).toBe(0);
    expect((await counts()).alarms).toBeGreaterThan(10);
  });
});
