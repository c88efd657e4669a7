import { expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { LesserEvents } from './lesserEvents.ts';

test('a sender of thousands waits for them, and one that sends a single event does not', async () => {
  const lane = new LesserEvents(new VirtualClock(), { least: 8, nowMs: () => 0 });
  const begun: string[] = [];
  const leave: (() => void)[] = [];
  const send = (sender: string, name: string) =>
    lane.pass(sender, () => {
      begun.push(name);
      return new Promise<string>((resolve) => {
        leave.push(() => resolve(name));
      });
    });
  const flood = Array.from({ length: 1_000 }, (_, index) => send('flooding', `flood-${index}`));
  await expect.poll(() => begun.length).toBe(64);
  const single = send('another', 'single');
  leave[0]?.();
  leave[1]?.();
  await expect.poll(() => begun.slice(64)).toEqual(['flood-64', 'single']);
  for (let next = 2; next < 1_001; next += 1) {
    await expect.poll(() => leave.length).toBeGreaterThan(next);
    leave[next]?.();
  }
  expect(await Promise.all([single, ...flood])).toHaveLength(1_001);
});

test('an event that could not be stored tells its own sender, and gives its place to the next', async () => {
  const lane = new LesserEvents(new VirtualClock());
  const failing = Array.from({ length: 100 }, () =>
    lane.pass('a', () => Promise.reject(new Error('the disk is full'))),
  );
  const kept = lane.pass('a', () => Promise.resolve('kept'));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await kept).toBe('kept');
});

test('while something urgent is being stored no lesser event begins, for two seconds at most', async () => {
  const clock = new VirtualClock();
  const lane = new LesserEvents(clock);
  const begun: string[] = [];
  const lesser = (name: string) =>
    lane.pass('a', async () => {
      begun.push(name);
    });
  const store: { finish?: () => void } = {};
  const storeUrgent = () =>
    lane.goPast(
      () =>
        new Promise<void>((resolve) => {
          store.finish = resolve;
        }),
    );
  const first = storeUrgent();
  const behind = lesser('behind');
  await clock.advance(1_000);
  expect(begun).toEqual([]);
  store.finish?.();
  await Promise.all([first, behind]);
  expect(begun).toEqual(['behind']);

  const stuck = storeUrgent();
  const later = lesser('later');
  await clock.advance(2_000);
  await later;
  expect(begun).toEqual(['behind', 'later']);
  store.finish?.();
  await stuck;
});
