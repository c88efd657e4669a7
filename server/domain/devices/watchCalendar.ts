import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { roleTypes } from '../../../src/contract/labels.ts';
import { every } from '../../runtime/clock.ts';
import type { SteadyClock } from '../../runtime/steadyClock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { clockActor } from '../actors.ts';
import { moveSelfTests } from './selfTests.ts';

/** The period for comparing the system's calendar with the time that has passed. */
const checkPeriodMs = 1_000;
/** Up to this difference the calendar is adopted silently: NTP slews it, and a leap second is not a step. */
const followedMs = 2_000;
/**
 * Two readings of an unmoved calendar differ by so much, because it counts whole milliseconds. To follow that would set
 * the server's calendar back again and again.
 */
const roundingMs = 1;
/** The kept offset need not be exact: what it misses is far below a step. */
const keptWithinMs = 500;

const metaKey = 'clock';
const keptSchema = z.object({ bootId: z.string(), offsetMs: z.number() });

export interface CalendarParts {
  readonly store: EventStore;
  readonly clock: SteadyClock;
  readonly onTrouble: OnTrouble;
}

export interface CalendarWatch {
  /** Calls back when the calendar was moved while the server ran, to adjust times held in memory. */
  onStepped(listener: (byMs: number) => void): void;
  close(): Promise<void>;
}

/**
 * Separates elapsed time from the calendar (decision 0019). A step of the system's calendar, now or while the server was down,
 * becomes one event, `clock.stepped`. Its transaction moves the calendar of this process, open deadlines, sessions and self-tests
 * by the same amount, so that nothing comes due, lapses or stays silent because somebody set a clock. Resolves when a step since
 * the last run is corrected.
 */
export async function watchCalendar(parts: CalendarParts): Promise<CalendarWatch> {
  const { store, clock, onTrouble } = parts;
  const listeners: ((byMs: number) => void)[] = [];
  let keptOffsetMs: number | undefined;
  /**
   * A step that is not recorded yet. The id makes it count once, even if we do not know whether the last attempt was committed.
   */
  let pending: { readonly messageId: string; readonly toOffsetMs: number; readonly byMs: number } | undefined;
  let isClosed = false;
  let checking = Promise.resolve();

  function* keep(queries: Queries, offsetMs: number): TransactionSteps {
    if (clock.bootId === undefined) return;
    const value = JSON.stringify({ bootId: clock.bootId, offsetMs });
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: metaKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
    );
  }

  /** The calendar moves inside the transaction, so that every event is recorded by the same calendar as its deadlines. */
  async function step(toOffsetMs: number, byMs: number): Promise<number> {
    const fromOffsetMs = clock.offsetMs;
    const planned = (pending ??= { messageId: `clock:${randomUUID()}`, toOffsetMs, byMs });
    try {
      const { events } = await store.append({
        stream: 'clock',
        expectedVersion: 'any',
        actor: clockActor,
        messageId: planned.messageId,
        alone: true,
        events: [{ type: 'clock.stepped', atMs: clock.nowMs(), data: { byMs: planned.byMs } }],
        *effects(queries) {
          clock.setOffset(planned.toOffsetMs);
          yield* keep(queries, planned.toOffsetMs);
          yield* moveSessions(queries, planned.byMs);
          yield* moveSelfTests(queries, planned.byMs);
        },
      });
      clock.setOffset(planned.toOffsetMs);
      pending = undefined;
      keptOffsetMs = planned.toOffsetMs;
      onTrouble(describeStep(planned.byMs), undefined);
      await tellAdministrators(parts, planned.byMs, events[0]?.position ?? 0).catch((error: unknown) =>
        onTrouble('未能通知管理员系统时钟被调整', error),
      );
      return planned.byMs;
    } catch (error) {
      clock.setOffset(fromOffsetMs);
      throw error;
    }
  }

  /** Resolves to the time by which the calendar has moved since the previous process, as far as it can be known. */
  async function stepSinceLastRun(): Promise<number> {
    const row = await store.rows.selectFrom('store_meta').select('value').where('key', '=', metaKey).executeTakeFirst();
    const kept = row === undefined ? undefined : keptSchema.parse(JSON.parse(row.value));
    if (kept !== undefined && kept.bootId === clock.bootId) {
      keptOffsetMs = kept.offsetMs;
      return clock.offsetMs - kept.offsetMs;
    }
    // Another boot or another machine: only a calendar behind the end of the log is known to have been moved.
    const last = await store.rows
      .selectFrom('events')
      .select('received_at_ms')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return Math.min(0, clock.nowMs() - (last?.received_at_ms ?? 0));
  }

  async function check(): Promise<void> {
    const offsetMs = clock.systemOffsetMs();
    const byMs = offsetMs - clock.offsetMs;
    if (pending !== undefined || Math.abs(byMs) > followedMs) {
      const movedMs = await step(offsetMs, byMs);
      for (const listener of listeners) listener(movedMs);
      return;
    }
    if (Math.abs(byMs) > roundingMs) clock.setOffset(offsetMs);
    if (keptOffsetMs !== undefined && Math.abs(offsetMs - keptOffsetMs) < keptWithinMs) return;
    await store.write((queries) => keep(queries, offsetMs));
    keptOffsetMs = offsetMs;
  }

  // A standby has waited for its turn, for days perhaps. What its machine's calendar did meanwhile moved no deadline:
  // the active process saw to those.
  clock.setOffset(clock.systemOffsetMs());
  const byMs = await stepSinceLastRun();
  if (Math.abs(byMs) > followedMs) await step(clock.offsetMs, byMs);
  await check();

  const stop = every(clock, checkPeriodMs, () => {
    if (!isClosed) checking = check().catch((error: unknown) => onTrouble('检查系统时钟出错，将重试', error));
    return checking;
  });
  return {
    onStepped: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      stop();
      await checking;
    },
  };
}

/** Moves the times of sessions along, so that nobody is signed out early or stays signed in longer. */
function* moveSessions(queries: Queries, byMs: number): TransactionSteps {
  yield* run(
    queries.updateTable('sessions').set((row) => ({
      created_at_ms: row('created_at_ms', '+', byMs),
      last_seen_at_ms: row('last_seen_at_ms', '+', byMs),
      expires_at_ms: row('expires_at_ms', '+', byMs),
    })),
  );
}

function describeStep(byMs: number): string {
  const seconds = Math.round(Math.abs(byMs) / 1_000);
  return `系统时钟被${byMs < 0 ? '拨回' : '拨快'} ${seconds} 秒。计时不受影响，各项期限已按实际经过的时间顺延；请检查服务器的时间同步（NTP）`;
}

async function tellAdministrators({ store, clock }: CalendarParts, byMs: number, position: number): Promise<void> {
  const administrators = await store.rows
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .select('u.id')
    .where('u.is_disabled', '=', 0)
    .where('r.role_type', '=', roleTypes.superAdministrator)
    .orderBy('u.id')
    .execute();
  if (administrators.length === 0) return;
  await store.append({
    stream: `notice-clock-${position}`,
    expectedVersion: 'none',
    actor: clockActor,
    causationPosition: position,
    events: [
      {
        type: 'notice.raised',
        atMs: clock.nowMs(),
        data: {
          title: '系统时钟被调整',
          detail: describeStep(byMs),
          level: 3,
          rescueOrderId: null,
          elevatorId: null,
          userIds: administrators.map(({ id }) => id),
        },
      },
    ],
  });
}
