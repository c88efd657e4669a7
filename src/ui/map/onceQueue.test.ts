import { expect, test } from 'vitest';
import { OnceQueue } from './onceQueue.ts';

function takeAll(queue: OnceQueue): number[] {
  const taken: number[] = [];
  for (let next = queue.take(); next >= 0; next = queue.take()) taken.push(next);
  return taken;
}

test('everything added is taken once, in the order in which it was first added, and nothing else is', () => {
  const queue = new OnceQueue(10);
  for (const number of [7, 3, 7, 0, 3, 9]) queue.add(number);
  expect(queue.size).toBe(4);
  expect(takeAll(queue)).toEqual([7, 3, 0, 9]);
  expect(queue.take()).toBe(-1);
});

test('what changes again after its turn waits for another turn', () => {
  const queue = new OnceQueue(4);
  queue.add(2);
  expect(queue.take()).toBe(2);
  queue.add(2);
  expect(takeAll(queue)).toEqual([2]);
});

test('none is skipped, however fast others are added again', () => {
  const queue = new OnceQueue(100);
  for (let number = 0; number < 100; number += 1) queue.add(number);
  const taken = new Set<number>();
  for (let turn = 0; turn < 100; turn += 1) {
    const next = queue.take();
    taken.add(next);
    for (let number = 0; number < 10; number += 1) queue.add(number);
    queue.add(next);
  }
  expect(taken.size).toBe(100);
});

test('a cleared queue is empty and takes anything again; a number beyond the limit never waits', () => {
  const queue = new OnceQueue(3);
  queue.add(1);
  queue.add(3);
  queue.clear();
  expect(takeAll(queue)).toEqual([]);
  queue.add(1);
  expect(takeAll(queue)).toEqual([1]);
  expect(takeAll(new OnceQueue(0))).toEqual([]);
});
