import { expect, test } from 'vitest';
import { batchLength } from './batchLength.ts';

const queue = (text: string) => Array.from(text, (letter) => ({ isAlone: letter === 'A' }));

test('a request that is to be alone neither joins others nor is joined', () => {
  expect([
    batchLength(queue('....'), 3),
    batchLength(queue('..A.'), 3),
    batchLength(queue('A...'), 3),
    batchLength(queue('AA'), 3),
    batchLength(queue('...A'), 3),
  ]).toEqual([3, 2, 1, 1, 3]);
});
