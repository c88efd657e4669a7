import { addDays } from '../../../src/contract/time.ts';
import { cycleDays, cycleKinds, type CycleKind } from '../../../src/contract/visits/visitKinds.ts';

/**
 * The ground of a due day: the last visit, the day on which the lift or its contract began, nothing that is known, or that the lift is used
 * again.
 */
export type DueGround = 'lastVisit' | 'firstUse' | 'noHistory' | 'resumed';

/** A visit that a lift needs next. Days are `2026-11-30` in the city's calendar. */
export interface NextVisit {
  readonly kind: CycleKind;
  readonly dueOn: string;
  readonly ground: DueGround;
}

/** The known maintenance of a lift. */
export interface VisitHistory {
  /** The last day on which a visit of exactly this kind was made. */
  readonly lastDone: Readonly<Partial<Record<CycleKind, string>>>;
  /** Empty where the register does not say it. */
  readonly putIntoUseOn: string;
  /** The first day of the company that maintains it; null where none is registered. */
  readonly maintainedSinceOn: string | null;
  /** A day by which it was maintained already, under whatever company: its clocks go on when the company changes. Null for none. */
  readonly maintainedByOn: string | null;
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** The day on which clocks without a visit began; empty where nothing says it. */
function beginningOf({ putIntoUseOn, maintainedSinceOn, maintainedByOn }: VisitHistory): string {
  const registered = later(putIntoUseOn, maintainedSinceOn ?? '');
  return maintainedByOn !== null && maintainedByOn < registered ? maintainedByOn : registered;
}

/** The last day on which the list of this kind was worked through: a deeper visit contains every shallower list. */
const lastDoneAsDeepAs = ({ lastDone }: VisitHistory, kind: CycleKind): string =>
  cycleKinds.slice(cycleKinds.indexOf(kind)).reduce((last, deeper) => later(last, lastDone[deeper] ?? ''), '');

/**
 * The visit that a lift needs next (TSG T5002-2017, article 6): due when the first of its four clocks runs out, and as deep as every
 * clock asks that would run out before the visit after this one. Clocks without a visit begin when the lift was put into use or
 * its contract began. Where such a clock ran out before the platform could know of a visit, it asks for its list now, but nothing is
 * called years overdue: the due day is then that of the recorded visits, or today. A lift that is used again after a time out of use
 * is visited first, whatever its clocks say.
 */
export function nextVisit(history: VisitHistory, today: string, isResumed = false): NextVisit {
  const beganOn = beginningOf(history);
  const clocks = cycleKinds.map((kind) => {
    const last = lastDoneAsDeepAs(history, kind);
    const from = last === '' ? beganOn : last;
    const dueOn = from === '' ? '' : addDays(from, cycleDays[kind]);
    return { kind, dueOn, isRecorded: last !== '', isUnknown: last === '' && dueOn < today };
  });
  const known = clocks.filter(({ isUnknown }) => !isUnknown);
  // Any visit resets the shallowest clock, so where nothing is recorded and the first clock ran out, today is the day.
  const first = known.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))[0];
  const isBlank = clocks[0]?.isUnknown === true;
  const dueOn = isResumed || isBlank || first === undefined ? today : first.dueOn;
  const visitAfterOn = addDays(dueOn, cycleDays.halfMonth);
  const kind = clocks.findLast((clock) => clock.isUnknown || clock.dueOn < visitAfterOn)?.kind ?? 'halfMonth';
  if (isResumed) return { kind, dueOn, ground: 'resumed' };
  if (isBlank || first === undefined) return { kind, dueOn, ground: 'noHistory' };
  return { kind, dueOn, ground: first.isRecorded ? 'lastVisit' : 'firstUse' };
}
