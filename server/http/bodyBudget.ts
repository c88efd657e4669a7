import type { IncomingMessage } from 'node:http';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { Buckets, type Budget } from '../access/buckets.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';

/** Reading JSON holds up everybody, so each account pays for the bytes beyond what an ordinary call sends. */
const freeBytes = 16_384;
/** Two of the largest bodies at once, then 128 KiB a second. */
const ofAccount: Budget = { burst: 2 * 1_048_576, perHour: 3_600 * 131_072 };

export class BodyBudget {
  readonly #bytes: Buckets;

  constructor(clock: Clock, budget: Budget = ofAccount) {
    this.#bytes = new Buckets(budget, clock);
  }

  /**
   * Charges the account for the body that the headers announce; one of unknown length pays for `mostBytes`. Returns a function to call
   * when the exchange is over, which refunds what did not come. Throws HttpFailure 429 before a byte is read. Small bodies, such as a
   * call for help and the steps of a rescue, are free and never refused.
   */
  admit(userId: number, request: IncomingMessage, mostBytes: number): () => void {
    const announced = request.headers['content-length'];
    const isUnknown = announced === undefined && request.headers['transfer-encoding'] !== undefined;
    const cost = Math.max(0, (isUnknown ? mostBytes : Number(announced ?? 0)) - freeBytes);
    if (cost === 0 || Number.isNaN(cost)) return () => undefined;
    const key = String(userId);
    const waitMs = this.#bytes.waitMs(key, cost);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      throw new HttpFailure(429, `短时间内提交的内容过多，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], {
        'retry-after': String(seconds),
      });
    }
    this.#bytes.take(key, cost);
    if (!isUnknown) return () => undefined;
    const before = request.socket.bytesRead;
    return () => this.#bytes.giveBack(key, Math.max(0, cost - (request.socket.bytesRead - before)));
  }
}
