import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { createElevatorDesk, elevatorValues } from '../../server/domain/base/elevator.ts';
import type { Principal } from '../../server/access/principal.ts';
import { clockActor } from '../../server/domain/actors.ts';
import { planLifts } from '../../server/domain/visits/planLifts.ts';
import { planVisits, type VisitPlanning } from '../../server/domain/visits/planVisits.ts';
import { readPlannedLifts } from '../../server/domain/visits/planVisit.ts';
import { listUnplannedLifts } from '../../server/queries/unplannedLifts.ts';
import { run } from '../../server/store/eventStore.ts';
import { failOnTrouble } from '../support/importDesks.ts';
import { examplePrincipal } from '../support/examplePrincipal.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, farLift } = smallCity;
const postgres = postgresOfFile();

const fail = (error: unknown): never => failOnTrouble('', error);
const settled = <Row>(what: () => Promise<Row>, expected: object) =>
  expect.poll(what, { timeout: 10_000 }).toMatchObject(expected);

describe.each(['sqlite', 'postgres'] as const)('planning on %s', (kind) => {
  let city: TestDomain;
  let planning: VisitPlanning;
  let by: Principal;

  beforeEach(async () => {
    city = await openDomain({ databaseUrl: kind === 'postgres' ? await postgres.createMigratedDatabase() : undefined });
    by = examplePrincipal({ permissions: new Set(['visit.view', 'elevator.edit']) });
    await city.store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('elevators')
          .set({ category: 'traction', put_into_use_on: '2019-05-01' })
          .where('id', '=', lift.id),
      );
      yield* run(
        queries.insertInto('people').values({
          id: 31,
          name: '周工',
          mobile: '',
          org_type: 5,
          org_id: 401,
          duties: '["worker"]',
          certificates: JSON.stringify([{ number: 'T1', class: '电梯维修', expiry: '2099-01-01' }]),
          certificate_expiry: '2099-01-01',
          user_id: null,
        }),
      );
    });
  });
  afterEach(async () => {
    await planning.close();
    await city.dispose();
  });

  const start = async () => {
    planning = planVisits({ store: city.store, clock: city.clock, onError: fail });
    await planning.planned;
  };
  const today = () => dayOf(city.clock.nowMs());
  const visitsOf = (elevatorId: number) =>
    city.store.rows
      .selectFrom('visits')
      .select(['id', 'kind', 'stage', 'due_on', 'maintenance_id', 'worker1_id', 'worker2_id'])
      .where('elevator_id', '=', elevatorId)
      .orderBy('id')
      .execute();
  const openOf = async (elevatorId: number) =>
    (await visitsOf(elevatorId)).find(({ stage }) => stage === 'planned' || stage === 'due');
  const elevators = () => createElevatorDesk({ store: city.store, clock: city.clock, onTrouble: failOnTrouble });
  const change = async (values: object) => {
    const row = await city.store.rows
      .selectFrom('elevators')
      .selectAll()
      .where('id', '=', lift.id)
      .executeTakeFirstOrThrow();
    await elevators().save(by, { ...elevatorValues(row), registration_code: '', ...values, id: lift.id });
  };
  const importVisit = async (visitKind: 'halfMonth' | 'year', doneOn: string, id: number) => {
    const [found] = await readPlannedLifts(city.store.rows, { ids: [lift.id] });
    if (found === undefined) throw new Error('no lift');
    const { elevatorId, tag, addr, responsible } = found.subject;
    const event = visitLifecycle.parseEvent({
      type: 'visit.imported',
      data: { visitId: id, elevatorId, tag, addr, responsible, kind: visitKind, doneOn },
      actor: clockActor,
      atMs: city.clock.nowMs(),
      receivedAtMs: city.clock.nowMs(),
    });
    await city.store.append({
      stream: streamName('visit', id),
      expectedVersion: 'none',
      actor: clockActor,
      events: [{ type: event.type, data: event.data, atMs: event.atMs }],
    });
  };

  test('every lift that can be planned has one open visit; the others are listed with what is to be done', async () => {
    await start();
    expect(await openOf(lift.id)).toMatchObject({ kind: 'year', due_on: today() });
    const { list } = await listUnplannedLifts(city.store, by, { page: 1, page_size: 20, order: 'asc' });
    expect(list.map(({ id, hindrance }) => [id, hindrance])).toEqual([
      [farLift.id, '未登记电梯类别，请先在电梯管理中填写'],
    ]);
  });

  test('two processes that plan at the same time, and a restart, leave one visit', async () => {
    const plan = () => planLifts(city, [lift.id, farLift.id]);
    await Promise.all([plan(), plan()]);
    await start();
    await planning.close();
    await start();
    expect(await visitsOf(lift.id)).toHaveLength(1);
  });

  test('visits of the past that are entered move the open one', async () => {
    await start();
    await importVisit('year', addDays(today(), -40), await city.store.nextId('visit'));
    await importVisit('halfMonth', addDays(today(), -5), await city.store.nextId('visit'));
    await settled(() => openOf(lift.id), { kind: 'halfMonth', due_on: addDays(today(), 10) });
  });

  test('another company takes the lift over with its due day, and gets none of the former workers', async () => {
    await importVisit('year', addDays(today(), -5), await city.store.nextId('visit'));
    await start();
    const dueOn = addDays(today(), 10);
    expect(await openOf(lift.id)).toMatchObject({ due_on: dueOn, maintenance_id: 401 });
    await change({ maintenance_id: 402 });
    await settled(() => openOf(lift.id), { due_on: dueOn, maintenance_id: 402, worker1_id: null });
    expect((await visitsOf(lift.id)).map(({ stage }) => stage)).toEqual(['imported', 'replanned', 'planned']);
  });

  test('out of use a lift has no visit; used again it has one that is due the same day', async () => {
    await importVisit('year', addDays(today(), -5), await city.store.nextId('visit'));
    await start();
    await change({ state: liftStates.outOfUse, state_reason: '大修' });
    await settled(async () => ({ open: await openOf(lift.id) }), { open: undefined });
    await planning.close();
    await change({ state: liftStates.inUse });
    await start();
    await settled(() => openOf(lift.id), { due_on: today(), kind: 'halfMonth' });
  });

  test('a made visit is followed by the next with the same workers', async () => {
    await importVisit('year', addDays(today(), -5), await city.store.nextId('visit'));
    await start();
    const open = await openOf(lift.id);
    if (open === undefined) throw new Error('no visit');
    const append = (type: string, data: object) =>
      city.store.append({
        stream: streamName('visit', open.id),
        expectedVersion: 'any',
        actor: { kind: 'user', id: 900, name: '主管' },
        events: [{ type, data, atMs: city.clock.nowMs() }],
      });
    await append('visit.assigned', { workers: [{ personId: 31, userId: null, name: '周工' }], plannedOn: null });
    await append('visit.enteredFromPaper', {
      doneOn: today(),
      workerNames: '周工',
      photos: [`${'p'.repeat(22)}.jpg`],
      flags: ['paper'],
    });
    await settled(() => openOf(lift.id), { due_on: addDays(today(), 15), worker1_id: 31, worker2_id: null });
  });
});
