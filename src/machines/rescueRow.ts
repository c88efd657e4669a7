import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';
import {
  rescueStageLabels,
  rescueStatusLabels,
  type BreachKind,
  type RescueStage,
  type StatusIndex,
} from '../contract/labels.ts';
import type { PushedFact } from '../contract/push.ts';
import { secondsBetween, toWireTime, toWireTimeOrNull } from '../contract/time.ts';
import { advance } from './advance.ts';
import type { Viewer } from './lifecycle.ts';
import { rescueClaim } from './rescueClaim.ts';
import { isRescueOverdue, rescueLifecycle, rescueStage } from './rescueOrderLifecycle.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';

/**
 * The part of an order that its state alone determines: the server's row and the desk's are both made of it. Members with an underscore are
 * columns of both.
 */
export interface RescueFigures {
  readonly status: StatusIndex;
  readonly stage: RescueStage;
  /** The missed limit that is still outstanding; arrival outweighs the answer. */
  readonly breach: BreachKind | null;
  readonly isOverdue: boolean;
  readonly joined_num: number;
  readonly isOnlyScanned: boolean;
  readonly corrected_num: number;
  readonly notice_level: number;
  readonly claimer: RescueSnapshot['context']['claimer'];
  readonly answeredAtMs: number | null;
  readonly arrivedAtMs: number | null;
  /** The time at which the arrival was typed, where it was stated as earlier. */
  readonly arrivalRecordedAtMs: number | null;
}

export function rescueFigures(state: RescueSnapshot): RescueFigures {
  const {
    breaches,
    joinedCount,
    isOnlyScanned,
    correctedCount,
    noticeLevel,
    claimer,
    firstAcceptedAtMs,
    arrivedAtMs,
    arrivalRecordedAtMs,
  } = state.context;
  const status = rescueLifecycle.statusIndex(state);
  return {
    status,
    stage: rescueStage(state) ?? 'pending',
    breach: status !== 3 ? null : breaches.includes('arrive') ? 'arrive' : 'respond',
    isOverdue: isRescueOverdue(state),
    joined_num: joinedCount,
    isOnlyScanned,
    corrected_num: correctedCount,
    notice_level: noticeLevel,
    claimer,
    answeredAtMs: firstAcceptedAtMs,
    arrivedAtMs,
    arrivalRecordedAtMs,
  };
}

/**
 * The row after a push, before it is loaded again: the machine is restored, takes the push's fact and says what may be done now. A row that
 * the fact does not move on stays as it is. The position stays too, so that the server's next answer replaces this.
 */
export function advanceRescueRow(
  row: RescueOrderRow,
  { fact }: { readonly fact?: PushedFact | undefined },
  viewer: Viewer,
): RescueOrderRow {
  const moved = fact === undefined || row.state === null ? undefined : advance(rescueLifecycle, row.state, fact);
  if (fact === undefined || moved === undefined) return row;
  const { isOverdue, isOnlyScanned, claimer, answeredAtMs, arrivedAtMs, arrivalRecordedAtMs, ...same } = rescueFigures(
    moved.state,
  );
  const raisedAtMs = Date.parse(row.created_at);
  const { result, releasedNum } = moved.state.context;
  return {
    ...row,
    ...same,
    statusResult: rescueStatusLabels[same.status],
    stage_label: rescueStageLabels[same.stage],
    overdue: isOverdue,
    only_scanned: isOnlyScanned,
    people_num: result?.peopleNum ?? releasedNum ?? row.people_num,
    accepted_by: typeof claimer?.id === 'number' ? { id: claimer.id, name: claimer.name } : null,
    updated_at: toWireTime(fact.receivedAtMs),
    answered_at: toWireTimeOrNull(answeredAtMs),
    arrived_at: toWireTimeOrNull(arrivedAtMs),
    arrival_recorded_at: toWireTimeOrNull(arrivalRecordedAtMs),
    answer_seconds: secondsBetween(raisedAtMs, answeredAtMs),
    arrive_seconds: secondsBetween(raisedAtMs, arrivedAtMs),
    ...rescueClaim(moved.state),
    state: moved.kept,
    allowed_actions: [...rescueLifecycle.offered(moved.state, viewer)],
  };
}
