import * as z from 'zod';
import { nullableNumberColumn, numberColumn } from './columns.ts';

/**
 * A column of a hundred thousand numbers as it travels when neighbours are alike: `runs` has, in turn, a value and how often it repeats;
 * `list` has every value, if runs would be longer.
 */
export interface PackedColumn<Value extends number | null = number> {
  list?: Value[] | undefined;
  runs?: (Value | number)[] | undefined;
}

export const packedNumbersSchema = z.object({ list: numberColumn.optional(), runs: numberColumn.optional() });
export const packedNullableSchema = z.object({
  list: nullableNumberColumn.optional(),
  runs: nullableNumberColumn.optional(),
});

/** The shorter of both forms. */
export function packColumn<Value extends number | null>(values: readonly Value[]): PackedColumn<Value> {
  let changes = 0;
  for (let index = 1; index < values.length; index += 1) if (values[index] !== values[index - 1]) changes += 1;
  if (2 * (changes + 1) > values.length) return { list: [...values] };
  const runs: (Value | number)[] = [];
  let from = 0;
  for (let index = 1; index <= values.length; index += 1) {
    const value = values[from];
    if (value === undefined || (index < values.length && values[index] === value)) continue;
    runs.push(value, index - from);
    from = index;
  }
  return { runs };
}

/** Not a number where runs have null; may be the very list that came. Runs are filled in, not pushed one by one: a page waits for it. */
export function unpackColumn<Value extends number | null>({
  list,
  runs = [],
}: PackedColumn<Value>): ArrayLike<Value | number> {
  if (list !== undefined) return list;
  let length = 0;
  for (let run = 1; run < runs.length; run += 2) length += runs[run] ?? 0;
  const values = new Float64Array(length);
  let from = 0;
  for (let run = 0; run + 1 < runs.length; run += 2) {
    const to = from + (runs[run + 1] ?? 0);
    values.fill(runs[run] ?? Number.NaN, from, to);
    from = to;
  }
  return values;
}

/** Whole numbers that mostly rise by the same: as the first, and then the step to each next. */
export const packSteps = (values: readonly number[]): PackedColumn =>
  packColumn<number>(values.map((value, index) => value - (values[index - 1] ?? 0)));

/** `unit` divides each number. */
export function unpackSteps(packed: PackedColumn, unit = 1): Float64Array {
  const values = new Float64Array(unpackColumn(packed));
  let value = 0;
  for (let index = 0; index < values.length; index += 1) {
    value += values[index] ?? 0;
    values[index] = value / unit;
  }
  return values;
}
