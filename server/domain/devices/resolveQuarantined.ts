import { streamName } from '../../../src/contract/streamName.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { isInScope } from '../../access/scope.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { VersionConflictError } from '../../store/eventStore.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Directory } from '../city/directory.ts';
import { requireRecordInScope } from '../city/recordScope.ts';
import { NotFound, Refusal } from '../refusal.ts';

export interface Resolution {
  readonly id: number;
  /** The number of repeats of the message when the person looked at it. */
  readonly repeatNum: number;
  readonly note: string;
  /** The rescue that was opened because of it; the caller may see it. */
  readonly rescueOrderId?: number | undefined;
}

interface ResolveParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

/**
 * Records permanently who looked into an unreadable device message, and the outcome. The message itself stays.
 * Throws Refusal if someone already has, and NotFound for what the caller may not see.
 */
export async function resolveQuarantined(
  { store, clock, directory }: ResolveParts,
  by: Principal,
  { id, repeatNum, note, rescueOrderId }: Resolution,
): Promise<void> {
  const message = await store.rows
    .selectFrom('quarantine as q')
    .leftJoin('quarantine_resolutions as r', 'r.quarantine_id', 'q.id')
    .select(['q.device_key', 'q.repeat_num', 'r.version', 'r.repeat_num as resolved_num', 'r.by_name'])
    .where('q.id', '=', id)
    .executeTakeFirst();
  const responsible = directory.elevator(directory.device(message?.device_key ?? '')?.elevatorId ?? -1)?.responsible;
  const isSeen =
    by.permissions.has('quarantine.view') && (responsible === undefined || isInScope(by.scope, responsible));
  if (message === undefined || !isSeen) throw new NotFound();
  if (repeatNum > message.repeat_num) throw new Refusal('消息已变化，请刷新后重试');
  if (message.resolved_num !== null && message.resolved_num >= repeatNum)
    throw new Refusal(`${message.by_name ?? ''} 已处理该消息`);
  if (rescueOrderId !== undefined) await requireRecordInScope({ store, directory }, by, 'rescue_orders', rescueOrderId);
  const data = { quarantineId: id, repeatNum, note, ...(rescueOrderId === undefined ? {} : { rescueOrderId }) };
  try {
    await store.append({
      stream: streamName('quarantine', id),
      expectedVersion: message.version ?? 'none',
      actor: actorOf(by),
      events: [{ type: 'quarantine.resolved', atMs: clock.nowMs(), data }],
    });
  } catch (error) {
    if (error instanceof VersionConflictError) throw new Refusal('他人刚刚处理了该消息，请刷新查看');
    throw error;
  }
}
