import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { createDomain, type LoadedDomain } from '../domain/createDomain.ts';
import { projections } from '../lifecycleEntries.ts';
import { systemClock } from '../runtime/clock.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import { runRules } from './runRules.ts';

const { lift, farLift } = smallCity;

let opened: TestStore;
let store: EventStore;
let domain: LoadedDomain;
let rules: Subscription | undefined;
beforeEach(async () => {
  opened = await openTestStore({ clock: systemClock, projections });
  ({ store } = opened);
  await writeSmallCity(store);
  domain = await createDomain({ store, clock: systemClock });
});
afterEach(async () => {
  await rules?.close();
  await opened.dispose();
});

function start(
  isAnyArmedFor: (responsibility: { readonly communityId: number }) => boolean,
  onError: (error: unknown) => void,
  over: EventStore = store,
): void {
  const { settings, directory, commands } = domain;
  rules = runRules({
    store: over,
    clock: systemClock,
    settings,
    directory,
    commands,
    consoles: { isAnyArmedFor, isOnline: () => true },
    onError,
  });
}

async function press(deviceKey: string, id: string, kind: 'trapped' | 'SOS' = 'trapped'): Promise<void> {
  const device = domain.devices.findDevice(deviceKey);
  if (device === undefined) throw new Error(`no device ${deviceKey}`);
  await domain.devices.recordEvent(device, { id, at: Date.now(), kind });
}

const orders = (elevatorId: number) =>
  store.rows.selectFrom('rescue_orders').selectAll().where('elevator_id', '=', elevatorId).orderBy('id').execute();
const noticesOf = async (elevatorId: number) =>
  (await store.rows.selectFrom('notices').select('id').where('elevator_id', '=', elevatorId).execute()).length;

test('a lift whose rule keeps failing does not keep other lifts from being served', async () => {
  const farCommunityId = domain.directory.elevator(farLift.id)?.responsible.communityId;
  const failures: unknown[] = [];
  start(
    ({ communityId }) => {
      if (communityId === farCommunityId) throw new Error('this lift always fails');
      return true;
    },
    (error) => failures.push(error),
  );
  await press(farLift.deviceKey, 'far-1');
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  await press(lift.deviceKey, 'near-1');
  await expect.poll(() => noticesOf(lift.id)).toBeGreaterThan(0);
  expect(await orders(lift.id)).toHaveLength(1);
  expect(await noticesOf(farLift.id)).toBe(0);
});

test('a press that was stored while no one ran the rules opens its order afterwards, although the alarm only repeats', async () => {
  start(() => true, vi.fn());
  await press(lift.deviceKey, 'e-1');
  await expect.poll(() => orders(lift.id)).toHaveLength(1);
  const [first] = await orders(lift.id);
  await rules?.close();
  // The order ends while its alarm is still open, and the button is pressed again.
  await store.append({
    stream: `rescue-${first?.id}`,
    expectedVersion: 'any',
    actor: { kind: 'user', id: 2, name: '张伟', roleType: 5 },
    events: [{ type: 'rescue.judgedFalse', atMs: Date.now(), data: { reason: '误触按钮' } }],
  });
  await press(lift.deviceKey, 'e-2');
  expect((await store.readAll(0)).at(-1)?.type).toBe('alarm.repeated');
  start(() => true, vi.fn());
  await expect.poll(async () => (await orders(lift.id)).map(({ is_open }) => is_open)).toEqual([0, 1]);
});

test('a missed call whose order cannot be opened keeps no later one from being heard', async () => {
  await press(lift.deviceKey, 'near-1');
  await press(farLift.deviceKey, 'far-1');
  let isBroken = true;
  const failing: EventStore = Object.create(store, {
    subscribeDurably: { value: store.subscribeDurably.bind(store) },
    readStream: { value: store.readStream.bind(store) },
    nextId: { value: store.nextId.bind(store) },
    append: {
      value: (request: Parameters<EventStore['append']>[0]) =>
        isBroken &&
        request.stream.startsWith('rescue-') &&
        JSON.stringify(request.events).includes(`"elevatorId":${lift.id},`)
          ? Promise.reject(new Error('this lift always fails'))
          : store.append(request),
    },
  });
  const failures: unknown[] = [];
  // The first start of the rules: both calls were before it.
  start(
    () => true,
    (error) => failures.push(error),
    failing,
  );
  await expect.poll(() => orders(farLift.id)).toHaveLength(1);
  expect(await orders(lift.id)).toEqual([]);
  isBroken = false;
  await expect.poll(() => orders(lift.id), { timeout: 20_000 }).toHaveLength(1);
  expect(await orders(farLift.id)).toHaveLength(1);
  expect(String(failures[0])).toContain('this lift always fails');
}, 30_000);

test('of two calls of one lift at the same instant one opens the order and the other joins it', async () => {
  start(() => true, vi.fn());
  await Promise.all([press(lift.deviceKey, 'e-1', 'trapped'), press(lift.deviceKey, 'e-2', 'SOS')]);
  await expect.poll(async () => (await orders(lift.id)).map(({ joined_num }) => joined_num)).toEqual([1]);
});
