import { expect, test } from 'vitest';
import { FairQueue } from './fairQueue.ts';

function drain(
  queue: FairQueue<number | undefined, string>,
  mayHaveTurn: (user: number | undefined) => boolean = () => true,
): string[] {
  const order: string[] = [];
  for (let turn = queue.next(mayHaveTurn); turn !== undefined; turn = queue.next(mayHaveTurn)) order.push(turn.item);
  return order;
}

test('one user with many requests does not hold up the others', () => {
  const queue = new FairQueue<number | undefined, string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(1, item);
  queue.add(2, 'b1');
  queue.add(undefined, 'server1');
  queue.add(2, 'b2');
  expect(queue.lengthOf(1)).toBe(4);
  expect(drain(queue)).toEqual(['a1', 'b1', 'server1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.lengthOf(1)).toBe(0);
});

test('a user who may not have a turn now keeps the place in the queue', () => {
  const queue = new FairQueue<number | undefined, string>();
  queue.add(1, 'a1');
  queue.add(2, 'b1');
  queue.add(3, 'c1');
  expect(queue.next((user) => user !== 1)?.item).toBe('b1');
  expect(drain(queue)).toEqual(['a1', 'c1']);
});

test('a cleared item does not come again', () => {
  const queue = new FairQueue<number | undefined, string>();
  queue.add(1, 'a1');
  queue.add(2, 'b1');
  queue.add(1, 'a2');
  expect(queue.clear()).toEqual(['a1', 'a2', 'b1']);
  expect(drain(queue)).toEqual([]);
});
