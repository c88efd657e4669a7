function positionOf(row: unknown): number | undefined {
  return typeof row === 'object' && row !== null && 'position' in row && typeof row.position === 'number'
    ? row.position
    : undefined;
}

/**
 * Returns the one of two versions of a row that has seen more of the log; the later response if both have seen as much, or carry no position.
 */
export function newerRow<Row>(known: Row | undefined, answered: Row): Row {
  const [seen, now] = [positionOf(known), positionOf(answered)];
  return known !== undefined && seen !== undefined && now !== undefined && seen > now ? known : answered;
}
