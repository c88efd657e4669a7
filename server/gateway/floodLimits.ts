import { TokenBucket } from './tokenBucket.ts';

/**
 * What one device may send. Beyond it telemetry, low-priority events and unreadable messages are dropped (acknowledged and counted);
 * a call for help is never dropped, its sender is slowed down instead.
 */
const limits = {
  telemetry: { burst: 20, perSecond: 4 },
  lowPriority: { burst: 60, perSecond: 1 },
  urgent: { burst: 100, perSecond: 20 },
  status: { burst: 20, perSecond: 0.2 },
  reply: { burst: 100, perSecond: 5 },
  unreadable: { burst: 20, perSecond: 0.2 },
} as const;
export type FloodKind = keyof typeof limits;

/** Senders that were quiet for this long start afresh. */
const forgottenAfterMs = 10 * 60_000;

interface Sender {
  readonly buckets: Map<FloodKind, TokenBucket>;
  lastAtMs: number;
  lastDropAtMs: number;
}

/** Keeps a bucket for each device and kind of message. */
export class FloodLimits {
  readonly #senders = new Map<string, Sender>();
  #sweptAtMs = 0;

  /** May this message pass? Counted per device, whatever connection it comes by. */
  allows(sender: string, kind: FloodKind, nowMs: number): boolean {
    const known = this.#sender(sender, nowMs);
    const allowed = this.#bucket(known, kind, nowMs).take(nowMs);
    if (!allowed) known.lastDropAtMs = nowMs;
    return allowed;
  }

  /** How long a call for help of this sender must wait; it is never dropped. */
  urgentDelayMs(sender: string, nowMs: number): number {
    return this.#bucket(this.#sender(sender, nowMs), 'urgent', nowMs).reserve(nowMs);
  }

  /** Has something of this device been dropped lately? Then it is busy. */
  isBusy(sender: string, nowMs: number): boolean {
    const known = this.#senders.get(sender);
    return known !== undefined && nowMs - known.lastDropAtMs < 60_000;
  }

  #sender(name: string, nowMs: number): Sender {
    this.#forgetQuiet(nowMs);
    const known = this.#senders.get(name);
    if (known !== undefined) {
      known.lastAtMs = nowMs;
      return known;
    }
    const sender: Sender = { buckets: new Map(), lastAtMs: nowMs, lastDropAtMs: Number.NEGATIVE_INFINITY };
    this.#senders.set(name, sender);
    return sender;
  }

  #bucket(sender: Sender, kind: FloodKind, nowMs: number): TokenBucket {
    const known = sender.buckets.get(kind);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(limits[kind], nowMs);
    sender.buckets.set(kind, bucket);
    return bucket;
  }

  #forgetQuiet(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < forgottenAfterMs) return;
    this.#sweptAtMs = nowMs;
    for (const [name, { lastAtMs }] of this.#senders) if (nowMs - lastAtMs >= forgottenAfterMs) this.#senders.delete(name);
  }
}
