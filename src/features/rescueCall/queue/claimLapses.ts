import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';

/** Claims that were made by one key lapse within seconds of each other: they are shown together. */
const togetherMs = 60_000;

export interface NextLapses {
  /** Until the first of them lapses, in ms; not negative. */
  readonly inMs: number;
  /** The number of claims that lapse then or within a minute after it. */
  readonly count: number;
}

/** The claims of this user that lapse next unless help is sent; null if no claim of theirs waits for that. */
export function nextLapses(
  rows: readonly Pick<RescueOrderRow, 'claim' | 'accepted_by'>[],
  userId: number,
  nowMs: number,
): NextLapses | null {
  const lapses = rows.flatMap(({ claim, accepted_by: claimer }) =>
    claim === null || claimer?.id !== userId ? [] : [Date.parse(claim.lapses_at)],
  );
  if (lapses.length === 0) return null;
  const first = Math.min(...lapses);
  return { inMs: Math.max(0, first - nowMs), count: lapses.filter((at) => at <= first + togetherMs).length };
}

/** Returns the number of the user's claims that lapse together with this one, itself among them; 1 for any other call. */
export function lapsingWith(
  row: Pick<RescueOrderRow, 'claim'>,
  rows: readonly Pick<RescueOrderRow, 'claim' | 'accepted_by'>[],
  userId: number,
): number {
  if (row.claim === null) return 1;
  const at = Date.parse(row.claim.lapses_at);
  const near = rows.filter(
    ({ claim, accepted_by: claimer }) =>
      claim !== null && claimer?.id === userId && Math.abs(Date.parse(claim.lapses_at) - at) <= togetherMs,
  );
  return Math.max(1, near.length);
}
