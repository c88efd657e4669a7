import * as z from 'zod';
import { claimWays } from '../contract/labels.ts';
import type { RescueEvent } from '../contract/events/rescue.ts';
import { rescueResultSchema } from '../contract/events/rescueResult.ts';
import { actorSchema } from '../contract/events/storedEvent.ts';

const holderSchema = z.object({ id: actorSchema.shape.id, name: z.string() });

/** Facts for the next decision about an order; everything else is in the events. */
export const rescueContextSchema = z.object({
  raisedAtMs: z.number(),
  respondLimitMs: z.number(),
  arriveLimitMs: z.number(),
  lapseAfterMs: z.number(),
  /** The notice goes to level n this long after `ladderFromMs`; index 0 is level 1. */
  escalateAfterMs: z.array(z.number()),
  /** The call, or the last time a claim lapsed: the ladder starts over there. */
  ladderFromMs: z.number(),
  noticeLevel: z.number().int(),
  claimer: holderSchema.nullable(),
  claimVia: z.enum(claimWays).default('console'),
  /** The last sign of the claimer; a claim without one lapses. */
  progressAtMs: z.number().nullable(),
  /** The claim's time beyond `lapseAfterMs`, because its claimer asked for more. */
  extendedMs: z.number().default(0),
  extensionCount: z.number().int().default(0),
  /** The holder of the last lapsed claim, until someone accepts again. */
  lapsedClaim: holderSchema
    .extend({ cause: z.enum(['noProgress', 'claimerLeft']) })
    .nullable()
    .default(null),
  /** The last offer to hand the order over, until it is accepted or the claim ends; it was made, or ended, at `handOverAtMs`. */
  handOver: z
    .object({ to: holderSchema, answerWithinMs: z.number(), outcome: z.enum(['offered', 'declined', 'expired']) })
    .nullable()
    .default(null),
  handOverAtMs: z.number().nullable().default(null),
  /** The time at which help said that it would arrive. */
  expectedAtMs: z.number().nullable().default(null),
  /** The three-minute figure counts this accept and no later one. */
  firstAcceptedAtMs: z.number().nullable(),
  arrivedAtMs: z.number().nullable(),
  dispatchedCount: z.number().int(),
  joinedCount: z.number().int(),
  /** Called by the code in the car, and no sign of a device, no telephone and no other call says the same. */
  isOnlyScanned: z.boolean().default(false),
  /** Deadlines that were missed, permanently: finished late is finished and overdue. */
  breaches: z.array(z.enum(['respond', 'arrive'])),
  hidden: z.boolean(),
  /** The time at which the arrival was typed, where it was stated as earlier; null otherwise. */
  arrivalRecordedAtMs: z.number().nullable().default(null),
  /** The number of people registered as released; null where no one counted. */
  releasedNum: z.number().int().nullable().default(null),
  /** The result, as corrected since; null until completed. */
  result: rescueResultSchema.nullable().default(null),
  /** The person who closed it and may therefore correct it. */
  closedBy: z.object({ id: actorSchema.shape.id, name: z.string() }).nullable().default(null),
  correctedCount: z.number().int().default(0),
  /** People who confirmed by a key that they know of it, each once. */
  informed: z.array(z.object({ name: z.string(), organization: z.string() })).default([]),
});
export type RescueContext = z.infer<typeof rescueContextSchema>;

/** Guards judge state, actor and time; whether the data is valid is for the event's schema alone. */
export interface GuardArgs {
  readonly context: RescueContext;
  readonly event: RescueEvent;
}
