import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isClosed } from '../../parts/rescue/openRescues.ts';

/** A limit of the rescue as the desk shows it. Times in ms. */
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
const respondNearMs = minuteMs;
const arriveNearMs = 5 * minuteMs;

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

/** To the first answer: the three-minute figure counts that one, even when the claim lapsed later. */
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

/** To the arrival of help, 30 minutes in a city, 60 elsewhere (TSG T5002-2017, 5(4)). */
export function arriveClock(row: RescueOrderRow, nowMs: number): LimitClock {
  const isVoid = isClosed(row) || row.released_at !== null || row.stage === 'released';
  return limitClock(
    { raisedAt: row.created_at, dueAt: row.arrive_due_at, doneAt: row.arrived_at, isVoid, nearMs: arriveNearMs },
    nowMs,
  );
}

/** Time since the call; stops once the order is closed. */
export function sinceCallMs(row: RescueOrderRow, nowMs: number): number {
  const endMs = isClosed(row) ? Date.parse(row.completed_at ?? row.updated_at) : nowMs;
  return Math.max(0, endMs - Date.parse(row.created_at));
}
