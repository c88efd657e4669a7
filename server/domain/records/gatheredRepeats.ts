import type { Clock } from '../../runtime/clock.ts';

/** The length of a period: a repeated alarm gets one event in it. */
const gatheringPeriodMs = 60_000;
/** A device sends an event again until it sees the receipt: this many ids are remembered for this period and for the one before. */
const mostIds = 1_500;

/** A device's message that only repeats its alarm. */
export interface Repeat {
  readonly deviceKey: string;
  readonly deviceEventId: string;
  readonly messageId: string;
  readonly atMs: number;
  readonly late: boolean;
}

/** The sender, and the time by its own clock. */
type Said = Pick<Repeat, 'deviceKey' | 'atMs'>;

interface Period {
  readonly alarmId: number;
  /** Gathered and not written yet. */
  count: number;
  last: Repeat | undefined;
  /** The latest report that the alarm still holds. */
  lastSaid: Said;
  ids: Set<string>;
  earlierIds: ReadonlySet<string>;
  cancel: () => void;
}

export interface GatheredRepeatsParts {
  readonly clock: Clock;
  /** Writes `times` repeats as one event; `last` is the last of them. Called by `onPeriodOver` and `flush` only. */
  readonly write: (alarmId: number, last: Repeat, times: number) => Promise<void>;
  /** The period of this lift and kind is over: `flush` it in its turn, then `renew` it. */
  readonly onPeriodOver: (key: string) => void;
}

/**
 * Counts the repeats of open alarms, by lift and kind: the first is written immediately and starts a period of a
 * minute; those within it are counted, and written as one event at its end, which starts the next. The count is in
 * memory only (docs/decisions/0014).
 */
export class GatheredRepeats {
  readonly #parts: GatheredRepeatsParts;
  readonly #periods = new Map<string, Period>();

  constructor(parts: GatheredRepeatsParts) {
    this.#parts = parts;
  }

  /** Lifts and kinds that are gathering. */
  get keys(): readonly string[] {
    return [...this.#periods.keys()];
  }

  /** The first repeat has been written. */
  begin(key: string, alarmId: number, said: Said): void {
    const period = this.#periods.get(key);
    if (period !== undefined && this.#isOf(key, alarmId)) period.lastSaid = said;
    else
      this.#periods.set(key, {
        alarmId,
        count: 0,
        last: undefined,
        lastSaid: said,
        ids: new Set(),
        earlierIds: new Set(),
        cancel: this.#timer(key),
      });
  }

  /** Is a period of this alarm running? One of an earlier alarm is forgotten: that alarm is closed. */
  isGathering(key: string, alarmId: number): boolean {
    if (this.#isOf(key, alarmId)) return true;
    this.#forget(key);
    return false;
  }

  /** Has this message been counted already, in this period or the one before? */
  has(key: string, messageId: string): boolean {
    const period = this.#periods.get(key);
    return period !== undefined && (period.ids.has(messageId) || period.earlierIds.has(messageId));
  }

  /** Has the same device said, as far as is known here, that the alarm held later than this? */
  holdsAfter(key: string, { deviceKey, atMs }: Said): boolean {
    const last = this.#periods.get(key)?.lastSaid;
    return last !== undefined && last.deviceKey === deviceKey && last.atMs > atMs;
  }

  add(key: string, repeat: Repeat): void {
    const period = this.#periods.get(key);
    if (period === undefined) return;
    period.count += 1;
    period.last = repeat;
    period.lastSaid = repeat;
    if (period.ids.size < mostIds) period.ids.add(repeat.messageId);
  }

  /** Writes the count. If the store rejects, it stays counted. */
  async flush(key: string): Promise<void> {
    const period = this.#periods.get(key);
    if (period?.last === undefined) return;
    const { alarmId, last, count } = period;
    await this.#parts.write(alarmId, last, count);
    period.count -= count;
    if (period.last === last) period.last = undefined;
  }

  /** Begins the next period after one in which there were repeats; after a quiet one the next repeat is a first one again. */
  renew(key: string): void {
    const period = this.#periods.get(key);
    if (period === undefined) return;
    period.cancel();
    if (period.ids.size === 0 && period.count === 0) {
      this.#periods.delete(key);
      return;
    }
    period.earlierIds = period.ids;
    period.ids = new Set();
    period.cancel = this.#timer(key);
  }

  close(): void {
    for (const key of this.keys) this.#forget(key);
  }

  #isOf(key: string, alarmId: number): boolean {
    return this.#periods.get(key)?.alarmId === alarmId;
  }

  #forget(key: string): void {
    this.#periods.get(key)?.cancel();
    this.#periods.delete(key);
  }

  #timer(key: string): () => void {
    return this.#parts.clock.after(gatheringPeriodMs, () => this.#parts.onPeriodOver(key));
  }
}
