import type * as z from 'zod';
import type { noticeEvents } from '../../src/contract/events/notice.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { rulesActor } from '../domain/actors.ts';
import type { DecisionParts } from '../domain/decide.ts';

export interface Notice {
  readonly title: string;
  readonly detail: string;
  /** See `notice.raised`. */
  readonly level: number;
  readonly rescueOrderId: number | null;
  readonly exceptionId?: number;
  /** Null for a notice that is about no lift. */
  readonly elevatorId: number | null;
  readonly ring?: z.infer<(typeof noticeEvents)['notice.raised']>['ring'];
  readonly userIds: readonly number[];
}

/**
 * Auto-action 7: raises the notice that follows from the event, once; none if it would reach nobody. `action` tells several
 * notices of one event apart.
 */
export async function raiseNotice(
  { store, clock }: DecisionParts,
  { position }: Pick<StoredEvent, 'position'>,
  notice: Notice,
  action?: { readonly index: number; readonly messageId: string },
): Promise<void> {
  if (notice.userIds.length === 0) return;
  await store.append({
    stream: action === undefined ? streamName('notice', position) : `notice-${position}-${action.index}`,
    expectedVersion: 'any',
    actor: rulesActor,
    messageId: action?.messageId ?? `rule:7:${position}`,
    causationPosition: position,
    events: [{ type: 'notice.raised', atMs: clock.nowMs(), data: notice }],
  });
}
