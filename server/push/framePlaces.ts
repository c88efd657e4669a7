import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../runtime/clock.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const positionBytes = 8;
const tagBytes = 16;

/**
 * A place in the log as clients carry it: sealed, and different each time, because the log counts the whole city's events. Any process
 * with the site's key opens it, before and after a restart; of a log that was restored from a backup (another epoch) none does.
 */
export class SealedPlaces {
  /** The epoch of this process: the positions of another one's frames say nothing about those of ours. */
  readonly epoch: string;
  readonly #key: Uint8Array;
  readonly #logEpoch: Buffer;

  constructor(siteKey: Uint8Array, logEpoch: string) {
    this.epoch = randomBytes(12).toString('hex');
    this.#key = new Uint8Array(hkdfSync('sha256', siteKey, '', 'place in the log', 32));
    this.#logEpoch = Buffer.from(logEpoch);
  }

  seal(position: number): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv);
    cipher.setAAD(this.#logEpoch);
    const plain = Buffer.alloc(positionBytes);
    plain.writeBigUInt64BE(BigInt(position));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Undefined for what was not sealed with this key for this log. */
  open(sealed: string): number | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length !== ivBytes + positionBytes + tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes));
    decipher.setAAD(this.#logEpoch);
    decipher.setAuthTag(bytes.subarray(ivBytes + positionBytes));
    try {
      const plain = decipher.update(bytes.subarray(ivBytes, ivBytes + positionBytes));
      decipher.final();
      return Number(plain.readBigUInt64BE());
    } catch {
      return undefined;
    }
  }
}

/** Sixteen digits for centuries, so that a frame's position can be replaced where it stands. */
const firstPosition = 1_000_000_000_000_000;
const positionsPerMs = 1_000;
/** The most that a client's own count may run ahead of the time. */
const mostAhead = 1_000 * positionsPerMs;

/**
 * The positions of what one client, or one group of clients with the same rights, gets: they grow with the time and with its own frames, so
 * they tell the order and nothing about frames that others get.
 */
export class FrameOrder {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #last = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get last(): number {
    return this.#last;
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, this.#now());
    return this.#last;
  }

  /** Continues after this position, which another order of this process gave. A made-up one has no effect on others. */
  continueAfter(position: number): void {
    this.#last = Math.max(this.#last, Math.min(position, this.#now() + mostAhead));
  }

  #now(): number {
    return firstPosition + Math.floor(this.#clock.monotonicMs()) * positionsPerMs;
  }
}

/** Stands in a frame until it is known at which position of whose order the frame goes out. */
export const positionToCome = firstPosition;
