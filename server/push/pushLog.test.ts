import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { changeFixture } from '../../src/contract/fixtures/pushFixtures.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { Push } from './push.ts';
import { SealedPlaces } from './framePlaces.ts';
import { PushLog, type PushLogParts } from './pushLog.ts';

const said = (position: number): Push => ({
  event: changeFixture('alarm.raised', { id: position }),
  audience: { kind: 'users', userIds: [1] },
});
const event = (position: number): StoredEvent => ({
  position,
  stream: `alarm-${position}`,
  version: 1,
  type: 'alarm.raised',
  data: {},
  atMs: 0,
  receivedAtMs: 0,
  actor: { kind: 'system', id: 'test', name: 'test' },
  prevHash: '',
  hash: '',
});

async function openLog(describe: PushLogParts['describe']) {
  const clock = new VirtualClock();
  const troubles: unknown[] = [];
  const store = { head: async () => 0, readAll: async () => [] };
  const places = new SealedPlaces(Buffer.alloc(32), 'e');
  const log = await PushLog.open({ store, places, clock, describe, onError: (error) => troubles.push(error) });
  return { clock, log, troubles };
}

it('an event is pushed once when the database is back, in its place, and those behind it wait', async () => {
  const asked: number[] = [];
  const { clock, log, troubles } = await openLog(async ({ position }) => {
    asked.push(position);
    if (position === 2 && asked.filter((each) => each === 2).length <= 2) throw new Error('the database is away');
    return [said(position)];
  });
  const announced = log.announce([event(1), event(2), event(3)]);
  await vi.waitFor(() => expect(asked).toEqual([1, 2]));
  await clock.advance(100);
  await vi.waitFor(() => expect(asked).toEqual([1, 2, 2]));
  // Longer than the first time.
  await clock.advance(199);
  expect(asked).toHaveLength(3);
  await clock.advance(1);
  expect((await announced).map(({ position, announcements }) => [position, announcements.length])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(asked).toEqual([1, 2, 2, 2, 3]);
  expect(troubles).toHaveLength(2);
});

it('an unreadable event does not keep the others waiting', async () => {
  const { log, troubles } = await openLog(async ({ position }) => {
    if (position === 1) z.strictObject({ orderId: z.number() }).parse({});
    return [said(position)];
  });
  expect((await log.announce([event(1), event(2)])).map(({ position }) => position)).toEqual([2]);
  expect(troubles).toHaveLength(1);
});

it('an event that keeps failing for a reason of its own is skipped after some seconds; while the store is away it waits', async () => {
  let reason: Error = new StoreUnavailableError(new Error('ECONNREFUSED'));
  const { clock, log, troubles } = await openLog(async ({ position }) => {
    if (position === 1) throw reason;
    return [said(position)];
  });
  let announced: readonly number[] | undefined;
  void log.announce([event(1), event(2)]).then((entries) => (announced = entries.map(({ position }) => position)));
  await clock.advance(3_600_000);
  expect(announced).toBeUndefined();
  reason = new Error("Child state 'unknown' does not exist");
  troubles.length = 0;
  await clock.advance(15_000);
  expect(announced).toEqual([2]);
  expect(troubles).toHaveLength(10);
});

it('stopping does not wait for the database', async () => {
  const { log, troubles } = await openLog(() => Promise.reject(new Error('the database is away')));
  const announced = log.announce([event(1)]);
  await vi.waitFor(() => expect(troubles).toHaveLength(1));
  log.close();
  expect(await announced).toEqual([]);
});
