import type { Socket } from 'node:net';
import type { Clock } from '../runtime/clock.ts';
import { bridgeUser } from './credentials.ts';
import { TokenBucket, type BucketLimit } from '../runtime/tokenBucket.ts';

type ControlKind = 'subscribe' | 'ping' | 'answer';
/** Limits on what a connection may send besides PUBLISH; beyond them it is closed. Undefined: no limit. */
interface ConnectionLimits {
  readonly control: Readonly<Record<ControlKind, BucketLimit | undefined>>;
  /** A SUBSCRIBE or UNSUBSCRIBE above this size has more filters than this user can need. */
  readonly mostSubscribeBytes: number;
  readonly mostSubscriptions: number;
  /** Messages being written to disk. */
  readonly mostUnsettled: number;
  /** With more than this being written, what follows is read only as they are acknowledged: reading a flood must not take others' time. */
  readonly mostReadAhead: number;
  /** Bytes read from the socket at a time: a chunk is always handled completely, so it must not be long. */
  readonly mostReadBytes: number;
  /** Bytes that may wait for a client that does not read. */
  readonly mostWaitingBytes: number;
}

const deviceLimits: ConnectionLimits = {
  control: {
    subscribe: { burst: 100, perSecond: 2 },
    ping: { burst: 30, perSecond: 2 },
    answer: { burst: 500, perSecond: 50 },
  },
  mostSubscribeBytes: 4_096,
  mostSubscriptions: 8,
  mostUnsettled: 100,
  mostReadAhead: 100,
  mostReadBytes: 8_192,
  mostWaitingBytes: 262_144,
};
/** The site's own key: it may name each of its lifts, and acknowledges thousands of messages. */
const bridgeLimits: ConnectionLimits = {
  control: { subscribe: { burst: 1_000, perSecond: 20 }, ping: { burst: 30, perSecond: 2 }, answer: undefined },
  mostSubscribeBytes: 65_536,
  mostSubscriptions: 5_000,
  mostUnsettled: 5_000,
  mostReadAhead: 500,
  mostReadBytes: 16_384,
  mostWaitingBytes: 8 * 1_024 * 1_024,
};

/** By MQTT 3.1.1 packet type; a PUBLISH is counted where its topic is known. */
const controlKinds: Readonly<Record<number, ControlKind>> = {
  4: 'answer',
  5: 'answer',
  6: 'answer',
  7: 'answer',
  8: 'subscribe',
  10: 'subscribe',
  12: 'ping',
};
/** Beyond this a connection is not read until its responses have been sent: they must not pile up. */
const mostUnreadAnswerBytes = 65_536;
/** The lead over its rate with calls for help from which a connection is read less often. */
const aheadUnnoticedMs = 1_000;

export interface DeviceConnectionParts {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly onSignedIn: () => void;
}

/** One MQTT connection: its user, its use of the budget, and whether it may be read further. */
export class DeviceConnection {
  /** As the client requested it; 0 means none. */
  keepAliveMs = 0;
  /** It has published where it may not: it is closed after the bytes that arrived with it. */
  isCondemned = false;
  readonly #parts: DeviceConnectionParts;
  #user: string | undefined;
  readonly #buckets = new Map<ControlKind, TokenBucket>();
  readonly #filters = new Set<string>();
  #unsettled = 0;
  #heldBackUntilMs = Number.NEGATIVE_INFINITY;
  /** The broker asked for bytes while too much was in progress. */
  #isThirsty = false;
  #awaitsDrain = false;
  #promptsDue = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: DeviceConnectionParts) {
    this.#parts = parts;
    parts.socket.once('close', () => this.#cancelTimer?.());
  }

  /** The device key or `bridge`, once signed in. */
  get user(): string | undefined {
    return this.#user;
  }

  /** It speaks for many lifts. */
  get isBridge(): boolean {
    return this.#user === bridgeUser;
  }

  signedInAs(user: string): void {
    this.#user = user;
    // From here on the user's own limits apply.
    this.#buckets.clear();
    this.#parts.onSignedIn();
  }

