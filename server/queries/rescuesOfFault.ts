import type { ExceptionDetail } from '../../src/contract/entities/exception.ts';
import { rescueTriggerLabels, rescueTriggers } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { rescuesOfLift } from '../domain/records/rescuesOfLift.ts';
import type { Queries } from '../store/eventStore.ts';

/** A fault is often reported only after the rescue, once somebody looked at the lift. */
const earliestMs = 48 * 3_600_000;
const offeredAtMost = 5;

/** The calls for help to which a fault may have led: from two days before it until it ended, the last one first. */
export async function rescuesOfFault(
  queries: Queries,
  by: Principal,
  {
    elevatorId,
    raisedAtMs,
    finishedAtMs,
  }: { readonly elevatorId: number; readonly raisedAtMs: number; readonly finishedAtMs: number | null },
): Promise<ExceptionDetail['rescues']> {
  const rows = await rescuesOfLift(queries, by, elevatorId)
    .select(['o.id', 'o.trigger', 'o.raised_at_ms'])
    .where('o.raised_at_ms', '>=', raisedAtMs - earliestMs)
    .$if(finishedAtMs !== null, (orders) => orders.where('o.raised_at_ms', '<=', finishedAtMs ?? 0))
    .orderBy('o.raised_at_ms', 'desc')
    .orderBy('o.id', 'desc')
    .limit(offeredAtMost)
    .execute();
  return rows.map(({ id, trigger, raised_at_ms: atMs }) => ({
    id,
    created_at: toWireTime(atMs),
    trigger_label: rescueTriggerLabels[rescueTriggers.find((name) => name === trigger) ?? 'trapped'],
  }));
}
