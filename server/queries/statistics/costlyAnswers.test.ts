import { beforeEach, expect, test } from 'vitest';
import { CostlyAnswers } from './costlyAnswers.ts';

let nowMs = 0;
let readings = 0;
let answers: CostlyAnswers;
beforeEach(() => {
  [nowMs, readings] = [0, 0];
  answers = new CostlyAnswers(() => nowMs);
});
/** A reading that takes this long and returns the number of readings until then. */
const taking = (ms: number) => (): Promise<number> => {
  readings += 1;
  const answer = readings;
  return Promise.resolve().then(() => {
    nowMs += ms;
    return answer;
  });
};
const ask = (ms: number, question = 'q') => answers.read(question, taking(ms));

test('what is read quickly is read each time', async () => {
  expect([await ask(10), await ask(10)]).toEqual([1, 2]);
});

test('what took long is kept for twenty times as long, and by question', async () => {
  expect([await ask(500), await ask(500), await ask(500, 'other')]).toEqual([1, 1, 2]);
});

test('people who ask while it is being read share the reading', async () => {
  expect(await Promise.all([ask(10), ask(10)])).toEqual([1, 1]);
});

test('an older answer is given once more while it is read again, but not after ten minutes', async () => {
  await ask(500);
  nowMs += 11_000;
  expect(await ask(500)).toBe(1);
  await new Promise(setImmediate);
  expect(await ask(500)).toBe(2);
  nowMs += 601_000;
  expect(await ask(500)).toBe(3);
});

test('a reading that failed is not kept, and holds up no other', async () => {
  await expect(answers.read('q', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask(500)).toBe(1);
});
