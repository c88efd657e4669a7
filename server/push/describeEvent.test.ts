import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RescueStep } from '../../src/contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../src/contract/entities/rescueOrder.ts';
import { pushEventSchema } from '../../src/contract/push.ts';
import { changeOf } from '../../src/contract/streamChange.ts';
import { advanceRescueRow } from '../../src/machines/rescueRow.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { sealedIdsOf } from '../../tests/support/testAccess.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { findRescueOrder } from '../queries/rescue.ts';
import { lifecycleEntries } from '../lifecycleEntries.ts';
import { createDescribeEvent } from './describeEvent.ts';
import { isToldTo } from './push.ts';

const { lift, users } = smallCity;
const done: Extract<RescueStep, { event: 'rescue.completed' }>['data'] = {
  peopleNum: 2,
  cause: 'door',
  wasTrapped: true,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: false,
};

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

/** A person's row as the server answers it. */
async function answered(by: Principal, orderId: number): Promise<RescueOrderRow> {
  const row = await findRescueOrder(city.store, by, orderId);
  if (row === undefined) throw new Error('no order');
  return row;
}

/**
 * Facts that no state holds: the words of a form, the time of a step that the machine does not remember, and how much of the log was read.
 */
const beyondState = {
  position: 0,
  dispatched_at: null,
  released_at: null,
  completed_at: null,
  people_num: null,
  cause: null,
  cause_label: '',
  was_trapped: null,
  injured_num: null,
  vulnerable_num: null,
  handed_to: null,
  called_back: null,
  note: '',
} satisfies Partial<RescueOrderRow>;

/** The desk of this person: its row, which only the frames sent to him move on. */
async function openDesk(by: Principal, orderId: number) {
  const describe = createDescribeEvent({
    store: city.store,
    directory: city.domain.directory,
    ids: sealedIdsOf(city.store),
    lifecycles: lifecycleEntries,
  });
  const viewer = {
    actor: actorOf(by),
    can: (permission: Parameters<Principal['permissions']['has']>[0]) => by.permissions.has(permission),
  };
  let row = await answered(by, orderId);
  let seen = (await city.store.readStream(`rescue-${orderId}`)).length;
  return {
    async takePushes(): Promise<void> {
      const events = await city.store.readStream(`rescue-${orderId}`);
      for (const event of events.slice(seen)) {
        const push = (await describe(event)).find(({ audience }) => isToldTo(audience, by));
        const told = pushEventSchema.parse(JSON.parse(JSON.stringify(push?.event)));
        const change = changeOf(told);
        if (change?.fact === undefined) throw new Error(`${event.type} was pushed without its fact`);
        row = advanceRescueRow(row, change, viewer);
      }
      seen = events.length;
    },
    row: () => ({ ...row, ...beyondState }),
  };
}

test('a desk that only takes pushes shows every step as the server answers it', async () => {
  const zhang = await principalOf(city.store, users.dispatcher1);
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13900000000',
    requestId: 'form-0001',
  });
  const desks = await Promise.all(
    [zhang, await principalOf(city.store, users.dispatcher2), await principalOf(city.store, users.property)].map(
      async (by) => ({ by, desk: await openDesk(by, orderId) }),
    ),
  );
  const li = await principalOf(city.store, users.dispatcher2);
  const eventCount = async () => (await city.store.readStream(`rescue-${orderId}`)).length;

  const steps: readonly (() => Promise<unknown>)[] = [
    () => city.domain.rescue.step(zhang, { id: orderId, event: 'rescue.noted', data: { text: '已电话安抚' } }),
    () => city.clock.advance(61_000),
    () => city.domain.rescue.accept(zhang, { orderId }),
    // Nothing follows the claim: it lapses and rings again.
    () => city.clock.advance(301_000),
    () => city.domain.rescue.accept(zhang, { orderId }),
    () =>
      city.domain.rescue.step(zhang, {
        id: orderId,
        event: 'rescue.handOverOffered',
        data: { toUserId: users.dispatcher2, toUserName: '李娜' },
      }),
    () => city.domain.rescue.step(li, { id: orderId, event: 'rescue.handOverAccepted', data: {} }),
    () => city.domain.rescue.step(li, { id: orderId, event: 'rescue.extended', data: {} }),
    () =>
      city.domain.rescue.step(zhang, {
        id: orderId,
        event: 'rescue.dispatched',
        data: { level: 1, who: '维保一组', etaMinutes: 12 },
      }),
    () => city.clock.advance(31 * 60_000),
    () => city.domain.rescue.step(zhang, { id: orderId, event: 'rescue.arrived', data: {} }),
    () => city.domain.rescue.step(zhang, { id: orderId, event: 'rescue.released', data: { people: 2 } }),
    () => city.domain.rescue.step(zhang, { id: orderId, event: 'rescue.completed', data: done }),
  ];
  for (const take of steps) {
    const before = await eventCount();
    await take();
    await vi.waitFor(async () => expect(await eventCount()).toBeGreaterThan(before), { timeout: 10_000 });
    await vi.waitFor(
      async () => {
        for (const { by, desk } of desks) {
          await desk.takePushes();
          expect(desk.row()).toEqual({ ...(await answered(by, orderId)), ...beyondState });
        }
      },
      { timeout: 10_000 },
    );
  }
  const [first] = desks;
  expect(first?.desk.row()).toMatchObject({
    stage: 'completed',
    overdue: true,
    accepted_by: { id: users.dispatcher2 },
  });
}, 30_000);

