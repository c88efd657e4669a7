import { keepNewest } from '../../runtime/keepNewest.ts';

/** An answer is good for so many times as long as it took to read: one question takes a twentieth of a reading thread at most. */
const goodForTimes = 20;
/** Afterwards it is still given to who asks, and read again meanwhile, until it is this old. */
const oldestMs = 600_000;
/** A question that is read as quickly as this is read each time. */
const cheapMs = 60;
/** An answer of 200 rows with their months is some hundred kilobytes. */
const mostKept = 100;

interface Kept {
  readonly answer: Promise<unknown>;
  /** By the clock that no one sets; undefined while it is being read for the first time. */
  goodUntilMs?: number;
  /** The moment at which its reading began; until then, at which it was asked for. */
  ofMs: number;
  isReadAgain: boolean;
}

const ended = (reading: Promise<unknown>): Promise<void> =>
  reading.then(
    () => undefined,
    () => undefined,
  );

/**
 * Answers that take long to read, for some minutes: each says itself of when it is. A question that is asked while it is being answered is
 * answered once, and one is read at a time: lists and calls keep the other threads. Where reading is quick, as in a small city, nothing is kept.
 */
export class CostlyAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #nowMs: () => number;
  /** Ends with the reading under way. */
  #turn: Promise<void> = Promise.resolve();

  /** `nowMs`: a clock that no one sets. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** `question` stands for the whole question, with the scope of who asks, and for one type of answer. */
  async read<Answer>(question: string, read: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(question);
    const nowMs = this.#nowMs();
    if (known === undefined || (known.goodUntilMs !== undefined && nowMs > known.ofMs + oldestMs))
      return this.#readNow(question, read);
    if (known.goodUntilMs !== undefined && nowMs > known.goodUntilMs && !known.isReadAgain) {
      known.isReadAgain = true;
      // The next caller sees the trouble, if there is any.
      this.#readAgain(question, known, read).catch(() => this.#forget(question, known));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a question has answers of one type
    return known.answer as Promise<Answer>;
  }

  #readNow<Answer>(question: string, read: () => Promise<Answer>): Promise<Answer> {
    const begin = (): Promise<Answer> => {
      kept.ofMs = this.#nowMs();
      return read();
    };
    const answer = this.#turn.then(begin);
    const kept: Kept = { answer, ofMs: this.#nowMs(), isReadAgain: false };
    this.#turn = ended(answer);
    keepNewest(this.#kept, question, kept, mostKept);
    answer.then(
      () => this.#judge(question, kept),
      () => this.#forget(question, kept),
    );
    return answer;
  }

  async #readAgain<Answer>(question: string, known: Kept, read: () => Promise<Answer>): Promise<void> {
    let ofMs = 0;
    const reading = this.#turn.then(() => {
      ofMs = this.#nowMs();
      return read();
    });
    this.#turn = ended(reading);
    const answer = await reading;
    if (this.#kept.get(question) !== known) return;
    const kept: Kept = { answer: Promise.resolve(answer), ofMs, isReadAgain: false };
    keepNewest(this.#kept, question, kept, mostKept);
    this.#judge(question, kept);
  }

  #judge(question: string, kept: Kept): void {
    const tookMs = this.#nowMs() - kept.ofMs;
    if (tookMs <= cheapMs) this.#forget(question, kept);
    else kept.goodUntilMs = this.#nowMs() + goodForTimes * tookMs;
  }

  #forget(question: string, kept: Kept): void {
    if (this.#kept.get(question) === kept) this.#kept.delete(question);
  }
}
