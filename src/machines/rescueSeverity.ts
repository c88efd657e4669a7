import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';

/**
 * Returns the severity of an open rescue; 0 is the worst: no one answered within the limit; then no one has answered; then help is late; then
 * the rest. The desk, the wall, the overview and the list of pending exceptions all sort by this.
 */
export function rescueSeverity({ stage, breach }: Pick<RescueOrderRow, 'stage' | 'breach'>): 0 | 1 | 2 | 3 {
  if (stage === 'pending') return breach === null ? 1 : 0;
  return breach === null ? 3 : 2;
}
