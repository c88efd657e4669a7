/** A call as far as its grouping goes. */
interface Scanned {
  /** Called by the code in the car, and nothing else says the same. */
  readonly isOnlyScanned: boolean;
  readonly raisedAtMs: number;
}

/** More calls than this within a minute, by codes alone, are one group (docs/decisions/0095): a photo of the signs went around, or a power cut. */
const mostAlone = 10;
const withinMs = 60_000;

/**
 * Those of the calls that ring as one group, in the order in which they came in; none where they come one by one. Each stays a call of its
 * own: it is listed and answered like any other.
 */
export function scannedGroup<Call>(calls: readonly Call[], factsOf: (call: Call) => Scanned): readonly Call[] {
  const scanned = calls
    .map((call) => ({ call, ...factsOf(call) }))
    .filter(({ isOnlyScanned }) => isOnlyScanned)
    .toSorted((a, b) => a.raisedAtMs - b.raisedAtMs);
  const grouped = new Set<Call>();
  for (const [index, last] of scanned.entries()) {
    const window = scanned.slice(0, index + 1).filter(({ raisedAtMs }) => last.raisedAtMs - raisedAtMs <= withinMs);
    if (window.length > mostAlone) for (const { call } of window) grouped.add(call);
  }
  return scanned.flatMap(({ call }) => (grouped.has(call) ? [call] : []));
}

/** Returns the name of the group wherever it is shown. */
export const scannedGroupLabel = (num: number): string => `集中扫码求救 ${num} 起`;
