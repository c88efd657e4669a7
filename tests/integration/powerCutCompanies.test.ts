import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { deviceActor, rulesActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import type { ElevatorInfo } from '../../server/domain/city/directory.ts';
import { incidentLevels } from '../../server/domain/records/exceptionLevels.ts';
import { openException, type ExceptionWish } from '../../server/domain/records/openException.ts';
import { NotFound, Refusal } from '../../server/domain/refusal.ts';
import { lifecycleEntries, openItems } from '../../server/lifecycleEntries.ts';
import { createDescribeEvent } from '../../server/push/describeEvent.ts';
import { isToldTo } from '../../server/push/push.ts';
import { listExceptions } from '../../server/queries/exception.ts';
import { findException } from '../../server/queries/exceptionDetail.ts';
import { LiftCensus } from '../../server/queries/liftCensus.ts';
import { listNotifications } from '../../server/queries/notification.ts';
import { countWaitingWork } from '../../server/queries/waitingWork.ts';
import { powerLookMs } from '../../server/rules/followExceptions.ts';
import { run } from '../../server/store/eventStore.ts';
import { exceptionList } from '../../src/contract/endpoints/exception.ts';
import { notificationList } from '../../src/contract/endpoints/notification.ts';
import type { ExceptionDetail } from '../../src/contract/entities/exception.ts';
import type { DeviceEvent } from '../../src/contract/events/device.ts';
import { deviceLifecycle } from '../../src/machines/deviceLifecycle.ts';
import { addCommunity, collectorKeyOf } from '../support/communityOf.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { sealedIdsOf } from '../support/testAccess.ts';

const { users } = smallCity;
/** Two maintenance companies of the small city. */
const [near, far] = [401, 402];
const maker = 501;

/** On a slow machine too. */
const until = <Found>(find: () => Promise<Found>) => expect.poll(find, { timeout: 20_000 });

const nothing = { areaIds: [], communityIds: [], brandIds: [], propertyIds: [], maintenanceIds: [] };

const carsOf = (cuts: readonly ExceptionDetail[]) =>
  cuts.map(({ children }) => children.map(({ elevator_id }) => elevator_id));

describe.each(onBothDatabases())('a power cut of the lifts of several companies, on %s', (_name, createDatabase) => {
  let city: TestDomain;
  let dispatcher: Principal;
  let nearStaff: Principal;
  let farStaff: Principal;
  let makerStaff: Principal;
  let communities = 80;

  beforeAll(async () => {
    city = await openDomain({ databaseUrl: await createDatabase() });
    dispatcher = await principalOf(city.store, users.dispatcher1);
    nearStaff = await principalOf(city.store, users.maintenance);
    farStaff = { ...nearStaff, scope: { kind: 'organizations', ...nothing, maintenanceIds: [far] } };
    makerStaff = { ...nearStaff, scope: { kind: 'organizations', ...nothing, brandIds: [maker] } };
  });
  afterAll(() => city.dispose());

  const give = async (lifts: readonly number[], to: { readonly maintenance_id: number }) => {
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set(to).where('id', 'in', lifts));
    });
    await city.domain.directory.reload();
  };
  /** A community with these numbers of lifts of each company. */
  async function settle(counts: { readonly near: number; readonly far: number }) {
    const id = (communities += 1);
    const lifts = await addCommunity(city, { id, count: counts.near + counts.far });
    const [ofNear, ofFar] = [lifts.slice(0, counts.near), lifts.slice(counts.near)];
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ brand_id: maker }).where('id', 'in', lifts));
    });
    await give(ofFar, { maintenance_id: far });
    return { id, ofNear, ofFar };
  }

  const report = (elevatorId: number, draft: Pick<DeviceEvent, 'type' | 'data'>) =>
    decide({ store: city.store, clock: city.clock }, deviceLifecycle, {
      stream: `device-${collectorKeyOf(elevatorId)}`,
      actor: deviceActor(collectorKeyOf(elevatorId)),
      choose: () => draft,
    });
  const code = { code: '41', vendorCode: '41' };
  const lose = async (...lifts: readonly number[]) => {
    for (const elevatorId of lifts)
      await report(elevatorId, { type: 'device.codeRaised', data: { elevatorId, ...code, late: false } });
  };
  const restore = (elevatorId: number) =>
    report(elevatorId, { type: 'device.codeCleared', data: { elevatorId, ...code } });

  /** As the rules open an incident; an older one has no `cut`. */
  async function openFor(
    lifts: readonly ElevatorInfo[],
    opening: Pick<ExceptionWish, 'messageId' | 'causationPosition'> & { readonly cut?: string },
  ): Promise<void> {
    const [elevator] = lifts;
    if (elevator === undefined) throw new Error('no lift');
    await openException(
      { store: city.store, clock: city.clock, settings: city.domain.settings },
      {
        type: 4,
        kind: 'powerCut',
        children: lifts.map(({ id: elevatorId, tag, addr }) => ({ elevatorId, tag, addr })),
        elevator,
        source: 'group',
        deviceKey: '',
        code: '',
        level: incidentLevels.powerCut,
        alarmId: null,
        actor: rulesActor,
        atMs: city.clock.nowMs(),
        late: false,
        ...opening,
      },
    );
  }
  const liftsOf = (ids: readonly number[]) => ids.flatMap((id) => city.domain.directory.elevator(id) ?? []);

  /** The incidents of a community as somebody sees them, each with its cars, oldest first. */
  async function cutsSeenBy(by: Principal, communityId: number): Promise<readonly ExceptionDetail[]> {
    const query = { type: [4], community_id: communityId, scope: 'all', sort: 'created_at', order: 'asc' };
    const { list, total } = await listExceptions(city.store, by, exceptionList.input.parse(query));
    expect(total).toBe(list.length);
    const found = await Promise.all(list.map(({ id }) => findException(city.store, by, id)));
    return found
      .flatMap((row) => row ?? [])
      .filter(({ incident_kind }) => incident_kind === 'powerCut')
      .toSorted((a, b) => a.id - b.id);
  }
  const carsSeenBy = async (by: Principal, communityId: number) => carsOf(await cutsSeenBy(by, communityId));
  const onlyCut = async (by: Principal, communityId: number) => {
    const [cut, ...others] = await cutsSeenBy(by, communityId);
    expect(others).toEqual([]);
    if (cut === undefined) throw new Error(`no power cut in ${communityId}`);
    return cut;
  };
  const openOnes = async (by: Principal) => {
    const census = new LiftCensus({ store: city.store, directory: city.domain.directory, fleet: city.fleet });
    const { todos } = await countWaitingWork({ store: city.store, census, openItems }, by, city.clock.nowMs());
    return todos.find(({ kind }) => kind === 'incident')?.count ?? 0;
  };
  const sweep = async (by: Principal, { id, children }: ExceptionDetail) => {
    for (const { elevator_id: elevatorId } of children)
      await city.domain.exceptions.step(by, { id, event: 'incident.swept', data: { elevatorId, way: 'onSite' } });
  };
  const close = (by: Principal, id: number) =>
    city.domain.exceptions.step(by, { id, event: 'incident.closed', data: {} });

  test('is one incident for each company with its own cars, in list, detail, timeline, counts, notices and pushes', async () => {
    const before = await Promise.all([nearStaff, farStaff, dispatcher].map(openOnes));
    // Neither company alone has three.
    const { id, ofNear, ofFar } = await settle({ near: 2, far: 1 });
    await lose(...ofNear, ...ofFar);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear, ofFar]);
    expect(await carsSeenBy(nearStaff, id)).toEqual([ofNear]);
    expect(await carsSeenBy(farStaff, id)).toEqual([ofFar]);
    // The lifts are of one make here, but those that join may be of another.
    expect(await carsSeenBy(makerStaff, id)).toEqual([]);

    const [own, other] = [await onlyCut(nearStaff, id), await onlyCut(farStaff, id)];
    expect([own.child_num, other.child_num]).toEqual([2, 1]);
    const foreignTags = other.children.map(({ tag }) => tag);
    for (const tag of foreignTags) expect(JSON.stringify(own)).not.toContain(tag);
    for (const { tag } of own.children) expect(JSON.stringify(other)).not.toContain(tag);
    expect(own.timeline[0]).toMatchObject({ detail: '共 2 台电梯，多台同时' });
    expect(await findException(city.store, farStaff, own.id)).toBeUndefined();

    // Who sees both finds one from the other; a company does not learn of the other.
    expect([own.cut_parts, other.cut_parts]).toEqual([[], []]);
    expect((await findException(city.store, dispatcher, own.id))?.cut_parts).toMatchObject([
      { id: other.id, child_num: 1, swept_num: 0, is_finished: false },
    ]);

    const after = await Promise.all([nearStaff, farStaff, dispatcher].map(openOnes));
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 2]);

    const notices = () =>
      city.store.rows
        .selectFrom('notices')
        .select(['title', 'exception_id'])
        .where('exception_id', 'in', [own.id, other.id])
        .where('user_id', '=', users.dispatcher1)
        .orderBy('exception_id')
        .execute();
    await until(notices).toEqual([
      { title: `多台停电：小区 ${id} 2 台`, exception_id: own.id },
      { title: `多台停电：小区 ${id} 1 台`, exception_id: other.id },
    ]);

    // The records of notices, too, say nothing of another company's cars.
    const recorded = async (by: Principal) => {
      const query = notificationList.input.parse({ keyword: `小区 ${id} `, page_size: 100 });
      return new Set((await listNotifications(city.store, by, query)).list.map(({ title }) => title));
    };
    expect(await recorded(nearStaff)).toEqual(new Set([`多台停电：小区 ${id} 2 台`]));
    expect(await recorded(farStaff)).toEqual(new Set([`多台停电：小区 ${id} 1 台`]));
    expect(await recorded(makerStaff)).toEqual(new Set());
    expect((await recorded(dispatcher)).size).toBe(2);

    const describeEvent = createDescribeEvent({
      store: city.store,
      directory: city.domain.directory,
      ids: sealedIdsOf(city.store),
      lifecycles: lifecycleEntries,
    });
    const heardBy = async (by: Principal, { id: exceptionId }: ExceptionDetail) => {
      const events = await city.store.readStream(`incident-${exceptionId}`);
      const pushes = (await Promise.all(events.map(describeEvent))).flat();
      expect(pushes).toHaveLength(events.length);
      return pushes.filter(({ audience }) => isToldTo(audience, by)).length;
    };
    expect(await heardBy(nearStaff, own)).toBeGreaterThan(0);
    expect(await heardBy(dispatcher, other)).toBeGreaterThan(0);
    expect([await heardBy(farStaff, own), await heardBy(nearStaff, other), await heardBy(makerStaff, own)]).toEqual([
      0, 0, 0,
    ]);
  });

  test('each is looked into and closed for itself, by its company or the dispatchers alone', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 2, far: 2 });
    await lose(...ofNear, ...ofFar);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear, ofFar]);
    const [own, other] = [await onlyCut(nearStaff, id), await onlyCut(farStaff, id)];
    await expect(sweep(farStaff, own)).rejects.toThrow(NotFound);
    await expect(sweep(dispatcher, { ...own, children: other.children })).rejects.toThrow(
      '该电梯不在此事件中，请刷新后重新选择',
    );
    await expect(close(dispatcher, own.id)).rejects.toThrow(Refusal);
    await sweep(dispatcher, own);
    await close(dispatcher, own.id);
    expect(await onlyCut(nearStaff, id)).toMatchObject({ is_finished: true, swept_num: 2 });
    expect(await onlyCut(farStaff, id)).toMatchObject({ is_finished: false, swept_num: 0 });
    // The cut goes on elsewhere: a car of the closed incident is looked into again only by a cut of its company's own lifts.
    const [again = 0] = ofNear;
    await restore(again);
    await lose(again);
    await city.clock.advance(powerLookMs);
    await until(async () =>
      (
        await city.store.rows
          .selectFrom('exceptions')
          .select('incident_kind')
          .where('elevator_id', '=', again)
          .where('is_open', '=', 1)
          .execute()
      ).map(({ incident_kind }) => incident_kind),
    ).toEqual(['powerLoss']);
    expect(await carsSeenBy(nearStaff, id)).toEqual([ofNear]);
  });

  test('a lift that loses its power later joins the incident of its companies, or opens it', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 4, far: 2 });
    const [joins = 0] = ofNear.slice(3);
    await lose(...ofNear.slice(0, 3));
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear.slice(0, 3)]);
    await lose(ofFar[0] ?? 0);
    await until(() => carsSeenBy(farStaff, id)).toEqual([ofFar.slice(0, 1)]);
    await lose(joins, ofFar[1] ?? 0);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear, ofFar]);
    const other = await onlyCut(farStaff, id);
    expect((await findException(city.store, dispatcher, other.id))?.cut_parts).toMatchObject([{ child_num: 4 }]);

    // It comes back in its own incident, and a second cut voids what was confirmed there.
    await sweep(farStaff, other);
    const [back = 0] = ofFar;
    await restore(back);
    await until(async () => (await onlyCut(farStaff, id)).children[0]?.restored_at ?? null).not.toBeNull();
    await lose(back);
    await until(async () => (await onlyCut(farStaff, id)).children[0]?.is_voided).toBe(true);
    expect(await onlyCut(nearStaff, id)).toMatchObject({ child_num: 4 });
  });

  test('takes over the incidents that its lifts had for themselves', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 2, far: 1 });
    const singles = async () =>
      (
        await city.store.rows
          .selectFrom('exceptions')
          .select(['is_open'])
          .where('elevator_id', 'in', [...ofNear, ...ofFar])
          .where('incident_kind', '=', 'powerLoss')
          .execute()
      ).map(({ is_open }) => is_open);
    await lose(ofFar[0] ?? 0, ofNear[0] ?? 0);
    await until(singles).toEqual([1, 1]);
    await lose(ofNear[1] ?? 0);
    await until(singles).toEqual([0, 0]);
    const absorbed = async (by: Principal) => (await onlyCut(by, id)).id;
    const single = (
      await listExceptions(city.store, farStaff, exceptionList.input.parse({ elevator_id: ofFar[0], scope: 'all' }))
    ).list.find(({ incident_kind }) => incident_kind === 'powerLoss');
    expect((await findException(city.store, farStaff, single?.id ?? 0))?.timeline.at(-1)).toMatchObject({
      detail: `事件编号 ${await absorbed(farStaff)}`,
    });
  });

  test('a company that has closed its incident has a further one when three of its own lifts lose their power', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 3, far: 1 });
    await lose(...ofNear, ...ofFar);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear, ofFar]);
    const own = await onlyCut(nearStaff, id);
    await sweep(nearStaff, own);
    await close(nearStaff, own.id);
    await city.clock.advance(powerLookMs);
    for (const lift of ofNear) await restore(lift);
    await lose(...ofNear);
    await until(() => carsSeenBy(nearStaff, id)).toEqual([ofNear, ofNear]);
    expect(await cutsSeenBy(nearStaff, id)).toMatchObject([
      { is_finished: true },
      { is_finished: false, swept_num: 0, cut_parts: [{ id: own.id }] },
    ]);
    expect(await carsSeenBy(farStaff, id)).toEqual([ofFar]);
  });

  test('who takes over the maintenance of one lift afterwards does not see the cars beside it', async () => {
    const { id, ofNear } = await settle({ near: 3, far: 1 });
    await lose(...ofNear);
    await until(() => carsSeenBy(nearStaff, id)).toEqual([ofNear]);
    const own = await onlyCut(nearStaff, id);
    await give(ofNear.slice(0, 1), { maintenance_id: far });
    expect(await carsSeenBy(farStaff, id)).toEqual([]);
    await expect(sweep(farStaff, own)).rejects.toThrow(NotFound);
    expect(await carsSeenBy(nearStaff, id)).toEqual([ofNear]);
    // When that lift loses its power again, its new company has an incident.
    const [moved = 0] = ofNear;
    await restore(moved);
    await until(async () => (await onlyCut(nearStaff, id)).children[0]?.restored_at ?? null).not.toBeNull();
    await lose(moved);
    await until(() => carsSeenBy(farStaff, id)).toEqual([[moved]]);
  });

  test('a crash between the incidents of one cut leaves no company without its own', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 2, far: 1 });
    await city.stopExceptionRules();
    await lose(...ofNear, ...ofFar);
    const lifts = liftsOf(ofNear);
    const signal = await city.store.head();
    // As far as the server came: the first company has its incident.
    await openFor(lifts, {
      cut: `signal-${signal}`,
      messageId: `rule:powerCut:${signal}:301-${near}`,
      causationPosition: signal,
    });
    expect(await carsSeenBy(dispatcher, id)).toEqual([ofNear]);
    await city.restart();
    await city.clock.advance(powerLookMs);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([ofNear, ofFar]);
  });

  test('an open incident of before, with the cars of all companies, keeps them and can be closed', async () => {
    const { id, ofNear, ofFar } = await settle({ near: 3, far: 3 });
    const lifts = liftsOf([...ofNear, ...ofFar.slice(0, 2)]);
    await openFor(lifts, { messageId: `before:${id}` });
    // Its cars stay in it; a further lift of another company has an incident of its own.
    await lose(...ofNear, ...ofFar);
    await until(() => carsSeenBy(dispatcher, id)).toEqual([lifts.map((lift) => lift.id), ofFar.slice(2)]);
    await city.clock.advance(powerLookMs);
    const [old] = await cutsSeenBy(nearStaff, id);
    if (old === undefined) throw new Error('the old incident has gone');
    await sweep(dispatcher, old);
    await close(dispatcher, old.id);
    expect(await carsSeenBy(farStaff, id)).toEqual([ofFar.slice(2)]);
    expect(await cutsSeenBy(dispatcher, id)).toMatchObject([{ is_finished: true }, { is_finished: false }]);
  });

  test('carried out again from the first event, as after a crash, the rules open no further one', async () => {
    await city.clock.advance(powerLookMs);
    const state = async () => ({
      exceptions: await city.store.rows
        .selectFrom('exceptions')
        .select(['id', 'cut_id', 'child_num', 'is_open', 'position'])
        .where('incident_kind', '=', 'powerCut')
        .orderBy('id')
        .execute(),
      notices: await city.store.rows.selectFrom('notices').select(['id', 'exception_id']).orderBy('id').execute(),
    });
    const before = await state();
    const head = await city.store.head();
    await city.restart(() =>
      city.store.write(function* (queries) {
        yield* run(queries.updateTable('checkpoints').set({ position: 0 }).where('name', '=', 'exception-rules'));
      }),
    );
    await until(async () => {
      const row = await city.store.rows
        .selectFrom('checkpoints')
        .select('position')
        .where('name', '=', 'exception-rules')
        .executeTakeFirst();
      return row?.position ?? 0;
    }).toBeGreaterThanOrEqual(head - 100);
    await city.clock.advance(powerLookMs);
    expect(await state()).toEqual(before);
  }, 60_000);

  test('the rows are the same again when they are folded from event zero', async () => {
    const { store } = city;
    const rows = async () => ({
      exceptions: await store.rows.selectFrom('exceptions').selectAll().orderBy('id').execute(),
      children: await store.rows
        .selectFrom('exception_children')
        .selectAll()
        .orderBy('exception_id')
        .orderBy('elevator_id')
        .execute(),
      open: await store.rows.selectFrom('open_exceptions').selectAll().orderBy('exception_id').execute(),
    });
    const before = await rows();
    expect(before.exceptions.filter(({ cut_id }) => cut_id !== null).length).toBeGreaterThan(8);
    await store.rebuild(['incident']);
    expect(await rows()).toEqual(before);
  });
});
