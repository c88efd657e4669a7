import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';
import type { BreachKind, RescueStage } from '../contract/labels.ts';
import { rescueOrderMachine, type RescueContext, type RescueSnapshot } from './rescueOrderMachine.ts';

const valueOfStage: Readonly<Record<RescueStage, string | Record<string, string>>> = {
  pending: 'pending',
  accepted: { rescuing: 'accepted' },
  dispatched: { rescuing: 'dispatched' },
  arrived: { rescuing: 'arrived' },
  released: { rescuing: 'released' },
  completed: 'completed',
  falseCall: 'falseCall',
};

const atMs = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/**
 * The machine's state as far as a row contains it: enough to ask what may be done next. Limits of the notice
 * ladder are not in the row; three levels stand in for them, which decides only whether a next level exists.
 */
export function rescueStateOfRow(row: RescueOrderRow): RescueSnapshot {
  const raisedAtMs = Date.parse(row.created_at);
  const breaches: BreachKind[] = row.breach === null ? [] : [row.breach];
  const context: RescueContext = {
    raisedAtMs,
    respondLimitMs: Date.parse(row.respond_due_at) - raisedAtMs,
    arriveLimitMs: Date.parse(row.arrive_due_at) - raisedAtMs,
    lapseAfterMs: 0,
    escalateAfterMs: [60_000, 120_000, 300_000],
    ladderFromMs: raisedAtMs,
    noticeLevel: row.notice_level,
    claimer: row.accepted_by,
    progressAtMs: Date.parse(row.updated_at),
    firstAcceptedAtMs: atMs(row.answered_at),
    arrivedAtMs: atMs(row.arrived_at),
    dispatchedCount: row.dispatched_at === null ? 0 : 1,
    joinedCount: row.joined_num,
    breaches,
    hidden: false,
  };
  return rescueOrderMachine.resolveState({ value: valueOfStage[row.stage], context });
}
