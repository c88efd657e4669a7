import type { LapsedClaim, PushEvent } from '../../src/contract/push.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { rescueLifecycle, rescueStage } from '../../src/machines/rescueOrderLifecycle.ts';
import type { Responsibility } from '../access/scope.ts';
import { loadState } from '../domain/decide.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { RescueOrderTable } from '../store/rowTables.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';

/** The members of a call that never change. */
export interface CallFacts {
  readonly orderId: number;
  readonly elevatorId: number;
  readonly tag: string;
  readonly addr: string;
  readonly trigger: string;
  readonly communityName: string;
  readonly fullArea: string;
  readonly raisedAtMs: number;
  readonly limits: { readonly respondMs: number; readonly arriveMs: number };
  readonly responsibility: Responsibility;
}

export const callFactsOf = (row: RescueOrderTable): CallFacts => ({
  orderId: row.id,
  elevatorId: row.elevator_id,
  tag: row.tag,
  addr: row.addr,
  trigger: row.trigger,
  communityName: row.community_name,
  fullArea: row.full_area,
  raisedAtMs: row.raised_at_ms,
  limits: {
    respondMs: row.respond_due_at_ms - row.raised_at_ms,
    arriveMs: row.arrive_due_at_ms - row.raised_at_ms,
  },
  responsibility: responsibilityOf(row),
});

export function ringingEventOf(
  call: CallFacts,
  {
    lapsed,
    onlyScanned,
    ...now
  }: {
    readonly sosTel: string;
    readonly noticeLevel: number;
    readonly onlyScanned: boolean;
    readonly reminder: boolean;
    readonly lapsed: LapsedClaim | undefined;
  },
): PushEvent {
  const { orderId, elevatorId, tag, addr, trigger, communityName, fullArea, raisedAtMs, limits } = call;
  return {
    kind: 'rescue.ringing',
    orderId,
    elevatorId,
    priority: 1,
    tag,
    addr,
    communityName,
    fullArea,
    trigger,
    raisedAtMs,
    limits,
    ...now,
    ...(onlyScanned ? { onlyScanned } : {}),
    ...(lapsed === undefined ? {} : { lapsed }),
  };
}

/** The user whose claim of an order lapsed with no claim since; undefined if there is none. */
export async function lapsedClaimOf(store: EventStore, orderId: number): Promise<LapsedClaim | undefined> {
  const { lapsedClaim } = (await loadState(store, rescueLifecycle, streamName('rescue', orderId))).state.context;
  return lapsedClaim === null || typeof lapsedClaim.id !== 'number'
    ? undefined
    : { userId: lapsedClaim.id, userName: lapsedClaim.name, cause: lapsedClaim.cause };
}

/** Of an order as it is now: whether it rings, how far its notice has gone, and whether only a code tells of it. */
export async function ringingNow(
  store: EventStore,
  orderId: number,
): Promise<{ readonly isRinging: boolean; readonly noticeLevel: number; readonly isOnlyScanned: boolean }> {
  const { state } = await loadState(store, rescueLifecycle, streamName('rescue', orderId));
  const { noticeLevel, isOnlyScanned } = state.context;
  return { isRinging: rescueStage(state) === 'pending', noticeLevel, isOnlyScanned };
}
