import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isClosed, isUnanswered, rescueTone } from './openRescues.ts';

/**
 * The limits of a rescue, read in one place for the desk, its queue, the overview and the wall: each shows the same
 * figure for the same call. Times in ms.
 */
export type LimitClock =
  | {
      readonly state: 'running';
      readonly remainingMs: number;
      readonly limitMs: number;
      /** Little is left. */ readonly isNear: boolean;
    }
  | { readonly state: 'breached'; readonly overMs: number; readonly limitMs: number }
  | { readonly state: 'met' | 'late'; readonly tookMs: number; readonly limitMs: number }
  /** The step was never needed: freed without help, or a false call. */
  | { readonly state: 'void'; readonly limitMs: number };

const minuteMs = 60_000;
/** From here on the limit asks for attention. */
export const respondNearMs = minuteMs;
const dispatchNearMs = minuteMs;
/** Someone who is typing knows of the call: the warning waits, but not until the end. */
const dispatchNearWhileTypingMs = 20_000;
export const arriveNearMs = 5 * minuteMs;

interface Limit {
  readonly raisedAt: string;
  readonly dueAt: string;
  readonly doneAt: string | null;
  readonly isVoid: boolean;
  readonly nearMs: number;
}

function limitClock({ raisedAt, dueAt, doneAt, isVoid, nearMs }: Limit, nowMs: number): LimitClock {
  const raisedMs = Date.parse(raisedAt);
  const dueMs = Date.parse(dueAt);
  const limitMs = dueMs - raisedMs;
  if (doneAt !== null) {
    const doneMs = Date.parse(doneAt);
    return { state: doneMs > dueMs ? 'late' : 'met', tookMs: Math.max(0, doneMs - raisedMs), limitMs };
  }
  if (isVoid) return { state: 'void', limitMs };
  const remainingMs = dueMs - nowMs;
  return remainingMs < 0
    ? { state: 'breached', overMs: -remainingMs, limitMs }
    : { state: 'running', remainingMs, limitMs, isNear: remainingMs <= nearMs };
}

/** The clock to the first answer: the three-minute figure counts that one, even when the claim lapsed later. */
export function respondClock(row: RescueOrderRow, nowMs: number): LimitClock {
  return limitClock(
    {
      raisedAt: row.created_at,
      dueAt: row.respond_due_at,
      doneAt: row.answered_at,
      isVoid: isClosed(row),
      nearMs: respondNearMs,
    },
    nowMs,
  );
}

/** The clock to the arrival of help, 30 minutes in a city, 60 elsewhere (TSG T5002-2017, 5(4)). */
export function arriveClock(row: RescueOrderRow, nowMs: number): LimitClock {
  const isVoid = isClosed(row) || row.released_at !== null || row.stage === 'released';
  return limitClock(
    { raisedAt: row.created_at, dueAt: row.arrive_due_at, doneAt: row.arrived_at, isVoid, nearMs: arriveNearMs },
    nowMs,
  );
}

/** The clock to the dispatch of help, while a claim waits for it; after that the claim lapses. Null without such a claim. */
export function dispatchClock(
  { claim }: Pick<RescueOrderRow, 'claim'>,
  nowMs: number,
  { isTyping = false }: { readonly isTyping?: boolean } = {},
): LimitClock | null {
  if (claim === null) return null;
  return limitClock(
    {
      raisedAt: claim.since,
      dueAt: claim.lapses_at,
      doneAt: null,
      isVoid: false,
      nearMs: isTyping ? dispatchNearWhileTypingMs : dispatchNearMs,
    },
    nowMs,
  );
}

/** Returns the time for which no one has had a call whose claim lapsed; null for any other. The three minutes were settled by the first accept. */
export function waitingAgainMs(
  { waiting_since: since }: Pick<RescueOrderRow, 'waiting_since'>,
  nowMs: number,
): number | null {
  return since === null ? null : Math.max(0, nowMs - Date.parse(since));
}

/** Until help said that it would arrive, negative once that time has passed; null without such a word. */
export function expectedInMs({ expected_at: at }: Pick<RescueOrderRow, 'expected_at'>, nowMs: number): number | null {
  return at === null ? null : Date.parse(at) - nowMs;
}

export interface NextLimit {
  readonly step: '受理' | '到场';
  readonly dueMs: number;
  readonly limitMs: number;
}

/** The times of an order's steps and limits, as far as `nextLimit` needs them. */
export interface LimitTimes {
  readonly stage: RescueOrderRow['stage'];
  readonly raisedMs: number;
  readonly respondDueMs: number;
  readonly arriveDueMs: number;
  /** The first accept. */
  readonly answeredMs: number | null;
}

/** The limit of the law that an open order still has to keep; null once help is there. A second wait for an answer has none. */
export function nextLimit({ stage, raisedMs, respondDueMs, arriveDueMs, answeredMs }: LimitTimes): NextLimit | null {
  if (stage === 'pending' && answeredMs === null)
    return { step: '受理', dueMs: respondDueMs, limitMs: respondDueMs - raisedMs };
  if (stage === 'pending' || stage === 'accepted' || stage === 'dispatched')
    return { step: '到场', dueMs: arriveDueMs, limitMs: arriveDueMs - raisedMs };
  return null;
}

export const limitTimesOf = (row: RescueOrderRow): LimitTimes => ({
  stage: row.stage,
  raisedMs: Date.parse(row.created_at),
  respondDueMs: Date.parse(row.respond_due_at),
  arriveDueMs: Date.parse(row.arrive_due_at),
  answeredMs: row.answered_at === null ? null : Date.parse(row.answered_at),
});

/** The clock that a person has to beat next: the dispatch that keeps the claim, else the limit of the law. Null once help is there. */
export function nextClock(
  row: RescueOrderRow,
  nowMs: number,
): { readonly step: string; readonly clock: LimitClock } | null {
  const dispatch = dispatchClock(row, nowMs);
  if (dispatch !== null) return { step: '派出', clock: dispatch };
  const limit = nextLimit(limitTimesOf(row));
  if (limit === null) return null;
  return limit.step === '受理'
    ? { step: limit.step, clock: respondClock(row, nowMs) }
    : { step: limit.step, clock: arriveClock(row, nowMs) };
}

/** A limit runs out soon: amber before it is missed. */
function isNearLimit(row: RescueOrderRow, nowMs: number): boolean {
  return [dispatchClock(row, nowMs), arriveClock(row, nowMs)].some(
    (clock) => clock?.state === 'running' && clock.isNear,
  );
}

/** Returns the tone of an order now; amber, too, while a limit is about to be missed. */
export function urgencyTone(row: RescueOrderRow, nowMs: number): ReturnType<typeof rescueTone> {
  const tone = rescueTone(row);
  return tone === 'info' && !isUnanswered(row) && isNearLimit(row, nowMs) ? 'high' : tone;
}

/** Time since the call; stops once the order is closed. */
export function sinceCallMs(row: RescueOrderRow, nowMs: number): number {
  const endMs = isClosed(row) ? Date.parse(row.completed_at ?? row.updated_at) : nowMs;
  return Math.max(0, endMs - Date.parse(row.created_at));
}
