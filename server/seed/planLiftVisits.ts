import { addDays, daysBetween } from '../../src/contract/time.ts';
import type { CycleKind, Evidence } from '../../src/contract/visits/visitKinds.ts';
import { nextVisit } from '../domain/visits/nextVisit.ts';
import { seededRandom } from '../runtime/random.ts';

/** Days of whole visits; the last one before them is known by its day alone. */
export const wholeVisitDays = 60;

/** A visit of the demo's past, as its lift and its day decide it. */
export interface DemoVisit {
  readonly kind: CycleKind;
  readonly plannedOn: string;
  readonly dueOn: string;
  readonly reason: string;
  /** Null while it is open. */
  readonly doneOn: string | null;
  /** After midnight, in minutes. */
  readonly beganMinute: number;
  readonly stayMinutes: number;
  readonly evidence: Evidence;
  /** `rejected` once and done again; `sentBack`: rejected and not done again yet; `unsigned`: nobody has countersigned yet. */
  readonly end: 'signed' | 'unsigned' | 'rejected' | 'sentBack' | 'open';
}

export interface LiftVisits {
  readonly imported: { readonly kind: CycleKind; readonly doneOn: string } | undefined;
  /** The oldest first; the last one is open, unless it was sent back. */
  readonly visits: readonly DemoVisit[];
}

/** One lift in so many is overdue, has a record that was sent back, or one that its device does not bear out. */
const isLate = (id: number): boolean => id % 100 === 17;
const isSentBack = (id: number): boolean => id % 200 === 61;

/**
 * The visits of a lift of the demo city until `today`: planned as the platform plans them, made up to four days before they are due.
 * The same for the same lift, day and seed.
 */
export function planLiftVisits(
  lift: { readonly id: number; readonly putIntoUseOn: string; readonly isOffline: boolean },
  today: string,
  days: number,
  seed: number,
): LiftVisits {
  const random = seededRandom(seed ^ Math.imul(lift.id, 49_979_687));
  const since = addDays(today, -days - random.between(1, 14));
  const first = random.isTrue(0.7) ? 'year' : 'quarter';
  const isNew = lift.putIntoUseOn !== '' && lift.putIntoUseOn > since;
  const lastDone: Partial<Record<CycleKind, string>> = isNew ? {} : { [first]: since };
  const visits: DemoVisit[] = [];
  let plannedOn = isNew ? lift.putIntoUseOn : since;
  for (;;) {
    const next = nextVisit(
      { lastDone, putIntoUseOn: lift.putIntoUseOn, maintainedSinceOn: null, maintainedByOn: null },
      plannedOn,
    );
    const isHonest = !random.isTrue(0.03);
    const planned = {
      kind: next.kind,
      plannedOn,
      dueOn: next.dueOn,
      reason: next.ground === 'noHistory' ? '平台尚无此前维保记录' : '',
      beganMinute: random.between(8 * 60, 16 * 60),
      stayMinutes: isHonest ? random.between(34, 75) : random.between(8, 20),
      evidence: lift.isOffline ? ('none' as const) : isHonest ? ('supported' as const) : ('doubtful' as const),
    };
    const doneOn = addDays(
      next.dueOn,
      -random.pickWeighted([
        [0, 20],
        [1, 30],
        [2, 25],
        [3, 15],
        [4, 10],
      ]),
    );
    // A late lift has missed its last visit for some days.
    const isMissed = isLate(lift.id) && next.dueOn < today && addDays(next.dueOn, 11) > today;
    if (doneOn >= today || isMissed)
      return { imported: importedOf(), visits: [...visits, { ...planned, doneOn: null, end: 'open' }] };
    const daysAgo = daysBetween(doneOn, today);
    if (isSentBack(lift.id) && daysAgo <= 12 && addDays(doneOn, 11) >= today)
      return { imported: importedOf(), visits: [...visits, { ...planned, doneOn, end: 'sentBack' }] };
    const end =
      daysAgo <= 1 || (daysAgo <= 5 && random.isTrue(0.25)) ? 'unsigned' : random.isTrue(0.02) ? 'rejected' : 'signed';
    visits.push({ ...planned, doneOn, end });
    lastDone[next.kind] = doneOn;
    plannedOn = doneOn;
  }

  function importedOf(): LiftVisits['imported'] {
    return isNew ? undefined : { kind: first, doneOn: since };
  }
}
