import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { clockActor } from '../domain/actors.ts';
import { keepProofs, outageStreamPrefix, type Outage } from '../domain/city/chainProofs.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import type { Adapter } from './adapter.ts';
import { callSupervisors } from './callSupervisors.ts';

const voice: Adapter = {
  channel: 'voice',
  isDemo: true,
  isIdempotent: false,
  perSecond: 1,
  addressLimits: [],
  send: () => Promise.resolve({ kind: 'accepted', providerId: 'call-1' }),
};
const title = '求救链路中断：推送 已 60 秒未证实';
const outage = { stage: 'push', sinceMs: 0, toldAtMs: 60_000, reminders: 0 } as const;
const clock = new VirtualClock();
let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store);
  const { admin, regulator } = smallCity.users;
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('users').set({ mobile: '' }).where('id', '<>', 0));
    yield* run(queries.updateTable('users').set({ mobile: '13800001111' }).where('id', 'in', [admin, regulator]));
  });
});
afterEach(() => opened.dispose());

const queued = async () =>
  (await opened.store.readAll(0, 1_000)).flatMap(({ type, data }) => (type === 'notification.queued' ? [data] : []));

/** As the synthetic call says that a stage is silent, and keeps with it that people know. */
const outageIsSaid = (stream = `${outageStreamPrefix}1`, kept: Outage | null = outage) =>
  opened.store.append({
    stream,
    expectedVersion: 'any',
    actor: clockActor,
    events: [
      {
        type: 'notice.raised',
        atMs: clock.nowMs(),
        data: { title, detail: '请重启平台服务', level: 0, rescueOrderId: null, elevatorId: null, userIds: [1] },
      },
    ],
    effects: (queries) => keepProofs(queries, { provenAtMs: {}, outage: kept }),
  });
const start = (channels: readonly Adapter[]) =>
  callSupervisors({
    store: opened.store,
    clock,
    channels: { adapterOf: (name) => channels.find(({ channel }) => channel === name) },
    onError(error) {
      throw error;
    },
  });
const untilHandled = () =>
  vi.waitFor(async () => {
    const head = await opened.store.head();
    const read = await opened.store.rows
      .selectFrom('checkpoints')
      .select('position')
      .where('name', '=', 'probe-calls')
      .executeTakeFirst();
    expect(read?.position).toBe(head);
  });
const handle = async (...channels: readonly Adapter[]) => {
  const calls = start(channels);
  await untilHandled();
  await calls.close();
};

test('an outage rings each supervisor who has a telephone, once, also where the process ended before it rang anybody', async () => {
  await handle(voice);
  await outageIsSaid();
  expect(await queued()).toEqual([]);
  await handle(voice);
  expect(await queued()).toMatchObject([
    {
      source: 'probe',
      template: 'probe',
      channel: 'voice',
      recipient: { userId: smallCity.users.admin, maskedAddress: '138******11' },
      title,
      values: { 事件: title, 说明: '求救可能不会弹出，请改用热线值守并重启平台服务' },
    },
  ]);
  // As after a crash in which its checkpoint was lost.
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('checkpoints').set({ position: 0 }).where('name', '=', 'probe-calls'));
  });
  await handle(voice);
  expect(await queued()).toHaveLength(1);
});

test('where nobody of the site has a telephone, the 24-hour telephone of a company that looks after its lifts rings', async () => {
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('users').set({ mobile: '' }).where('id', '<>', 0));
    yield* run(queries.updateTable('organizations').set({ duty_phone: '0571-1234567' }).where('id', '=', 301));
  });
  await handle(voice);
  await outageIsSaid();
  await handle(voice);
  expect(await queued()).toMatchObject([
    { source: 'probe', channel: 'voice', recipient: { organization: '4-301', name: '安居物业值班电话' } },
  ]);
});

test('a reminder, and an outage that is over by now, ring nobody', async () => {
  await handle(voice);
  await outageIsSaid('notice-probe-2');
  await outageIsSaid(`${outageStreamPrefix}3`, null);
  await handle(voice);
  expect(await queued()).toEqual([]);
});

test('without a voice channel nobody is rung', async () => {
  await handle();
  await outageIsSaid();
  await handle();
  expect(await queued()).toEqual([]);
});
