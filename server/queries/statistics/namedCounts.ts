import type { ExceptionAnswer } from '../../../src/contract/endpoints/statistics.ts';

const notRecorded = '未登记';

/** Adds up the counts of facts that share a key. */
export function countsBy<Fact extends { readonly num: number }, Key>(
  facts: readonly Fact[],
  keyOf: (fact: Fact) => Key,
): ReadonlyMap<Key, number> {
  const nums = new Map<Key, number>();
  for (const fact of facts) nums.set(keyOf(fact), (nums.get(keyOf(fact)) ?? 0) + fact.num);
  return nums;
}

/** Returns counts by key with their labels, the most frequent first; the empty key is what nobody recorded. */
export function namedOf(
  nums: ReadonlyMap<string, number>,
  labelOf: (key: string) => string | undefined,
): ExceptionAnswer['rows'][number]['figures']['causes'] {
  return [...nums]
    .map(([key, num]) => ({ key, label: key === '' ? notRecorded : labelOf(key) || key, num }))
    .toSorted((a, b) => b.num - a.num || (a.key < b.key ? -1 : 1));
}
