import type { ExceptionAnswer } from '../../../src/contract/endpoints/statistics.ts';

const notRecorded = '未登记';

/** Returns counts by key with their labels, the most frequent first; the empty key is what nobody recorded. */
export function namedOf(
  nums: ReadonlyMap<string, number>,
  labelOf: (key: string) => string | undefined,
): ExceptionAnswer['rows'][number]['figures']['causes'] {
  return [...nums]
    .map(([key, num]) => ({ key, label: key === '' ? notRecorded : labelOf(key) || key, num }))
    .toSorted((a, b) => b.num - a.num || (a.key < b.key ? -1 : 1));
}
