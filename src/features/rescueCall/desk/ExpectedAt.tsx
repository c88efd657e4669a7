import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { expectedInMs } from '../../../parts/rescue/rescueClocks.ts';

/** The time at which help said that it would be there; amber once that has passed. */
export function ExpectedAt({ row, nowMs }: { row: RescueOrderRow; nowMs: number }) {
  const inMs = expectedInMs(row, nowMs);
  if (inMs === null || row.expected_at === null) return null;
  return (
    <span className="rc-expected" data-late={inMs < 0 || undefined}>
      预计 {toDisplayTime(row.expected_at).slice(11, 16)}
    </span>
  );
}
