import { expect, test } from 'vitest';
import { LesserEvents } from './lesserEvents.ts';

test('a sender of thousands waits for them, and one that sends a single event does not', async () => {
  const lane = new LesserEvents({ least: 8, nowMs: () => 0 });
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
  expect(begun).toHaveLength(64);
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
  const lane = new LesserEvents();
  const failing = Array.from({ length: 100 }, () =>
    lane.pass('a', () => Promise.reject(new Error('the disk is full'))),
  );
  const kept = lane.pass('a', () => Promise.resolve('kept'));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await kept).toBe('kept');
});
