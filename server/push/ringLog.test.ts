import { afterEach, beforeEach, expect, it } from 'vitest';
import { newRescueOrderText } from '../../src/contract/push.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { Announcement } from './frames.ts';
import { ringsKeptMs } from '../domain/ringRows.ts';
import { ringFlushMs, RingLog } from './ringLog.ts';

const responsibility = { areaId: 1, communityId: 2, brandId: null, propertyId: null, maintenanceId: null };
const ringOf = (orderId: number, more: { noticeLevel?: number; reminder?: boolean } = {}): Announcement =>
  new Announcement(
    {
      event: {
        kind: 'rescue.ringing',
        orderId,
        elevatorId: 7,
        priority: 1,
        tag: 'DT-7',
        addr: '1 号楼',
        sosTel: '',
        communityName: '翠湖花园',
        fullArea: '',
        trigger: 'trapped',
        raisedAtMs: 0,
        noticeLevel: 0,
        reminder: false,
        ...more,
      },
      text: newRescueOrderText(7),
      audience: { kind: 'responsible', permission: 'rescue.answer', responsibilities: [responsibility] },
    },
    'epoch',
  );

const clock = new VirtualClock();
let opened: TestStore;
let errors: unknown[];
beforeEach(async () => {
  opened = await openTestStore({ clock });
  errors = [];
});
afterEach(() => opened.dispose());
const openLog = (store: Pick<EventStore, 'rows' | 'write'> = opened.store) =>
  new RingLog({ store, clock, onError: (error) => errors.push(error) });
const rows = () =>
  opened.store.rows
    .selectFrom('ring_pushes')
    .select(['subject', 'position', 'is_reminder', 'notice_level', 'times'])
    .orderBy('is_reminder')
    .orderBy('notice_level')
    .execute();

it('an hour of reminders is one row for each notice level, however many consoles ring', async () => {
  const log = openLog();
  log.pushed([ringOf(3)], 42);
  for (let minute = 0; minute < 60; minute += 1) {
    for (let times = 0; times < 6; times += 1)
      log.pushed([ringOf(3, { reminder: true, noticeLevel: minute < 1 ? 0 : 1 })]);
    await clock.advance(60_000);
  }
  await log.close();
  expect(await rows()).toEqual([
    { subject: 'rescue-3', position: 42, is_reminder: 0, notice_level: 0, times: 1 },
    { subject: 'rescue-3', position: 42, is_reminder: 1, notice_level: 0, times: 6 },
    { subject: 'rescue-3', position: 42, is_reminder: 1, notice_level: 1, times: 354 },
  ]);
  expect(errors).toEqual([]);
});

it('loses nothing while the store cannot write, and does not write on the ring itself', async () => {
  let isDown = true;
  let writes = 0;
  const log = openLog({
    rows: opened.store.rows,
    write: (steps) => {
      writes += 1;
      return isDown ? Promise.reject(new Error('down')) : opened.store.write(steps);
    },
  });
  log.pushed([ringOf(3)], 42);
  expect(writes).toBe(0);
  await clock.advance(ringFlushMs);
  log.pushed([ringOf(3, { reminder: true })]);
  await clock.advance(ringFlushMs);
  expect(errors).not.toEqual([]);
  isDown = false;
  log.pushed([ringOf(3, { reminder: true })]);
  await log.close();
  expect((await rows()).map(({ times }) => times)).toEqual([1, 2]);
});

it('forgets after its time', async () => {
  const log = openLog();
  log.pushed([ringOf(3)], 42);
  await log.close();
  expect(await rows()).toHaveLength(1);
  await clock.advance(ringsKeptMs);
  const later = openLog();
  await clock.advance(2 * 3_600_000);
  await later.close();
  expect(await rows()).toEqual([]);
});
