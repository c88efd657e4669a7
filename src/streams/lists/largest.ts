export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

/** The largest, and the rest as one, so that the parts add up to the whole. */
export function largest(values: readonly NamedValue[], count: number): readonly NamedValue[] {
  const sorted = values.toSorted((a, b) => b.value - a.value);
  if (sorted.length <= count) return sorted;
  const rest = sorted.slice(count - 1).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, count - 1), { name: '其他', value: rest }];
}
