import { expect, test } from 'vitest';
import type { FrameClock } from '../canvas/createFrameTask.ts';
import { createTickerRing, type TickerItem } from './createTickerRing.ts';

function handFrames(): FrameClock & { step: () => void } {
  let waiting: ((atMs: number) => void) | null = null;
  return {
    request: (run) => {
      waiting = run;
      return 1;
    },
    cancel: () => {
      waiting = null;
    },
    step: () => {
      const run = waiting;
      waiting = null;
      run?.(0);
    },
  };
}
const item = (id: number): TickerItem => ({ id, atMs: id, label: '开门异常', tone: 'medium', text: '' });
const items = (from: number, to: number): TickerItem[] =>
  Array.from({ length: to - from + 1 }, (_, index) => item(from + index));

test('the newest stands first and the oldest falls off', () => {
  const frames = handFrames();
  const ring = createTickerRing(3, frames);
  ring.push(items(1, 2));
  frames.step();
  expect(ring.getSnapshot().items.map(({ id }) => id)).toEqual([2, 1]);
  ring.push(items(3, 5));
  frames.step();
  expect(ring.getSnapshot().items.map(({ id }) => id)).toEqual([5, 4, 3]);
});

test('five thousand alarms in one frame are announced once, all counted', () => {
  const frames = handFrames();
  const ring = createTickerRing(200, frames);
  let told = 0;
  ring.subscribe(() => {
    told += 1;
  });
  for (let id = 1; id <= 5000; id += 1) ring.push([item(id)]);
  frames.step();
  expect(told).toBe(1);
  expect(ring.getSnapshot()).toMatchObject({ total: 5000 });
  expect(ring.getSnapshot().items).toHaveLength(200);
  expect(ring.getSnapshot().items[0]?.id).toBe(5000);
});

test('more than the ring holds at once keeps the last ones', () => {
  const frames = handFrames();
  const ring = createTickerRing(2, frames);
  ring.push(items(1, 9));
  frames.step();
  expect(ring.getSnapshot()).toEqual({ items: [item(9), item(8)], total: 9 });
});

test('no one is notified after leaving, and a cleared ring is empty', () => {
  const frames = handFrames();
  const ring = createTickerRing(2, frames);
  let told = 0;
  const leave = ring.subscribe(() => {
    told += 1;
  });
  leave();
  ring.push([item(1)]);
  frames.step();
  expect(told).toBe(0);
  ring.clear();
  frames.step();
  expect(ring.getSnapshot()).toEqual({ items: [], total: 0 });
});
