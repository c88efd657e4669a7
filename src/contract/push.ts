import * as z from 'zod';
import { claimWays } from './labels.ts';
import { actorSchema } from './events/storedEvent.ts';
import { plainText } from './text.ts';

/** First frame of a client: who it is, and for our own clients where it stopped (`last: null` on the first visit). */
export const helloFrameSchema = z.object({
  text: plainText(200),
  last: z
    .object({ epoch: plainText(64), position: z.number().int().min(0), resume: plainText(100).optional() })
    .nullish(),
  /** With `last`: it reads `stream.changed`. Without it, records move on by a kind for each sort (`olderPush.ts`). */
  streams: z.literal(true).optional(),
});
export type HelloFrame = z.infer<typeof helloFrameSchema>;

/** The only frame accepted after the first: whether this console can make sound. */
export const consoleFrameSchema = z.object({ console: z.enum(['armed', 'blocked']) });
export type ConsoleFrame = z.infer<typeof consoleFrameSchema>;
/** Console frames accepted per second; a socket that sends more is closed. */
export const mostConsoleFramesPerSecond = 10;

/** The event itself, for a client that has the row it belongs to: its `version`-th event moves the row's machine on. */
export const pushedFactSchema = z.object({
  version: z.number().int().positive(),
  type: z.string(),
  data: z.unknown(),
  actor: actorSchema,
  atMs: z.number().int(),
  receivedAtMs: z.number().int(),
});
export type PushedFact = z.infer<typeof pushedFactSchema>;
const fact = pushedFactSchema.optional();

/** An event as clients learn of it whose rows they do not move on themselves; `data` is what its lifecycle tells (`streamChange.ts`). */
const toldFactSchema = z.object({ version: z.number().int().positive(), type: z.string(), data: z.unknown() });

/** The former holder of a lapsed claim, and the cause: no progress in time, or the holder left. */
const lapsedClaimSchema = z.object({
  userId: z.number(),
  userName: z.string(),
  cause: z.enum(['noProgress', 'claimerLeft']),
});
export type LapsedClaim = z.infer<typeof lapsedClaimSchema>;

/** The facts that our own client gets beyond the specification's text; each is a summary of a committed event. */
export const pushEventSchema = z.discriminatedUnion('kind', [
  /** A call is open and unanswered: ring. Sent again every 10 s without a new position. */
  z.object({
    kind: z.literal('rescue.ringing'),
    orderId: z.number(),
    elevatorId: z.number(),
    priority: z.literal(1),
    tag: z.string(),
    addr: z.string(),
    sosTel: z.string(),
    communityName: z.string(),
    fullArea: z.string(),
    trigger: z.string(),
    /** Called by the code in the car alone: it queues below the others. */
    onlyScanned: z.boolean().optional(),
    raisedAtMs: z.number(),
    noticeLevel: z.number(),
    reminder: z.boolean(),
    /** Someone had it and the claim lapsed: no new call. */
    lapsed: lapsedClaimSchema.optional(),
    /** From the call to the answer, and to the arrival of help. */
    limits: z.object({ respondMs: z.number(), arriveMs: z.number() }).optional(),
    fact,
  }),
  /** Somebody has it: every other dialog says who and closes. */
  z.object({
    kind: z.literal('rescue.claimed'),
    orderId: z.number(),
    elevatorId: z.number(),
    byUserId: z.number(),
    byUserName: z.string(),
    /** Left out by earlier versions, which knew no other way than at a console. */
    via: z.enum(claimWays).optional(),
    fact,
  }),
  z.object({
    kind: z.literal('rescue.over'),
    orderId: z.number(),
    elevatorId: z.number(),
    how: z.enum(['completed', 'falseCall']),
    fact,
  }),
  z.object({
    kind: z.literal('alarm.raised'),
    alarmId: z.number(),
    elevatorId: z.number(),
    alarmKind: z.string(),
    title: z.string(),
    tag: z.string(),
    addr: z.string(),
    priority: z.number(),
    raisedAtMs: z.number(),
    /** A rule has it ring, whatever its priority. */
    rung: z.literal(true).optional(),
  }),
  /** A record of some lifecycle moved on: lists, details and timelines refresh. A client ignores lifecycles that it does not know. */
  z.object({
    kind: z.literal('stream.changed'),
    /** The prefix of the stream's name, which says which lifecycle it is. */
    stream: z.string(),
    /** The rest of the stream's name; a number, except for a device's key. */
    id: z.union([z.number().int(), z.string()]),
    elevator_id: z.number().int().nullable(),
    fact: z.union([pushedFactSchema, toldFactSchema]),
  }),
  z.object({ kind: z.literal('notice.raised'), noticeId: z.number(), title: z.string() }),
  /** The synthetic call: an armed console answers it without a person and shows nothing. */
  z.object({ kind: z.literal('probe.sent'), probeId: z.string() }),
]);
export type PushEvent = z.infer<typeof pushEventSchema>;

/** Frames to a client. A spec-only client reads `text` alone and gets only frames that have one. */
export const serverFrameSchema = z.object({
  text: z.string().optional(),
  epoch: z.string().optional(),
  /** Grows within an epoch and tells nothing but the order: it counts neither the city's events nor anybody else's frames. */
  position: z.number().int().optional(),
  /** Comes with a position: what the client sends back in `last` to get what it missed. */
  resume: z.string().optional(),
  event: pushEventSchema.optional(),
  /** Every 5 s, to clients that opted in by `last`: a position and the server's time. */
  heartbeat: z.object({ position: z.number().int(), serverTimeMs: z.number().int() }).optional(),
  /**
   * `changed`: what the user may do or see is another than when this socket was opened, and the server closes it. `menu`: the menu may
   * read differently. Only the server decides what is allowed; the page asks again who it is.
   */
  access: z.enum(['changed', 'menu']).optional(),
  /** Follows a successful first frame. `fresh`: the replay could not be continued, so take a new snapshot. */
  welcome: z.object({ fresh: z.boolean(), serverTimeMs: z.number().int() }).optional(),
});
export type ServerFrame = z.infer<typeof serverFrameSchema>;

export const newRescueOrderText = (elevatorId: number): string => `new_rescue_order:${elevatorId}`;
/** The title is text from a rule: the id stands after the last comma. */
export const alarmText = (title: string, elevatorId: number): string => `alarm:${title},${elevatorId}`;

/** `<user id>@<characters 8 to 24 of the token's MD5>`. */
export const helloText = (userId: number, tokenMd5Hex: string): string => `${userId}@${tokenMd5Hex.slice(8, 24)}`;

export const heartbeatPeriodMs = 5_000;
export const heartbeatDeadAfterMs = 12_000;
/** The server repeats an unanswered call this often. */
export const reminderPeriodMs = 10_000;
/** The most sockets that one user may have open; one more closes the oldest. */
export const mostSocketsOfUser = 10;
/**
 * Close codes of /ws beyond 1000. `refused` says that trying again as the same user is useless; after `tooManySockets` a retry would only
 * close another of the user's pages, so it is left to a person.
 */
export const closeCodes = {
  badFrame: 4400,
  refused: 4401,
  tooSlow: 4408,
  tooManySockets: 4409,
  tooManyTries: 4429,
} as const;
