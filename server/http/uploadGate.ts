import { refusalCodes } from '../../src/contract/envelope.ts';
import { Buckets, type Budget } from '../access/buckets.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';

/** The most uploads that one sender may begin, and that may be under way at once. */
export interface UploadLimits {
  readonly tries: Budget;
  readonly mostAtOnce: number;
  readonly mostAtOnceOfSender: number;
}
/** A whole file is in memory while it comes in, so uploads may take this number times the greatest size. */
export const uploadsOfStrangers: UploadLimits = {
  tries: { burst: 20, perHour: 60 },
  mostAtOnce: 8,
  mostAtOnceOfSender: 3,
};
const ofUsers: UploadLimits = { tries: { burst: 30, perHour: 120 }, mostAtOnce: 20, mostAtOnceOfSender: 2 };

const tooMany = (message: string, seconds: number) =>
  new HttpFailure(429, message, refusalCodes.throttled, [], { 'retry-after': String(seconds) });

/** Lets uploads in before any of their bytes are read, so that unfinished ones cannot fill the memory. */
export class UploadGate {
  readonly #tries: Buckets;
  readonly #limits: UploadLimits;
  readonly #openOfSender = new Map<string | number, number>();
  #open = 0;

  constructor(clock: Clock, limits: UploadLimits = ofUsers) {
    this.#limits = limits;
    this.#tries = new Buckets(limits.tries, clock);
  }

  /**
   * `sender` names a user or a device. Returns a function to call once when the upload ends, however it ends. Throws HttpFailure
   * 429.
   */
  enter(sender: string | number): () => void {
    const { mostAtOnce, mostAtOnceOfSender } = this.#limits;
    const ofSender = this.#openOfSender.get(sender) ?? 0;
    if (ofSender >= mostAtOnceOfSender) throw tooMany('您有文件正在上传，请等其完成后再试', 5);
    if (this.#open >= mostAtOnce) throw tooMany('同时上传的人较多，请稍后再试', 5);
    if (!this.#tries.tryTake(String(sender))) throw tooMany('上传过于频繁，请稍后再试', 30);
    this.#open += 1;
    this.#openOfSender.set(sender, ofSender + 1);
    return () => {
      this.#open -= 1;
      const left = (this.#openOfSender.get(sender) ?? 1) - 1;
      if (left === 0) this.#openOfSender.delete(sender);
      else this.#openOfSender.set(sender, left);
    };
  }
}
