import { TokenBucket } from '../runtime/tokenBucket.ts';

/**
 * The limits of one device's messages. Beyond them telemetry, low-priority events and unreadable messages are dropped (PUBACK, no receipt,
 * counted); a call for help is never dropped, its sender is slowed down instead. What may be a call and cannot be read has tokens of its own,
 * so that garbage, even the device's own, never delays a well-formed call. `refused` is for messages on topics where the device may not
 * publish, `signInAhead` for its new connections while it is ahead of its rate with calls: each would bring more of them.
 */
const limits = {
  telemetry: { burst: 20, perSecond: 4 },
  lowPriority: { burst: 60, perSecond: 1 },
  urgent: { burst: 100, perSecond: 20 },
  possibleHelp: { burst: 100, perSecond: 20 },
  status: { burst: 20, perSecond: 0.2 },
  code: { burst: 60, perSecond: 1 },
  reply: { burst: 100, perSecond: 5 },
  unreadable: { burst: 20, perSecond: 0.2 },
  refused: { burst: 10, perSecond: 0.2 },
  signInAhead: { burst: 3, perSecond: 0.5 },
} as const;
export type FloodKind = keyof typeof limits;
/** Never dropped: tokens are taken in advance. */
export type NeverDropped = 'urgent' | 'possibleHelp';

/** Senders that were quiet for this long start afresh: every bucket is full again by then. */
const forgottenAfterMs = 10 * 60_000;
const busyAfterDropMs = 60_000;

/** Keeps a bucket for each device and kind of message. Time is the caller's monotonic time, in ms. */
export class FloodLimits {
  readonly #buckets: Readonly<Record<FloodKind, Map<string, TokenBucket>>> = {
    telemetry: new Map(),
    lowPriority: new Map(),
    urgent: new Map(),
    possibleHelp: new Map(),
    status: new Map(),
    code: new Map(),
    reply: new Map(),
    unreadable: new Map(),
    refused: new Map(),
    signInAhead: new Map(),
  };
  readonly #lastDropsAtMs = new Map<string, number>();
  #sweptAtMs = 0;

  /** May this message pass? Counted per device, whatever connection it comes by. */
  allows(sender: string, kind: FloodKind, nowMs: number): boolean {
    const isAllowed = this.#bucket(sender, kind, nowMs).take(nowMs);
    if (!isAllowed) this.#lastDropsAtMs.set(sender, nowMs);
    return isAllowed;
  }

  /** Counts a message that is never dropped; returns by how much, in ms, its sender is ahead of its rate with it. */
  reserve(sender: string, kind: NeverDropped, nowMs: number): number {
    return this.#bucket(sender, kind, nowMs).reserve(nowMs);
  }

  /** Returns the time by which this sender is ahead of its rate with messages that are never dropped, in ms. */
  debtMs(sender: string, nowMs: number): number {
    const { urgent, possibleHelp } = this.#buckets;
    return Math.max(urgent.get(sender)?.debtMs(nowMs) ?? 0, possibleHelp.get(sender)?.debtMs(nowMs) ?? 0);
  }

  /** Has something of this device been dropped lately? Then it is busy. */
  isBusy(sender: string, nowMs: number): boolean {
    const lastDropAtMs = this.#lastDropsAtMs.get(sender);
    return lastDropAtMs !== undefined && nowMs - lastDropAtMs < busyAfterDropMs;
  }

  #bucket(sender: string, kind: FloodKind, nowMs: number): TokenBucket {
    this.#forgetQuiet(nowMs);
    const known = this.#buckets[kind].get(sender);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(limits[kind], nowMs);
    this.#buckets[kind].set(sender, bucket);
    return bucket;
  }

  #forgetQuiet(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < forgottenAfterMs) return;
    this.#sweptAtMs = nowMs;
    for (const buckets of Object.values(this.#buckets)) {
      for (const [sender, { usedAtMs }] of buckets) if (nowMs - usedAtMs >= forgottenAfterMs) buckets.delete(sender);
    }
    for (const [sender, atMs] of this.#lastDropsAtMs)
      if (nowMs - atMs >= busyAfterDropMs) this.#lastDropsAtMs.delete(sender);
  }
}
