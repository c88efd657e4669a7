import { afterEach, beforeEach, expect, it } from 'vitest';
import { newRescueOrderText } from '../../src/contract/push.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { examplePrincipal } from '../../tests/support/examplePrincipal.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { Announcement } from './frames.ts';
import { ringsKeptMs } from '../domain/records/ringRows.ts';
import { ringFlushMs, RingLog, type RungClient } from './ringLog.ts';

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
const person = examplePrincipal({ name: '张伟', permissions: new Set(['rescue.answer'] as const) });
const consoleOf = (sessionKey: string): RungClient => ({ principal: person, sessionKey, console: undefined });
const consoles = () =>
  opened.store.rows.selectFrom('ring_consoles').select(['since_ms', 'until_ms', 'sound']).orderBy('since_ms').execute();
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

it('a client that reconnects each second does not get a row each time', async () => {
  const log = openLog();
  for (let second = 0; second < 300; second += 1) {
    const client = consoleOf('s-1');
    log.joined(client);
    await clock.advance(500);
    log.left(client);
    await clock.advance(500);
  }
  const last = consoleOf('s-1');
  log.joined(last);
  await clock.advance(ringFlushMs);
  const kept = await consoles();
  expect(kept.length).toBeLessThanOrEqual(30);
  expect(kept.filter(({ until_ms: untilMs }) => untilMs === null)).toHaveLength(1);
  log.left(last);
  await log.close();
  expect((await consoles()).at(-1)?.until_ms).toBe(clock.nowMs());
  expect(errors).toEqual([]);
});

it('two pages of one session that both reconnect each second keep a row each', async () => {
  const log = openLog();
  for (let second = 0; second < 100; second += 1) {
    const pages = [consoleOf('s-1'), consoleOf('s-1')];
    for (const page of pages) log.joined(page);
    await clock.advance(500);
    for (const page of pages) log.left(page);
    await clock.advance(500);
  }
  await log.close();
  expect((await consoles()).length).toBeLessThanOrEqual(30);
});

it('a console that reconnects now and then was away in between, and its sound is what it says', async () => {
  const log = openLog();
  const startMs = clock.nowMs();
  const first = consoleOf('s-1');
  log.joined(first);
  log.sounds(first, 'armed');
  await clock.advance(10_000);
  log.left(first);
  await clock.advance(5_000);
  log.joined(consoleOf('s-1'));
  await clock.advance(5_000);
  await log.close();
  expect(await consoles()).toEqual([
    { since_ms: startMs, until_ms: startMs + 10_000, sound: JSON.stringify([[startMs, 'armed']]) },
    { since_ms: startMs + 15_000, until_ms: startMs + 20_000, sound: '[]' },
  ]);
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