  get limits(): ConnectionLimits {
    return this.isBridge ? bridgeLimits : deviceLimits;
  }

  /** Is this packet within the connection's budget? Its size is in bytes. */
  admits(packetType: number, bytes: number): boolean {
    const kind = controlKinds[packetType];
    if (kind === undefined) return true;
    const { control, mostSubscribeBytes } = this.limits;
    const limit = control[kind];
    if (limit === undefined) return true;
    if (kind === 'subscribe' && bytes > mostSubscribeBytes) return false;
    const nowMs = this.#parts.clock.monotonicMs();
    const bucket = this.#buckets.get(kind) ?? new TokenBucket(limit, nowMs);
    this.#buckets.set(kind, bucket);
    return bucket.take(nowMs);
  }

  /** Counts a subscription that is about to be granted; false if the connection has too many. */
  subscribes(filter: string): boolean {
    if (!this.#filters.has(filter) && this.#filters.size >= this.limits.mostSubscriptions) return false;
    this.#filters.add(filter);
    return true;
  }

  unsubscribes(filter: string): void {
    this.#filters.delete(filter);
  }

  /**
   * May the connection be read now? If not, the broker is prompted to ask again when it may. This bounds memory during a flood: what is
   * not read waits in the socket, then at the sender.
   */
  mayRead(): boolean {
    const { socket, clock } = this.#parts;
    if (this.isCondemned) return false;
    if (this.#unsettled >= this.limits.mostUnsettled) {
      this.#isThirsty = true;
      return false;
    }
    if (socket.writableLength > mostUnreadAnswerBytes) {
      if (!this.#awaitsDrain) {
        socket.once('drain', () => {
          this.#awaitsDrain = false;
          this.#readOn();
        });
      }
      this.#awaitsDrain = true;
      return false;
    }
    const waitMs = this.#heldBackUntilMs - clock.monotonicMs();
    if (waitMs <= 0) return true;
    this.#cancelTimer ??= clock.after(waitMs, () => {
      this.#cancelTimer = undefined;
      this.#readOn();
    });
    return false;
  }

  /**
   * A call for help on this connection put its device this far ahead of its rate. Calls that have been read are
   * processed within a second; the connection is read again when the device is back within its rate, so none is lost
   * and none piles up here. The device's other connections continue: the flood and the real call may use different
   * ones.
   */
  holdBack(aheadMs: number): void {
    this.#heldBackUntilMs = this.#parts.clock.monotonicMs() + aheadMs - aheadUnnoticedMs;
  }

  /** Is more waiting for this connection than a client that reads would leave? */
  get hasStalled(): boolean {
    const { socket } = this.#parts;
    return !socket.destroyed && socket.writableLength > this.limits.mostWaitingBytes;
  }

  /** Closes it immediately, without sending what is waiting. */
  cut(): void {
    this.#parts.socket.destroy();
  }

  /**
   * Counts a message as in progress until its work ends; then resolves, whatever the outcome. What follows it is read meanwhile: a call
   * for help must not wait behind a lesser alarm that waits behind others.
   */
  async settle(work: Promise<unknown>): Promise<void> {
    this.#unsettled += 1;
    this.#goOnReading();
    await work.catch(() => undefined);
    this.#unsettled -= 1;
    if (!this.#isThirsty || this.#unsettled >= this.limits.mostUnsettled) return;
    this.#isThirsty = false;
    this.#readOn();
  }

  /**
   * aedes reads on when as many messages as a chunk had are acknowledged, or as often as it is prompted. It must not be prompted while it
   * still takes the chunk apart.
   */
  #goOnReading(): void {
    if (this.#unsettled > this.limits.mostReadAhead) return;
    this.#promptsDue += 1;
    if (this.#promptsDue > 1) return;
    setImmediate(() => {
      let due = this.#promptsDue;
      this.#promptsDue = 0;
      for (; due > 0; due -= 1) this.#readOn();
    });
  }

  /** Prompts the broker to read the connection again. */
  #readOn(): void {
    const { socket } = this.#parts;
    if (!socket.destroyed) socket.emit('readable');
  }
}
