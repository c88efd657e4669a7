import type { InlineProjection } from './eventStore.ts';

/** The projections that handle a type, in their given order, found once per type. */
export function projectionsByType(
  projections: readonly InlineProjection[],
): (type: string) => readonly InlineProjection[] {
  const byType = new Map<string, readonly InlineProjection[]>();
  return (type) => {
    const known = byType.get(type);
    if (known !== undefined) return known;
    const found = projections.filter(({ handles }) => handles === 'all' || handles.includes(type));
    byType.set(type, found);
    return found;
  };
}
