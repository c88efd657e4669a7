import { every, type Clock } from '../runtime/clock.ts';

/** The lowest speed of a body, and the most unfinished ones of an address. */
export interface BodyLimits {
  /** In this time nothing need come. */
  readonly graceMs: number;
  /** From then on, at least so much on average since the headers. */
  readonly bytesPerSecond: number;
  readonly mostOfAddress: number;
}

/**
 * A call's small body has five seconds; a file of 5 MB may take eleven minutes over a slow line, as long as it moves. As many cameras as may
 * send at once can stand behind one address.
 */
export const defaultBodyLimits: BodyLimits = { graceMs: 5_000, bytesPerSecond: 8_192, mostOfAddress: 128 };

/** A body on its way. */
export interface OpenBody {
  readonly address: string;
  /** Bytes of it so far. */
  readonly received: () => number;
  readonly isComplete: () => boolean;
  /** Ends its connection. */
  readonly refuse: () => void;
}

const tickMs = 1_000;
/** A pause of this process is not the senders' delay. */
const longestTickMs = 1_500;

/**
 * Ends bodies that come more slowly than anyone's line, so that nobody keeps connections open by dripping. Where an address has too many
 * unfinished ones, the oldest goes: a sender of a whole body behind the same address is never refused for the others.
 */
export class SlowBodies {
  readonly #clock: Clock;
  readonly #limits: BodyLimits;
  /** With their age, ms, oldest first. */
  readonly #open = new Map<OpenBody, number>();
  readonly #stop: () => void;
  #tickedAtMs: number;

  constructor(clock: Clock, limits: BodyLimits = defaultBodyLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#tickedAtMs = clock.monotonicMs();
    this.#stop = every(clock, Math.min(tickMs, limits.graceMs), () => this.#tick());
  }

  /** From its headers on. Returns a function to call when the exchange is over. */
  watch(body: OpenBody): () => void {
    this.#open.set(body, 0);
    const ofAddress = [...this.#open.keys()].filter(({ address }) => address === body.address);
    if (ofAddress.length > this.#limits.mostOfAddress) this.#makeRoom(ofAddress);
    return () => this.#open.delete(body);
  }

  close(): void {
    this.#stop();
    this.#open.clear();
  }

  #makeRoom(ofAddress: readonly OpenBody[]): void {
    const unfinished = ofAddress.filter((body) => {
      if (body.isComplete()) this.#open.delete(body);
      return !body.isComplete();
    });
    for (const oldest of unfinished.slice(0, Math.max(0, unfinished.length - this.#limits.mostOfAddress)))
      this.#refuse(oldest);
  }

  #tick(): void {
    const nowMs = this.#clock.monotonicMs();
    const passedMs = Math.min(nowMs - this.#tickedAtMs, longestTickMs);
    this.#tickedAtMs = nowMs;
    for (const [body, ageMs] of this.#open) {
      if (body.isComplete()) {
        this.#open.delete(body);
        continue;
      }
      this.#open.set(body, ageMs + passedMs);
      const lateMs = ageMs + passedMs - this.#limits.graceMs;
      if (lateMs > 0 && body.received() < (lateMs * this.#limits.bytesPerSecond) / 1_000) this.#refuse(body);
    }
  }

  #refuse(body: OpenBody): void {
    this.#open.delete(body);
    body.refuse();
  }
}
