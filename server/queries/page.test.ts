import { assert, integer, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { fromNearestEnd } from './page.ts';

test('a page read from the nearer end holds the same rows, in the order asked for', () => {
  assert(
    property(nat(300), integer({ min: 1, max: 80 }), integer({ min: 1, max: 40 }), (total, page, size) => {
      const rows = Array.from({ length: total }, (_, row) => row);
      const { isReversed, limit, offset } = fromNearestEnd({ page, page_size: size, order: 'asc' }, total);
      const read = (isReversed ? rows.toReversed() : rows).slice(offset, offset + limit);
      expect(isReversed ? read.toReversed() : read).toEqual(rows.slice((page - 1) * size, page * size));
      expect(offset).toBeLessThanOrEqual(Math.max(total / 2, 0));
    }),
  );
});
