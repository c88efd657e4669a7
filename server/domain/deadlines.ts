import { sql, type CompiledQuery } from 'kysely';
import * as z from 'zod';
import { lifecycles, streamPrefixes, type AnyLifecycle, type StreamPrefix } from '../../src/machines/lifecycles.ts';
import { run, type Queries } from '../store/eventStore.ts';
import { deadlineTable } from '../store/lifecycleTables.ts';
import { clockActor } from './actors.ts';
import { decide, type DecisionParts } from './decide.ts';
import { Refusal } from './refusal.ts';

/** Even without a wake-up (another process wrote the row), a deadline is late by no more than this. */
const longestSleepMs = 500;
const batchSize = 200;
const retryAfterMs = 5_000;
/** A machine refuses what is not due yet by a calendar that was set back a little meanwhile: at most two seconds (watchCalendar). */
const refusedRetryMs = 500;
const deadlineDataSchema = z.record(z.string(), z.number());

export interface DeadlineWatch {
  close(): Promise<void>;
}

interface DueRow {
  readonly prefix: StreamPrefix;
  readonly stream: string;
  readonly kind: string;
  readonly due_at_ms: number;
  readonly data: string;
}

const nameOf = ({ stream, kind, due_at_ms }: DueRow): string => `${stream}/${kind}/${due_at_ms}`;

/** The soonest deadlines of all lifecycles: every table is read by its index, and no further than the limit. */
const soonest = (rows: Queries, limit: number) =>
  streamPrefixes
    .map((prefix) =>
      rows
        .selectFrom(deadlineTable(prefix))
        .select(['stream', 'kind', 'due_at_ms', 'data', sql.lit(prefix).as('prefix')]),
    )
    .reduce((all, of) => all.unionAll(of))
    .orderBy('due_at_ms')
    .limit(limit);

/** The rows of each stream, in their order. */
function byStream(rows: readonly DueRow[]): Iterable<readonly DueRow[]> {
  const found = new Map<string, DueRow[]>();
  for (const row of rows) {
    const known = found.get(row.stream);
    if (known === undefined) found.set(row.stream, [row]);
    else known.push(row);
  }
  return found.values();
}

/**
 * Turns due rows into events. The rows survive a restart, so nothing is forgotten; each is handled once,
 * because the event replaces the stream's deadlines in its own transaction and its message id names the deadline.
 */
export function watchDeadlines(parts: DecisionParts, onError: (error: unknown) => void): DeadlineWatch {
  const { store, clock } = parts;
  let closed = false;
  let cancelTimer: (() => void) | undefined;
  let running = Promise.resolve();
  let callsAreOver: (() => void) | undefined;
  /** Deadlines that could not be handled, with the time (monotonic ms) of the next attempt: meanwhile they hold up no others. */
  const failed = new Map<string, number>();

  // Runs twice a second as long as the server does; compiling it takes longer than running it.
  const compiled: CompiledQuery<DueRow> = soonest(store.rows, batchSize).compile();

  /**
   * Handles what is due by then: all streams in parallel, so that they share commits, and each stream's in order.
   * Resolves with how long to wait for more.
   */
  async function passDue(untilMs: number): Promise<number> {
    const triedMs = clock.monotonicMs();
    for (const [name, retryAtMs] of failed) if (retryAtMs <= triedMs) failed.delete(name);
    const most = batchSize + failed.size;
    const { rows } = await store.rows.executeQuery<DueRow>({ ...compiled, parameters: [most] });
    const due = rows.filter(({ due_at_ms: dueAtMs }) => dueAtMs <= untilMs);
    const tried = due.filter((row) => !failed.has(nameOf(row)));
    holdBackFor(tried);
    const errors: unknown[] = [];
    let passed = 0;
    await Promise.all(
      [...byStream(tried)].map(async (ofStream) => {
        for (const row of ofStream) {
          if (closed) return;
          try {
            await pass(row);
            passed += 1;
          } catch (error) {
            const isRefused = error instanceof Refusal;
            failed.set(nameOf(row), triedMs + (isRefused ? refusedRetryMs : retryAfterMs));
            if (!isRefused || clock.nowMs() - row.due_at_ms > retryAfterMs) errors.push(error);
          }
        }
      }),
    );
    // When the database is unreachable they all fail for one reason: one line in the log says so.
    if (errors.length > 0) onError(errors[0]);
    if (passed > 0 || due.length === most) return 0;
    const next = rows[due.length];
    return next === undefined ? longestSleepMs : Math.min(longestSleepMs, Math.max(0, next.due_at_ms - clock.nowMs()));
  }

  /** Holds back the consequences of one escalation until the others that are due have rung too. */
  function holdBackFor(tried: readonly DueRow[]): void {
    if (tried.some(({ prefix }) => prefix === 'rescue')) callsAreOver ??= store.callsFirst.begin();
    else letOthersGoOn();
  }

  function letOthersGoOn(): void {
    callsAreOver?.();
    callsAreOver = undefined;
  }

  /** Rejects with a Refusal if the machine still waits for this deadline and does not accept it yet. */
  async function pass(row: DueRow): Promise<void> {
    const { prefix, stream, kind, due_at_ms: dueAtMs } = row;
    const lifecycle: AnyLifecycle = lifecycles[prefix];
    const draft = lifecycle.eventForDeadline({ kind, dueAtMs, data: deadlineDataSchema.parse(JSON.parse(row.data)) });
    if (draft !== undefined) {
      const { result } = await decide(parts, lifecycle, {
        stream,
        actor: clockActor,
        messageId: `deadline:${stream}:${kind}:${dueAtMs}`,
        choose: (state) =>
          lifecycle.deadlines(state).some((deadline) => deadline.kind === kind && deadline.dueAtMs === dueAtMs)
            ? draft
            : undefined,
      });
      if (result !== undefined) return;
    }
    // The stream has moved on since the row was read; do not retry a row that no machine wants.
    await store.write(function* (queries) {
      yield* run(
        queries
          .deleteFrom(deadlineTable(prefix))
          .where('stream', '=', stream)
          .where('kind', '=', kind)
          .where('due_at_ms', '=', dueAtMs),
      );
    });
  }

  async function round(): Promise<void> {
    let waitMs = longestSleepMs;
    try {
      waitMs = await passDue(clock.nowMs());
    } catch (error) {
      letOthersGoOn();
      onError(error);
    }
    if (closed) return;
    cancelTimer = clock.after(waitMs, () => {
      running = round();
    });
  }

  running = round();
  return {
    async close() {
      closed = true;
      cancelTimer?.();
      await running;
      letOthersGoOn();
    },
  };
}
