import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRecording } from '../../server/queries/recordings.ts';
import { deviceActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import { offlineGraceMs } from '../../server/rules/offlineRules.ts';
import { settleMs } from '../../server/rules/powerCuts.ts';
import { collectorLookMs, powerLookMs } from '../../server/rules/followExceptions.ts';
import { alarmStanding, isOpenAlarm } from '../../server/queries/alarmStanding.ts';
import { run } from '../../server/store/eventStore.ts';
import { mostExceptionsAtOnce } from '../../server/telemetry/recorder.ts';
import type { DeviceEvent } from '../../src/contract/events/device.ts';
import type { DeviceAlarmKind } from '../../src/contract/labels.ts';
import { deviceLifecycle } from '../../src/machines/deviceLifecycle.ts';
import { addCommunities, addCommunity, collectorKeyOf } from '../support/communityOf.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { users } = smallCity;
/** A scooter's and a fault's. */
const limitMinutes = 10;

/** On a slow machine too. */
const until = <Found>(find: () => Promise<Found>) => expect.poll(find, { timeout: 20_000 });

describe.each(onBothDatabases())(
  'what follows from events about faults, scooters and incidents, on %s',
  (_name, createDatabase) => {
    let city: TestDomain;
    let said = 0;
    beforeAll(async () => {
      city = await openDomain({ databaseUrl: await createDatabase() });
      await city.domain.settings.change(await principalOf(city.store, users.super), {
        scooter_limit_minutes: limitMinutes,
        fault_limit_minutes: limitMinutes,
      });
    });
    afterAll(() => city.dispose());

    const deviceOf = (elevatorId: number) => {
      const device = city.domain.directory.device(collectorKeyOf(elevatorId));
      if (device === undefined) throw new Error(`no collector in ${elevatorId}`);
      return device;
    };
    /** As the gateway records what a collector's codes say. */
    const report = (elevatorId: number, draft: Pick<DeviceEvent, 'type' | 'data'>) =>
      decide({ store: city.store, clock: city.clock }, deviceLifecycle, {
        stream: `device-${collectorKeyOf(elevatorId)}`,
        actor: deviceActor(collectorKeyOf(elevatorId)),
        choose: () => draft,
      });
    const raiseCode = (elevatorId: number, code: string) =>
      report(elevatorId, { type: 'device.codeRaised', data: { elevatorId, code, vendorCode: code, late: false } });
    const clearCode = (elevatorId: number, code: string) =>
      report(elevatorId, { type: 'device.codeCleared', data: { elevatorId, code, vendorCode: code } });
    const alarm = (
      elevatorId: number,
      kind: DeviceAlarmKind,
      over: { cleared?: true; data?: Record<string, unknown> } = {},
    ) =>
      city.domain.devices.recordEvent(deviceOf(elevatorId), {
        id: `e-${(said += 1)}`,
        at: city.clock.nowMs(),
        kind,
        ...over,
      });
    const step = async (userId: number, exception: Parameters<typeof city.domain.exceptions.step>[1]) =>
      city.domain.exceptions.step(await principalOf(city.store, userId), exception);

    const exceptionsOf = (...elevatorIds: number[]) =>
      city.store.rows
        .selectFrom('exceptions')
        .select([
          'id',
          'alarm_id',
          'type',
          'code',
          'incident_kind',
          'stage',
          'is_open',
          'is_active',
          'repeat_num',
          'level',
          'child_num',
        ])
        .where('elevator_id', 'in', elevatorIds)
        .orderBy('id')
        .execute();
    const first = async (elevatorId: number) => {
      const [exception] = await exceptionsOf(elevatorId);
      if (exception === undefined) throw new Error(`${elevatorId} has no exception`);
      return exception;
    };
    const childrenOf = (exceptionId: number) =>
      city.store.rows
        .selectFrom('exception_children')
        .select(['elevator_id', 'restored_at_ms', 'swept_at_ms'])
        .where('exception_id', '=', exceptionId)
        .orderBy('elevator_id')
        .execute();
    const alarmsOf = (elevatorId: number) =>
      city.store.rows
        .selectFrom('alarms')
        .select(['kind', 'status'])
        .where('elevator_id', '=', elevatorId)
        .orderBy('id')
        .execute();
    const noticesAbout = (exceptionId: number) =>
      city.store.rows
        .selectFrom('notices')
        .select(['user_id', 'title'])
        .where('exception_id', '=', exceptionId)
        .orderBy('user_id')
        .execute();
    const raisedAlarms = async (elevatorId: number) =>
      (await city.store.readAll(0, 100_000))
        .filter(
          ({ type, data }) => type === 'alarm.raised' && JSON.stringify(data).includes(`"elevatorId":${elevatorId},`),
        )
        .map(({ data }) => data);
    const suppressedIn = async (elevatorId: number) =>
      (await raisedAlarms(elevatorId)).map((data) => Reflect.get(Object(data), 'suppressedBy'));
    /** Lets more time pass before it looks: consequences of time may need it while the database answers. */
    const later = async <Found>(find: () => Promise<Found>): Promise<Found> => {
      await city.clock.advance(collectorLookMs);
      return find();
    };
    /** Rules run when the log tells them; what they look around for, they see when time passes. */
    const lookAround = () => city.clock.advance(powerLookMs + collectorLookMs);

    describe('message codes', () => {
      test('a fault’s code opens a fault, the same code joins it, and its clear leaves it for a person', async () => {
        const [lift = 0] = await addCommunity(city, { id: 21, count: 1 });
        await raiseCode(lift, '03');
        await until(() => exceptionsOf(lift)).toMatchObject([{ type: 3, code: '03', is_active: 1, stage: 'pending' }]);
        await clearCode(lift, '03');
        await until(async () => (await first(lift)).is_active).toBe(0);
        expect(await first(lift)).toMatchObject({ is_open: 1, stage: 'pending' });
        await raiseCode(lift, '03');
        await until(async () => (await first(lift)).repeat_num).toBe(1);
        expect(await exceptionsOf(lift)).toHaveLength(1);
      });

      test('a mode is an incident that ends with it, or when the lift is back to automatic', async () => {
        const [lift = 0] = await addCommunity(city, { id: 22, count: 1 });
        await raiseCode(lift, '43');
        await raiseCode(lift, '44');
        await until(() => exceptionsOf(lift)).toMatchObject([
          { incident_kind: 'inspection' },
          { incident_kind: 'fireReturn' },
        ]);
        await clearCode(lift, '43');
        await until(async () => (await exceptionsOf(lift)).map(({ is_open }) => is_open)).toEqual([0, 1]);
        await raiseCode(lift, '40');
        await until(async () => (await exceptionsOf(lift)).map(({ is_open }) => is_open)).toEqual([0, 0]);
      });

      test('codes that are neither open nothing, and a clear without its raise ends nothing', async () => {
        const [lift = 0] = await addCommunity(city, { id: 23, count: 1 });
        await clearCode(lift, '03');
        for (const code of ['', '00', '90']) await raiseCode(lift, code);
        await raiseCode(lift, '02');
        await until(async () => (await exceptionsOf(lift)).map(({ code, is_active }) => [code, is_active])).toEqual([
          ['02', 1],
        ]);
      });

      test('a missed self-test of the emergency call is a fault of its own', async () => {
        const [lift = 0] = await addCommunity(city, { id: 24, count: 1 });
        await report(lift, { type: 'device.selfTestMissed', data: { elevatorId: lift, lastAtMs: 0 } });
        await until(() => exceptionsOf(lift)).toMatchObject([{ type: 3, code: '', level: 1 }]);
      });
    });

    describe('a scooter', () => {
      test('opens with the camera’s alarm and the door that it holds; who releases it closes the alarm', async () => {
        const [lift = 0] = await addCommunity(city, { id: 31, count: 1 });
        await alarm(lift, 'moto', { data: { door_hold: true } });
        await until(() => exceptionsOf(lift)).toMatchObject([{ type: 2, stage: 'doorHeld' }]);
        await alarm(lift, 'moto');
        await until(async () => (await first(lift)).repeat_num).toBe(1);
        const { id, alarm_id: alarmId } = await first(lift);
        // It is counted with the scooters, not with the alarms as well.
        const open = await city.store.rows
          .selectFrom('alarms as a')
          .select(['a.kind', alarmStanding.as('standing')])
          .where('a.elevator_id', '=', lift)
          .where(() => isOpenAlarm)
          .execute();
        expect(open).toEqual([{ kind: 'moto', standing: 'exception' }]);
        // Its minutes are found by the alarm, too.
        await until(() =>
          findRecording({ store: city.store, directory: city.domain.directory }, { alarmId: alarmId ?? 0 }),
        ).toMatchObject({ elevator_id: lift });
        await step(users.super, { id, event: 'scooter.remotelyReleased', data: { reason: '是轮椅，不是电动车' } });
        await until(() => alarmsOf(lift)).toEqual([{ kind: 'moto', status: 1 }]);
        // The next one is another.
        await alarm(lift, 'moto');
        await until(async () => (await exceptionsOf(lift)).map(({ is_open }) => is_open)).toEqual([0, 1]);
      });

      test('that the camera sees no longer is over where it was moved out, and its alarm with it', async () => {
        const [lift = 0] = await addCommunity(city, { id: 32, count: 1 });
        await alarm(lift, 'moto', { data: { door_hold: 1 } });
        await until(() => exceptionsOf(lift)).toHaveLength(1);
        await step(users.super, { id: (await first(lift)).id, event: 'scooter.removed', data: {} });
        await alarm(lift, 'moto', { cleared: true });
        await until(async () => (await first(lift)).stage).toBe('released');
        await until(() => alarmsOf(lift)).toEqual([{ kind: 'moto', status: 1 }]);
      });

      test('that was none makes its alarm a false one', async () => {
        const [lift = 0] = await addCommunity(city, { id: 33, count: 1 });
        await alarm(lift, 'moto');
        await until(() => exceptionsOf(lift)).toHaveLength(1);
        await step(users.super, {
          id: (await first(lift)).id,
          event: 'scooter.judgedFalse',
          data: { reason: '婴儿车' },
        });
        await until(() => alarmsOf(lift)).toEqual([{ kind: 'moto', status: 2 }]);
      });

      test('not moved out in time: the property and those who answer are notified once each', async () => {
        const [lift = 0] = await addCommunity(city, { id: 34, count: 1 });
        await alarm(lift, 'moto');
        await until(() => exceptionsOf(lift)).toHaveLength(1);
        const { id } = await first(lift);
        await city.clock.advance(limitMinutes * 60_000);
        await until(async () => (await later(() => noticesAbout(id))).map(({ user_id }) => user_id)).toEqual([
          users.super,
          users.dispatcher1,
          users.dispatcher2,
          users.property,
        ]);
      });
    });

    describe('a power cut', () => {
      test('is one incident of all its lifts; it takes over theirs, and a call from one of them rings alone and at once', async () => {
        const lifts = await addCommunity(city, { id: 41, count: 18 });
        const [a = 0, b = 0, c = 0, , , , seventh = 0] = lifts;
        await raiseCode(a, '41');
        await raiseCode(b, '46');
        await until(async () => (await exceptionsOf(a, b)).map(({ incident_kind }) => incident_kind)).toEqual([
          'powerLoss',
          'emergencyPower',
        ]);
        await city.clock.advance(60_000);
        await raiseCode(c, '41');
        const cut = () =>
          city.store.rows
            .selectFrom('exceptions')
            .selectAll()
            .where('community_id', '=', 41)
            .where('incident_kind', '=', 'powerCut')
            .executeTakeFirst();
        await until(async () => (await cut())?.child_num).toBe(3);
        await until(async () => (await exceptionsOf(a, b)).filter(({ is_open }) => is_open === 1)).toMatchObject([
          { incident_kind: 'powerCut' },
        ]);
        // The third has none of its own.
        expect(await exceptionsOf(c)).toEqual([]);
        for (const lift of lifts.slice(3)) await raiseCode(lift, '41');
        await until(async () => (await cut())?.child_num).toBe(18);
        const id = (await cut())?.id ?? 0;
        expect(await exceptionsOf(...lifts.slice(2))).toEqual([]);
        await until(async () => (await noticesAbout(id)).map(({ user_id }) => user_id)).toEqual([
          users.super,
          users.dispatcher1,
          users.dispatcher2,
        ]);

        await alarm(seventh, 'longTimeOpen');
        await alarm(seventh, 'moto');
        await alarm(seventh, 'SOS');
        await until(() =>
          city.store.rows.selectFrom('open_rescues').select('elevator_id').where('elevator_id', '=', seventh).execute(),
        ).toHaveLength(1);
        expect(
          (await raisedAlarms(seventh)).map((data) => [
            Reflect.get(Object(data), 'kind'),
            Reflect.get(Object(data), 'suppressedBy'),
          ]),
        ).toEqual([
          ['longTimeOpen', 'incident'],
          ['moto', undefined],
          ['SOS', undefined],
        ]);

        await clearCode(a, '41');
        await clearCode(seventh, '41');
        await until(async () =>
          (await childrenOf(id)).flatMap(({ elevator_id, restored_at_ms }) =>
            restored_at_ms === null ? [] : [elevator_id],
          ),
        ).toEqual([a, seventh]);
        // Its power is gone again: its car is looked into again.
        await step(users.super, { id, event: 'incident.swept', data: { elevatorId: a, way: 'intercom' } });
        await raiseCode(a, '41');
        await until(async () => (await childrenOf(id))[0]).toEqual({
          elevator_id: a,
          restored_at_ms: null,
          swept_at_ms: null,
        });
      });

      test('of collectors that fall silent together is judged a moment later, and never of those that are back by then', async () => {
        const lifts = await addCommunity(city, { id: 42, count: 5 });
        const [a = 0, b = 0, c = 0, d = 0] = lifts;
        const incidents = () =>
          city.store.rows
            .selectFrom('exceptions')
            .select(['incident_kind', 'child_num', 'id'])
            .where('community_id', '=', 42)
            .execute();
        for (const lift of [a, b, c]) await city.domain.devices.recordLost(deviceOf(lift), 'lastWill');
        await city.domain.devices.recordReported(deviceOf(c), 1);
        await city.clock.advance(settleMs + powerLookMs);
        await lookAround();
        expect(await incidents()).toEqual([]);
        await city.domain.devices.recordLost(deviceOf(d), 'lastWill');
        await city.clock.advance(settleMs + powerLookMs);
        await until(() => later(incidents)).toMatchObject([{ incident_kind: 'powerCut', child_num: 3 }]);
        await city.domain.devices.recordReported(deviceOf(a), 1);
        await lookAround();
        const [{ id } = { id: 0 }] = await incidents();
        await until(async () =>
          (await later(() => childrenOf(id))).map(({ restored_at_ms }) => restored_at_ms !== null),
        ).toEqual([true, false, false]);
        // However long: the power cut is what people look into.
        await city.clock.advance(offlineGraceMs * 2);
        expect(await incidents()).toHaveLength(1);
      });
    });

    test('of a whole city whose collectors fall silent at once is none: its link is gone', async () => {
      const ids = Array.from({ length: 22 }, (_, index) => 100 + index);
      const lifts = await addCommunities(city, { ids, count: 3 });
      await Promise.all(lifts.map((lift) => city.domain.devices.recordLost(deviceOf(lift), 'disconnected')));
      await city.clock.advance(settleMs);
      await lookAround();
      expect(await exceptionsOf(...lifts)).toEqual([]);
      // A controller that says so is believed all the same.
      const believed = lifts.slice(0, 3);
      for (const lift of believed) await city.domain.devices.recordReported(deviceOf(lift), 1);
      for (const lift of believed) await raiseCode(lift, '41');
      await until(async () =>
        (await exceptionsOf(...believed)).flatMap(({ incident_kind, is_open }) =>
          is_open === 1 ? [incident_kind] : [],
        ),
      ).toEqual(['powerCut']);
      await Promise.all(lifts.slice(3).map((lift) => city.domain.devices.recordReported(deviceOf(lift), 1)));
    });

    describe('a collector that is away', () => {
      test('is an incident after ten minutes, also across a restart, and ends when it is back', async () => {
        const [lift = 0] = await addCommunity(city, { id: 51, count: 1 });
        await city.domain.devices.recordLost(deviceOf(lift), 'lastWill');
        await city.clock.advance(offlineGraceMs / 2);
        await city.restart();
        await city.clock.advance(offlineGraceMs / 2 - collectorLookMs);
        expect(await exceptionsOf(lift)).toEqual([]);
        await city.clock.advance(collectorLookMs * 2);
        await until(() => later(() => exceptionsOf(lift))).toMatchObject([{ incident_kind: 'offline', is_open: 1 }]);
        await city.clock.advance(offlineGraceMs);
        expect(await exceptionsOf(lift)).toHaveLength(1);
        await city.domain.devices.recordReported(deviceOf(lift), 1);
        await lookAround();
        await until(() => later(() => exceptionsOf(lift))).toMatchObject([{ incident_kind: 'offline', is_open: 0 }]);
      });

      test('that comes and goes is one incident until it is steady', async () => {
        const [lift = 0] = await addCommunity(city, { id: 52, count: 1 });
        for (let flip = 0; flip < 4; flip += 1) {
          await city.domain.devices.recordLost(deviceOf(lift), 'disconnected');
          await city.domain.devices.recordReported(deviceOf(lift), 1);
        }
        await until(() => exceptionsOf(lift)).toMatchObject([{ incident_kind: 'offline', is_open: 1 }]);
        await lookAround();
        expect((await first(lift)).is_open).toBe(1);
        await city.clock.advance(10 * 60_000 + collectorLookMs);
        await until(() => later(() => exceptionsOf(lift))).toMatchObject([{ is_open: 0 }]);
      });
    });

    describe('a lift in maintenance', () => {
      test('suppresses what can wait, by its live mode or its open incident, and nothing of priority 1', async () => {
        const [live = 0, incident = 0, serving = 0] = await addCommunity(city, { id: 61, count: 3 });
        city.fleet.put(live, {
          deviceKey: collectorKeyOf(live),
          receivedAtMs: city.clock.nowMs(),
          report: {
            at: 0,
            service_mode: 2,
            car_status: 0,
            direction: 0,
            door_zone: true,
            floor: 1,
            door: 'open',
            people: 0,
          },
        });
        await raiseCode(incident, '43');
        await until(() => exceptionsOf(incident)).toHaveLength(1);
        for (const lift of [live, incident, serving]) {
          await alarm(lift, 'overLoad');
          await alarm(lift, 'trapped');
        }
        expect(await suppressedIn(live)).toEqual(['maintenance', undefined]);
        expect(await suppressedIn(incident)).toEqual(['maintenance', undefined]);
        expect(await suppressedIn(serving)).toEqual([undefined, undefined]);
      });
    });

    describe('a fault', () => {
      test('that is a danger, or that no one repairs in time, is notified to its maintenance company', async () => {
        const [lift = 0] = await addCommunity(city, { id: 71, count: 1 });
        await city.domain.exceptions.report(await principalOf(city.store, users.dispatcher1), {
          type: 3,
          elevator_id: lift,
          phenomenon: 'brake',
          request_id: 'brake-of-71',
        });
        const { id } = await first(lift);
        await until(() => noticesAbout(id)).toMatchObject([
          { user_id: users.maintenance, title: expect.stringMatching('^紧急故障') },
        ]);
        await city.clock.advance(limitMinutes * 60_000);
        await until(async () => (await later(() => noticesAbout(id))).map(({ user_id }) => user_id)).toEqual([
          users.maintenance,
          users.maintenance,
        ]);
      });

      test('is recorded, unless very many are; a call for help is recorded all the same', async () => {
        const lifts = await addCommunity(city, { id: 72, count: mostExceptionsAtOnce + 10 });
        await city.clock.advance(11 * 60_000);
        await Promise.all(lifts.map((lift) => raiseCode(lift, '02')));
        await until(async () => (await exceptionsOf(...lifts)).length).toBe(lifts.length);
        const recorded = () =>
          city.store.rows
            .selectFrom('recordings')
            .select(['exception_id', 'alarm_id'])
            .where('elevator_id', 'in', lifts)
            .execute();
        await until(async () => (await recorded()).length).toBe(mostExceptionsAtOnce);
        await alarm(lifts.at(-1) ?? 0, 'trapped');
        expect((await recorded()).filter(({ alarm_id }) => alarm_id !== null)).toHaveLength(1);
      });
    });

    test('carried out again from the first event, as after a crash, the rules change nothing', async () => {
      await lookAround();
      const state = async () => ({
        exceptions: await city.store.rows.selectFrom('exceptions').selectAll().orderBy('id').execute(),
        children: await city.store.rows
          .selectFrom('exception_children')
          .selectAll()
          .orderBy('exception_id')
          .orderBy('elevator_id')
          .execute(),
        notices: await city.store.rows
          .selectFrom('notices')
          .select(['source', 'user_id'])
          .where('exception_id', 'is not', null)
          .orderBy('id')
          .execute(),
        alarms: await city.store.rows.selectFrom('alarms').select(['id', 'status']).orderBy('id').execute(),
      });
      const before = await state();
      const head = await city.store.head();
      await city.restart(() =>
        city.store.write(function* (queries) {
          yield* run(queries.updateTable('checkpoints').set({ position: 0 }).where('name', '=', 'exception-rules'));
        }),
      );
      const checkpoint = async () =>
        (
          await city.store.rows
            .selectFrom('checkpoints')
            .select('position')
            .where('name', '=', 'exception-rules')
            .executeTakeFirst()
        )?.position ?? 0;
      await until(checkpoint).toBeGreaterThanOrEqual(head - 100);
      expect(await state()).toEqual(before);
    }, 60_000);
  },
);