test('a user who answers calls but may not see orders learns who has the call, and nothing of what anybody wrote', async () => {
  const zhang = await principalOf(city.store, users.dispatcher1);
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13900000000',
    requestId: 'form-0001',
  });
  await city.domain.rescue.accept(zhang, { orderId });
  const describe = createDescribeEvent({
    store: city.store,
    directory: city.domain.directory,
    ids: sealedIdsOf(city.store),
    lifecycles: lifecycleEntries,
  });
  const accepted = (await city.store.readStream(`rescue-${orderId}`)).at(-1);
  if (accepted === undefined) throw new Error('no event');
  const pushes = await describe(accepted);
  const answerer = { ...zhang, permissions: new Set(['rescue.answer'] as const) };
  expect(pushes.find(({ audience }) => isToldTo(audience, answerer))?.event).toEqual({
    kind: 'rescue.claimed',
    orderId,
    elevatorId: lift.id,
    byUserId: zhang.userId,
    byUserName: zhang.name,
    via: 'console',
  });
  expect(pushes.find(({ audience }) => isToldTo(audience, zhang))?.event).toMatchObject({
    kind: 'rescue.claimed',
    fact: { version: accepted.version, type: 'rescue.accepted' },
  });
});

test('a call that its author takes with the report rings nowhere; one whose claim lapsed rings with the name of who had it', async () => {
  const zhang = await principalOf(city.store, users.dispatcher1);
  const { orderId } = await city.domain.rescue.phoneIn(zhang, {
    elevatorId: lift.id,
    callerPhone: '13900000000',
    requestId: 'form-0001',
    hasConsole: true,
  });
  const describe = createDescribeEvent({
    store: city.store,
    directory: city.domain.directory,
    ids: sealedIdsOf(city.store),
    lifecycles: lifecycleEntries,
  });
  const pushes = async () =>
    (await Promise.all((await city.store.readStream(`rescue-${orderId}`)).map(describe))).flat();
  expect((await pushes()).map(({ event }) => event.kind)).toEqual([
    'stream.changed',
    'rescue.claimed',
    'rescue.claimed',
  ]);
  expect((await pushes()).every(({ text }) => text === undefined)).toBe(true);

  await city.clock.advance(301_000);
  await vi.waitFor(async () =>
    expect((await pushes()).find(({ event }) => event.kind === 'rescue.ringing')?.event).toMatchObject({
      lapsed: { userId: users.dispatcher1, userName: '张伟', cause: 'noProgress' },
    }),
  );
});

test('a lifecycle that is named in camel case is pushed like any other', async () => {
  const told: string[] = [];
  const lifecycles = {
    ...lifecycleEntries,
    liftVisit: {
      scope: { viewedBy: 'elevator.view' as const },
      pushes: () => (_event: unknown, id: string) => {
        told.push(id);
        return [];
      },
    },
  };
  const describe = createDescribeEvent({
    store: city.store,
    directory: city.domain.directory,
    ids: sealedIdsOf(city.store),
    lifecycles,
  });
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13900000000',
    requestId: 'form-0001',
  });
  const [event] = await city.store.readStream(`rescue-${orderId}`);
  if (event === undefined) throw new Error('the order has no event');
  await describe({ ...event, stream: 'liftVisit-12', type: 'liftVisit.planned' });
  expect(told).toEqual(['12']);
});
