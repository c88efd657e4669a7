import { expect, test } from 'vitest';
import { sortOpenRescues } from '../../streams/sortOpenRescues.ts';

const row = (id: number, stage: 'pending' | 'accepted' | 'completed', breach: 'arrive' | null, minute: number) => ({ id, stage, breach, created_at: `2026-11-21T08:${String(minute).padStart(2, '0')}:00+08:00` });

test('unclaimed calls come first, then missed limits, the longest wait first; closed ones are gone', () => {
  const rows = [row(1, 'accepted', null, 1), row(2, 'pending', null, 9), row(3, 'accepted', 'arrive', 5), row(4, 'completed', null, 0), row(5, 'pending', null, 3)];
  expect(sortOpenRescues(rows).map(({ id }) => id)).toEqual([5, 2, 3, 1]);
});
