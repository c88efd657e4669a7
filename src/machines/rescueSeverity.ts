import { scannedRank } from '../contract/callOrder.ts';
import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';

/**
 * Returns the severity of an open rescue; 0 is the worst: no one answered within the limit; then no one has answered; then the same two of
 * calls that only a code in a car tells of (docs/decisions/0095); then help is late; then the rest. The desk, the wall, the overview and the
 * list of pending exceptions all sort by this.
 */
export function rescueSeverity({
  stage,
  breach,
  only_scanned: isOnlyScanned,
}: Pick<RescueOrderRow, 'stage' | 'breach' | 'only_scanned'>): number {
  if (stage !== 'pending') return breach === null ? 5 : 4;
  return 2 * scannedRank(isOnlyScanned) + (breach === null ? 1 : 0);
}
