import { expect, test } from 'vitest';
import { StatementNames } from './statementNames.ts';

const long = (what: string): string => `select ${what} ${'x'.repeat(600)}`;

test('a long query gets its name when it comes for the third time, and keeps it', () => {
  const names = new StatementNames();
  const given = [1, 2, 3, 4].map(() => names.nameOf(long('lifts')));
  expect(given.slice(0, 2)).toEqual([undefined, undefined]);
  expect(given[2]).toBeDefined();
  expect(given[3]).toBe(given[2]);
});

test('two queries have two names, also when one of them has lost its own', () => {
  const names = new StatementNames();
  const nameOf = (what: string) => [1, 2, 3].map(() => names.nameOf(long(what))).at(-1);
  const first = nameOf('lifts');
  names.refuse(long('lifts'));
  const second = nameOf('people');
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
  expect(nameOf('lifts')).toBeUndefined();
});

test('a short query has none, and no more than a hundred have one', () => {
  const names = new StatementNames();
  expect([1, 2, 3, 4].map(() => names.nameOf('select 1'))).toEqual([undefined, undefined, undefined, undefined]);
  const named = Array.from({ length: 150 }, (_, index) =>
    [1, 2, 3].map(() => names.nameOf(long(String(index)))).at(-1),
  );
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(100);
});
