import type { Clock } from '../runtime/clock.ts';
import type { Delivery } from './delivery.ts';
import type { FloodLimits, NeverDropped } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';

/** No call for help waits longer here. A faster sender is read less often (DeviceConnection), so nothing piles up behind this. */
const longestSlowDownMs = 1_000;

export interface SenderBrakeParts {
  readonly clock: Clock;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
}

/** Slows down senders whose messages are too many and may not be dropped: the next one waits until its rate allows it. */
export class SenderBrake {
  readonly #parts: SenderBrakeParts;
  readonly #waiting = new Set<() => void>();
  #isClosing = false;

  constructor(parts: SenderBrakeParts) {
    this.#parts = parts;
  }

  /** From here on nothing waits: what has arrived is stored before the server stops. */
  close(): void {
    this.#isClosing = true;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** Only for senders with tokens of their own: a bridge speaks for many lifts and is never slowed down because of one. */
  async slowDown(kind: NeverDropped, { sender, canWait, onAhead }: Delivery): Promise<void> {
    const { floods, counters, clock } = this.#parts;
    if (!canWait) return;
    const aheadMs = floods.reserve(sender, kind, clock.monotonicMs());
    if (aheadMs <= 0 || this.#isClosing) return;
    onAhead?.(aheadMs);
    const delayMs = Math.min(aheadMs, longestSlowDownMs);
    counters.delayedUrgent += 1;
    await new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        this.#waiting.delete(go);
        resolve();
      };
      const cancel = clock.after(delayMs, go);
      this.#waiting.add(go);
    });
  }
}
