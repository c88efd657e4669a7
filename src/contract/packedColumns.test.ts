import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packColumn, packedNullableSchema, packSteps, unpackColumn, unpackSteps } from './packedColumns.ts';

const alike = fc.array(fc.tuple(fc.option(fc.integer({ min: -3, max: 3 })), fc.integer({ min: 1, max: 9 })), {
  maxLength: 30,
});

it('a column comes back as it was, whether its neighbours are alike or not', () => {
  fc.assert(
    fc.property(alike, (runs) => {
      const values = runs.flatMap(([value, times]) => Array.from({ length: times }, () => value));
      const packed = packedNullableSchema.parse(JSON.parse(JSON.stringify(packColumn(values))));
      expect(Array.from(unpackColumn(packed), (value) => (Number.isNaN(value) ? null : value))).toEqual(values);
      expect((packed.list ?? packed.runs ?? []).length).toBeLessThanOrEqual(values.length);
    }),
  );
});

it('whole numbers come back from their steps, large ones too', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger()), (any) => {
      const values = any.map((value) => Math.trunc(value / 2) + 0);
      expect([...unpackSteps(packSteps(values))]).toEqual(values);
      expect(Array.from(unpackColumn(packColumn<number>(values)))).toEqual(values);
    }),
  );
});

it('ids in order travel as two runs', () => {
  expect(packSteps([7, 8, 9, 10, 11])).toEqual({ runs: [7, 1, 1, 4] });
});
