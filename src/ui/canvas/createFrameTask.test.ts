import { expect, test } from 'vitest';
import { createFrameTask, type FrameClock } from './createFrameTask.ts';

function handFrames(): FrameClock & { step: () => void; waiting: () => number } {
  const queue = new Map<number, (atMs: number) => void>();
  let next = 1;
  return {
    request: (run) => {
      queue.set(next, run);
      return next++;
    },
    cancel: (id) => void queue.delete(id),
    step: () => {
      const runs = [...queue.values()];
      queue.clear();
      for (const run of runs) run(0);
    },
    waiting: () => queue.size,
  };
}

test('work asked for many times in one frame is done once', () => {
  const frames = handFrames();
  let runs = 0;
  const task = createFrameTask(() => {
    runs += 1;
    return false;
  }, frames);
  for (let asked = 0; asked < 50; asked += 1) task.schedule();
  frames.step();
  expect(runs).toBe(1);
  expect(frames.waiting()).toBe(0);
});

test('unfinished work continues in the next frame, and stops when cancelled', () => {
  const frames = handFrames();
  let left = 3;
  const task = createFrameTask(() => (left -= 1) > 0, frames);
  task.schedule();
  frames.step();
  frames.step();
  expect(left).toBe(1);
  task.cancel();
  frames.step();
  expect(left).toBe(1);
});
