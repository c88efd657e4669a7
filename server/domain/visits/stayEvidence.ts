import type { Evidence } from '../../../src/contract/visits/visitKinds.ts';

/**
 * † The limits below which a stay is doubtful (docs/decisions/0103). None of it is of the rule book: a worker is asked to explain, and no record is
 * refused for it.
 */
const evidenceThresholds = {
  /** Reports must cover so much of the stay before its silence about inspection says anything. */
  reportedShare: 0.8,
  /** Inspection mode for less of the stay than this is doubtful, and so is less than the minutes below. */
  inspectionShare: 0.3,
  inspectionSeconds: 5 * 60,
} as const;

/** The word of the lift's device about a stay: none, where its reports do not cover enough of it. */
export function evidenceOf({
  staySeconds,
  reportedSeconds,
  inspectionSeconds,
}: {
  readonly staySeconds: number;
  readonly reportedSeconds: number;
  readonly inspectionSeconds: number;
}): Evidence {
  const { reportedShare, inspectionShare, inspectionSeconds: leastSeconds } = evidenceThresholds;
  if (staySeconds === 0 || reportedSeconds < staySeconds * reportedShare) return 'none';
  return inspectionSeconds < staySeconds * inspectionShare || inspectionSeconds < leastSeconds
    ? 'doubtful'
    : 'supported';
}
