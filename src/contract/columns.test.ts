import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { nullableNumberColumn, numberColumn, textColumn } from './columns.ts';

describe('a column as it travels', () => {
  it.each([
    [
      'numbers',
      numberColumn,
      [1, -2.5],
      [[1, '2'], [1, null], [Number.NaN], [Number.POSITIVE_INFINITY], { 0: 1, length: 1 }, 'abc', null, undefined],
    ],
    ['numbers or nothing', nullableNumberColumn, [1, null], [[undefined], ['1'], [Number.NaN]]],
    ['texts', textColumn, ['L-1', ''], [[1], [null], 'L-1']],
  ])('of %s takes nothing else', (_name, column, good, bad) => {
    expect(column.parse(good)).toEqual(good);
    expect(column.parse([])).toEqual([]);
    for (const list of bad) expect(column.safeParse(list).success).toBe(false);
  });

  it('is described to readers like any list of its kind', () => {
    const described = z.toJSONSchema(z.object({ id: numberColumn, speed: nullableNumberColumn, tag: textColumn }), {
      io: 'input',
      unrepresentable: 'any',
    });
    const plain = z.toJSONSchema(
      z.object({ id: z.array(z.number()), speed: z.array(z.number().nullable()), tag: z.array(z.string()) }),
      { io: 'input' },
    );
    expect(described).toEqual(plain);
  });
});
