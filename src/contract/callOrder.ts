/** A call's place among others. */
export interface CallPlace {
  /** Less is worse. */
  readonly severity: number;
  readonly sinceMs: number;
  readonly id: number;
}

/** Returns 1 for a call that only a code in a car tells of, which comes below the others of its kind (docs/decisions/0095). */
export const scannedRank = (isOnlyScanned: boolean): 0 | 1 => (isOnlyScanned ? 1 : 0);

/** Orders calls for help wherever they are listed: the worst first, then the one that has waited longest; equal ones by their numbers. */
export const byCallOrder = (a: CallPlace, b: CallPlace): number =>
  a.severity - b.severity || a.sinceMs - b.sinceMs || a.id - b.id;
