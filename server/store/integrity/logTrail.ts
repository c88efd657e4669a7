import * as z from 'zod';

const keptWithinMs = 3_600_000;
/** Points younger than this are all kept; of older ones, one for each minute. */
const closeWithinMs = 60_000;
const mostLifts = 100;

export const trailPointSchema = z.object({
  position: z.number().int().nonnegative(),
  hash: z.string(),
  /** The time at which the log was last seen to end here, epoch ms. */
  atMs: z.number().int(),
  /** Lifts of the events since the point before, at most a hundred. */
  lifts: z.array(z.number().int()),
});

/** The end of the log at some moment. */
export type TrailPoint = z.infer<typeof trailPointSchema>;

/** The lifts of both, without repeats and bounded. */
export const togetherLifts = (...lists: readonly (readonly number[])[]): number[] =>
  [...new Set(lists.flat())].slice(0, mostLifts);

/**
 * The points of the last hour before `point`, with it, oldest first. A log that was cut off is recognised by the newest of them that it
 * still has. The lifts of a point that is left out go to the next one.
 */
export function addToTrail(trail: readonly TrailPoint[], point: TrailPoint): readonly TrailPoint[] {
  const recent = trail.filter(({ atMs, position }) => point.atMs - atMs <= keptWithinMs && position < point.position);
  return [...recent, point].reduce<TrailPoint[]>((kept, next) => {
    const before = kept.at(-1);
    const isClose = point.atMs - next.atMs <= closeWithinMs;
    if (before === undefined || isClose || !isSameMinute(before, next)) return [...kept, next];
    return [...kept.slice(0, -1), { ...next, lifts: togetherLifts(before.lifts, next.lifts) }];
  }, []);
}

const isSameMinute = (one: TrailPoint, other: TrailPoint): boolean =>
  Math.floor(one.atMs / closeWithinMs) === Math.floor(other.atMs / closeWithinMs);
