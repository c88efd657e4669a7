import { expect, test } from 'vitest';
import { deviationSchema } from './recordParts.ts';
import { standardItems } from './standardItems.ts';

test('every item of the standard may be found abnormal', () => {
  const refused = standardItems.filter(
    ([code, name]) => !deviationSchema.safeParse({ code, name, answer: 'abnormal', note: '异响' }).success,
  );
  expect(refused).toEqual([]);
});
