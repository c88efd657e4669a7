import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';
import {
  rescueStageLabels,
  rescueStatusLabels,
  type BreachKind,
  type RescueStage,
  type StatusIndex,
} from '../contract/labels.ts';
import type { PushedFact } from '../contract/push.ts';
import { toWireTime } from '../contract/time.ts';
import { advance } from './advance.ts';
import type { Viewer } from './lifecycle.ts';
import { rescueClaim } from './rescueClaim.ts';
import { isRescueOverdue, rescueLifecycle, rescueStage } from './rescueOrderLifecycle.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';

/** What the state alone says of an order: the server's row and the desk's are both made of it. */
export interface RescueFigures {
  readonly status: StatusIndex;
  readonly stage: RescueStage;
  /** The missed limit that is still outstanding; arrival outweighs the answer. */
  readonly breach: BreachKind | null;
  readonly isOverdue: boolean;
  readonly joinedCount: number;
  readonly correctedCount: number;
  readonly noticeLevel: number;
  readonly claimer: RescueSnapshot['context']['claimer'];
  readonly answeredAtMs: number | null;
  readonly arrivedAtMs: number | null;
  /** When the arrival was typed, where it was stated as earlier. */
  readonly arrivalRecordedAtMs: number | null;
}

export function rescueFigures(state: RescueSnapshot): RescueFigures {
  const {
    breaches,
    joinedCount,
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
    joinedCount,
    correctedCount,
    noticeLevel,
    claimer,
    answeredAtMs: firstAcceptedAtMs,
    arrivedAtMs,
    arrivalRecordedAtMs,
  };
}

const wireTimeOf = (epochMs: number | null): string | null => (epochMs === null ? null : toWireTime(epochMs));
const secondsSince = (fromMs: number, toMs: number | null): number | null =>
  toMs === null ? null : Math.round((toMs - fromMs) / 1_000);

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
  const {
    status,
    stage,
    breach,
    isOverdue,
    joinedCount,
    correctedCount,
    noticeLevel,
    claimer,
    answeredAtMs,
    arrivedAtMs,
    arrivalRecordedAtMs,
  } = rescueFigures(moved.state);
  const raisedAtMs = Date.parse(row.created_at);
  const { result, releasedNum } = moved.state.context;
  return {
    ...row,
    status,
    statusResult: rescueStatusLabels[status],
    stage,
    stage_label: rescueStageLabels[stage],
    breach,
    overdue: isOverdue,
    joined_num: joinedCount,
    people_num: result?.peopleNum ?? releasedNum ?? row.people_num,
    corrected_num: correctedCount,
    notice_level: noticeLevel,
    accepted_by: typeof claimer?.id === 'number' ? { id: claimer.id, name: claimer.name } : null,
    updated_at: toWireTime(fact.receivedAtMs),
    answered_at: wireTimeOf(answeredAtMs),
    arrived_at: wireTimeOf(arrivedAtMs),
    arrival_recorded_at: wireTimeOf(arrivalRecordedAtMs),
    answer_seconds: secondsSince(raisedAtMs, answeredAtMs),
    arrive_seconds: secondsSince(raisedAtMs, arrivedAtMs),
    ...rescueClaim(moved.state),
    state: moved.kept,
    allowed_actions: [...rescueLifecycle.offered(moved.state, viewer)],
  };
}
