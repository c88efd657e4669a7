import { addDays, addMonths, dayOf, daysBetween, dayStartMs } from '../../../src/contract/time.ts';

/** Days, both counted whole. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Epoch ms, without the end. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export const dayMs = 86_400_000;
/** A year is compared with the one before by thirteen months: the same month stands at both ends. */
const shownMonths = 13;

export const spanOf = ({ from, to }: Period): Span => ({ fromMs: dayStartMs(from), toMs: dayStartMs(addDays(to, 1)) });

/** Returns the part of a span that lies within another; of no length where they do not meet. */
export function clipped(span: Span, { fromMs, toMs }: Span): Span {
  const from = Math.max(span.fromMs, fromMs);
  return { fromMs: from, toMs: Math.max(from, Math.min(span.toMs, toMs)) };
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);
export const monthOf = (month: string): Period => ({ from: `${month}-01`, to: lastOfMonth(month) });

/** The day of another month with the same number, or that month's last. */
const sameDayIn = (month: string, day: string): string => {
  const last = lastOfMonth(month);
  const wanted = `${month}${day.slice(7)}`;
  return wanted > last ? last : wanted;
};

/**
 * Returns the period to compare with: of a whole month the month before, of a part of one from its first day the same days of the month before,
 * otherwise as many days before.
 */
export function previousOf({ from, to }: Period): Period {
  const month = from.slice(0, 7);
  if (from === firstOfMonth(from) && to.slice(0, 7) === month) {
    const before = addMonths(month, -1);
    const isWhole = to === lastOfMonth(month);
    return { from: `${before}-01`, to: isWhole ? lastOfMonth(before) : sameDayIn(before, to) };
  }
  return { from: addDays(from, -(daysBetween(from, to) + 1)), to: addDays(from, -1) };
}

const sameDayOfYearBefore = (day: string): string => sameDayIn(addMonths(day.slice(0, 7), -12), day);

/** Returns the same days of the year before; of 29 February the 28th. */
export function yearBeforeOf({ from, to }: Period): Period {
  return { from: sameDayOfYearBefore(from), to: sameDayOfYearBefore(to) };
}

/** Returns the months up to the end of the period, the oldest first. */
export const monthsUpTo = (to: string, months = shownMonths): readonly string[] =>
  Array.from({ length: months }, (_, index) => addMonths(to.slice(0, 7), index + 1 - months));

/** Everything that an answer counts, in days that have begun. */
export interface Periods {
  readonly period: Period;
  readonly previous: Period;
  readonly yearBefore: Period;
  readonly months: readonly string[];
}

/** Days to come belong to no period. */
export function periodsOf(asked: Period, nowMs: number): Periods {
  const today = dayOf(nowMs);
  const period = { from: asked.from, to: asked.to > today ? today : asked.to };
  return {
    period,
    previous: previousOf(period),
    yearBefore: yearBeforeOf(period),
    months: monthsUpTo(period.to),
  };
}

/**
 * The time of an answer cut at the ends of all its spans, so that one reading counts for each of them: the spans consist of whole parts. Times
 * between them are parts too, and belong to none.
 */
export class Parts {
  /** Ascending: part `i` begins at `bounds[i]` and ends before `bounds[i + 1]`. */
  readonly bounds: readonly number[];

  constructor(spans: readonly Span[]) {
    const ends = new Set(spans.flatMap(({ fromMs, toMs }) => (toMs > fromMs ? [fromMs, toMs] : [])));
    this.bounds = [...ends].toSorted((a, b) => a - b);
  }

  get whole(): Span {
    const [fromMs = 0] = this.bounds;
    return { fromMs, toMs: this.bounds.at(-1) ?? fromMs };
  }

  /** The parts of which the span consists. */
  of({ fromMs, toMs }: Span): readonly number[] {
    return this.bounds.flatMap((bound, index) => (bound >= fromMs && bound < toMs ? [index] : []));
  }
}
