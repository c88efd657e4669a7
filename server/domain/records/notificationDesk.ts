import { timeToLiveMs } from '../../../src/contract/notificationWords.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { notificationLifecycle } from '../../../src/machines/notificationLifecycle.ts';
import type { Principal } from '../../access/principal.ts';
import { decideAs, type DecisionParts } from '../decide.ts';
import type { Directory } from '../city/directory.ts';
import { notificationScope, requireRecordInScope } from '../city/recordScope.ts';

export interface NotificationDeskParts extends DecisionParts {
  readonly directory: Directory;
}

/** Sends it once more, though it may have arrived, so only a person may decide that. Throws Refusal, NotFound. */
export async function resendNotification(parts: NotificationDeskParts, by: Principal, id: number): Promise<void> {
  await requireRecordInScope(parts, by, notificationScope.table, id);
  await decideAs(parts, by, notificationLifecycle, {
    stream: streamName('notification', id),
    choose: ({ context }) => ({
      type: 'notification.resent',
      data: { expiresAtMs: parts.clock.nowMs() + timeToLiveMs[context.priority] },
    }),
  });
}

/** Hides it from the list; the log and the statistics keep it. Throws Refusal if it is not over yet, and NotFound. */
export async function hideNotification(
  parts: NotificationDeskParts,
  by: Principal,
  id: number,
  reason: string,
): Promise<void> {
  await requireRecordInScope(parts, by, notificationScope.table, id);
  await decideAs(parts, by, notificationLifecycle, {
    stream: streamName('notification', id),
    choose: () => ({ type: 'notification.hidden', data: { reason } }),
  });
}
