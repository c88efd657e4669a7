import { refusalCodes } from '../../src/contract/envelope.ts';
import { Buckets } from '../access/buckets.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';

const perUser = { burst: 30, perHour: 120 } as const;
/** A file is whole in memory while it comes in, so this times its greatest size is what uploads may hold. */
const mostAtOnce = 20;
const mostAtOnceOfUser = 2;

const tooMany = (message: string, seconds: number) =>
  new HttpFailure(429, message, refusalCodes.throttled, [], { 'retry-after': String(seconds) });

/** Lets uploads in before any of their bytes are read, so that unfinished ones cannot fill the memory. */
export class UploadGate {
  readonly #tries: Buckets;
  readonly #openOfUser = new Map<number, number>();
  #open = 0;

  constructor(clock: Clock) {
    this.#tries = new Buckets(perUser, clock);
  }

  /** Returns what must be called once when the upload has ended, in whatever way. Throws HttpFailure 429. */
  enter(userId: number): () => void {
    const ofUser = this.#openOfUser.get(userId) ?? 0;
    if (ofUser >= mostAtOnceOfUser) throw tooMany('您有文件正在上传，请等其完成后再试', 5);
    if (this.#open >= mostAtOnce) throw tooMany('同时上传的人较多，请稍后再试', 5);
    if (!this.#tries.tryTake(String(userId))) throw tooMany('上传过于频繁，请稍后再试', 30);
    this.#open += 1;
    this.#openOfUser.set(userId, ofUser + 1);
    return () => {
      this.#open -= 1;
      const left = (this.#openOfUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#openOfUser.delete(userId);
      else this.#openOfUser.set(userId, left);
    };
  }
}
