import type { ReplayAlarm, ReplayRescue } from '../../contract/endpoints/replay.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { rescueStageLabels, type RescueStage } from '../../contract/labels.ts';
import { toDisplayTime, toWireTime } from '../../contract/time.ts';
import type { TickerAlarm } from '../../streams/lists/groupAlarms.ts';
import { rescueTone, sortOpenRescues } from '../../parts/rescue/openRescues.ts';
import { limitTimesOf, nextLimit, type LimitTimes } from '../../parts/rescue/rescueClocks.ts';
import { claimerName } from '../../parts/rescue/rescuePresentation.ts';

/** A rescue in progress as the wall shows it, now or in the replayed past. */
export interface BoardCall {
  readonly id: number;
  readonly elevatorId: number;
  readonly title: string;
  /** The parts of the title: the community may be cut, the place in it never. */
  readonly titleParts: { readonly start: string; readonly end: string };
  readonly tag: string;
  readonly place: string;
  readonly kind: string;
  readonly stage: { readonly label: string; readonly tone: ReturnType<typeof rescueTone> };
  readonly isUnanswered: boolean;
  readonly sinceMs: number;
  /** The next step and its time; null when nothing is urgent. */
  readonly deadline: { readonly label: string; readonly short: string; readonly atMs: number } | null;
  /** Its claim lapsed: no one has had it since then. */
  readonly waitingAgainSinceMs: number | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

const titleOf = ({
  community_name: start,
  addr: end,
}: Pick<RescueOrderRow, 'community_name' | 'addr'>): Pick<BoardCall, 'title' | 'titleParts'> => ({
  title: `${start} ${end}`,
  titleParts: { start, end },
});

const clock = (time: string | null): string => (time === null ? '—' : toDisplayTime(time).slice(11));

function deadlineOf(times: LimitTimes): BoardCall['deadline'] {
  const limit = nextLimit(times);
  if (limit === null) return null;
  const { step, dueMs, limitMs } = limit;
  return { label: `${Math.round(limitMs / 60_000)} 分钟${step}`, short: step, atMs: dueMs };
}

function answerOf(row: RescueOrderRow): string {
  const { accepted_by: claimer, answered_at: answeredAt, lapsed_claim: lapsed } = row;
  if (claimer !== null) return `${claimerName(row)} ${clock(answeredAt)}`;
  return lapsed === null ? '等待受理' : `${lapsed.name} 受理已失效`;
}

function toBoardCall(row: RescueOrderRow): BoardCall {
  const { stage } = row;
  const sinceMs = Date.parse(row.created_at);
  return {
    id: row.id,
    elevatorId: row.elevator_id,
    ...titleOf(row),
    tag: row.tag,
    place: row.full_area,
    kind: row.trigger_label,
    stage: { label: row.stage_label, tone: rescueTone(row) },
    isUnanswered: stage === 'pending',
    sinceMs,
    deadline: deadlineOf(limitTimesOf(row)),
    waitingAgainSinceMs: row.waiting_since === null ? null : Date.parse(row.waiting_since),
    facts: [
      { label: '受理', value: answerOf(row) },
      { label: '派出救援', value: row.dispatched_at === null ? '尚未派出' : clock(row.dispatched_at) },
      { label: '到场', value: row.arrived_at === null ? '尚未到场' : clock(row.arrived_at) },
      { label: '维保单位', value: row.maintenance_name === '' ? '—' : row.maintenance_name },
    ],
  };
}

/** The rescues in progress, unclaimed ones first. */
export const toBoardCalls = (rows: readonly RescueOrderRow[]): readonly BoardCall[] =>
  sortOpenRescues(rows).map(toBoardCall);

const since = (stepMs: number | null, atMs: number): boolean => stepMs !== null && stepMs <= atMs;

/** The stage of a replayed rescue at a moment; null before it was raised and after it was closed. */
export function stageAt(rescue: ReplayRescue, atMs: number): RescueStage | null {
  if (rescue.raised_ms > atMs || since(rescue.completed_ms, atMs)) return null;
  if (since(rescue.released_ms, atMs)) return 'released';
  if (since(rescue.arrived_ms, atMs)) return 'arrived';
  if (since(rescue.dispatched_ms, atMs)) return 'dispatched';
  return since(rescue.answered_ms, atMs) ? 'accepted' : 'pending';
}

/** The limit that a replayed rescue had missed by then and not made good. */
function breachAt(rescue: ReplayRescue, stage: RescueStage, atMs: number): RescueOrderRow['breach'] {
  if (stage === 'pending') return atMs > rescue.respond_due_ms ? 'respond' : null;
  return (stage === 'accepted' || stage === 'dispatched') && atMs > rescue.arrive_due_ms ? 'arrive' : null;
}

/** The rescues that were in progress at a moment of the past, as the wall showed them then. */
export function replayedCalls(rescues: readonly ReplayRescue[], atMs: number): readonly BoardCall[] {
  const open = rescues.flatMap((rescue) => {
    const stage = stageAt(rescue, atMs);
    return stage === null
      ? []
      : [
          {
            rescue,
            id: rescue.id,
            stage,
            breach: breachAt(rescue, stage, atMs),
            // A replay does not know what had confirmed a call by then.
            only_scanned: false,
            created_at: toWireTime(rescue.raised_ms),
          },
        ];
  });
  const time = (stepMs: number | null, none: string): string =>
    stepMs === null || stepMs > atMs ? none : toDisplayTime(stepMs).slice(11);
  return sortOpenRescues(open).map(({ rescue, stage, breach }) => ({
    id: rescue.id,
    elevatorId: rescue.elevator_id,
    ...titleOf(rescue),
    tag: rescue.tag,
    place: rescue.community_name,
    kind: '困人救援',
    stage: { label: rescueStageLabels[stage], tone: rescueTone({ stage, breach }) },
    isUnanswered: stage === 'pending',
    sinceMs: rescue.raised_ms,
    deadline: deadlineOf({
      stage,
      raisedMs: rescue.raised_ms,
      respondDueMs: rescue.respond_due_ms,
      arriveDueMs: rescue.arrive_due_ms,
      answeredMs: since(rescue.answered_ms, atMs) ? rescue.answered_ms : null,
    }),
    waitingAgainSinceMs: null,
    facts: [
      { label: '受理', value: time(rescue.answered_ms, '等待受理') },
      { label: '派出救援', value: time(rescue.dispatched_ms, '尚未派出') },
      { label: '到场', value: time(rescue.arrived_ms, '尚未到场') },
      { label: '脱困', value: time(rescue.released_ms, '—') },
    ],
  }));
}

/** The alarms that had come until a moment of the past. */
export function replayedAlarms(
  alarms: readonly ReplayAlarm[],
  atMs: number,
  communityOf: (elevatorId: number) => string = () => '',
): readonly TickerAlarm[] {
  return alarms
    .filter(({ raised_ms: raisedMs }) => raisedMs <= atMs)
    .map((alarm) => ({
      id: alarm.id,
      elevatorId: alarm.elevator_id,
      kindLabel: alarm.kind_label,
      tag: alarm.tag,
      addr: alarm.addr,
      communityName: communityOf(alarm.elevator_id),
      priority: alarm.level,
      raisedAtMs: alarm.raised_ms,
      isOver: since(alarm.cleared_ms, atMs),
    }));
}

/** Returns the call in the wall's centre: the chosen one as long as it is open, otherwise the worst. */
export function centreCall(calls: readonly BoardCall[], chosenId: number | null): BoardCall | null {
  const chosen = calls.find(({ id }) => id === chosenId);
  // An unanswered call for help overrides any choice.
  const waiting = calls.find(({ isUnanswered }) => isUnanswered);
  return chosen?.isUnanswered === true ? chosen : (waiting ?? chosen ?? calls[0] ?? null);
}
