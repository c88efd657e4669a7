import { byCallOrder, type CallPlace } from '../../contract/callOrder.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { rescueSeverity } from '../../machines/rescueSeverity.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';

type Staged = Pick<RescueOrderRow, 'stage' | 'breach'>;
type Sortable = Staged & Pick<RescueOrderRow, 'created_at' | 'id' | 'only_scanned'>;

export const isClosed = ({ stage }: Pick<Staged, 'stage'>): boolean => stage === 'completed' || stage === 'falseCall';
export const isUnanswered = ({ stage }: Pick<Staged, 'stage'>): boolean => stage === 'pending';

const placeOf = (row: Sortable): CallPlace => ({
  severity: rescueSeverity(row),
  sinceMs: Date.parse(row.created_at),
  id: row.id,
});

/** The open orders, worst first; among equals the one that has waited longest. The order of the desk, the overview and the wall alike. */
export function sortOpenRescues<Row extends Sortable>(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => !isClosed(row)).toSorted((a, b) => byCallOrder(placeOf(a), placeOf(b)));
}

/** Returns the tone of an order: critical while no one has it, high while help is late, quiet once it is closed. */
export function rescueTone(row: Staged): Extract<Tone, 'critical' | 'high' | 'info' | 'neutral'> {
  if (isClosed(row)) return 'neutral';
  if (isUnanswered(row)) return 'critical';
  return row.breach === null ? 'info' : 'high';
}
