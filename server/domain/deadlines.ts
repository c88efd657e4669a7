import { lifecycleOf } from '../../src/machines/lifecycles.ts';
import * as z from 'zod';
import { run } from '../store/eventStore.ts';
import { clockActor } from './actors.ts';
import { decide, type DecisionParts } from './decide.ts';
import { Refusal } from './refusal.ts';

/** Even when no wake-up comes (another process wrote the row), a deadline is late by no more than this. */
const longestSleepMs = 500;
const batchSize = 200;
const deadlineDataSchema = z.record(z.string(), z.number());

export interface DeadlineWatch {
  close(): Promise<void>;
}

/**
 * Turns rows that fall due into events. The rows survive a restart, so nothing is forgotten; each passes once,
 * because the event replaces the stream's deadlines in its own transaction and its message id names the deadline.
 */
export function watchDeadlines(parts: DecisionParts, onError: (error: unknown) => void): DeadlineWatch {
  const { store, clock } = parts;
  let closed = false;
  let cancelTimer: (() => void) | undefined;
  let running = Promise.resolve();

  async function passDue(): Promise<void> {
    const due = await store.rows.selectFrom('deadlines').selectAll().where('due_at_ms', '<=', clock.nowMs()).orderBy('due_at_ms').limit(batchSize).execute();
    for (const row of due) {
      if (closed) return;
      await pass(row);
    }
  }

  async function pass(row: { readonly stream: string; readonly kind: string; readonly due_at_ms: number; readonly data: string }): Promise<void> {
    const { stream, kind } = row;
    const lifecycle = lifecycleOf(stream);
    const draft = lifecycle?.eventForDeadline({ kind, dueAtMs: row.due_at_ms, data: deadlineDataSchema.parse(JSON.parse(row.data)) });
    if (lifecycle !== undefined && draft !== undefined) {
      try {
        await decide(parts, lifecycle, { stream, actor: clockActor, choose: () => draft, messageId: `deadline:${stream}:${kind}:${row.due_at_ms}` });
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    // The stream has moved on since the row was read; a row that no machine wants is not asked about for ever.
    await store.write(function* (queries) {
      yield* run(queries.deleteFrom('deadlines').where('stream', '=', stream).where('kind', '=', kind).where('due_at_ms', '=', row.due_at_ms));
    });
  }

  async function sleepMs(): Promise<number> {
    const next = await store.rows.selectFrom('deadlines').select((expression) => expression.fn.min('due_at_ms').as('due_at_ms')).executeTakeFirst();
    const dueAtMs = next?.due_at_ms ?? null;
    return dueAtMs === null ? longestSleepMs : Math.min(longestSleepMs, Math.max(0, dueAtMs - clock.nowMs()));
  }

  async function round(): Promise<void> {
    let waitMs = longestSleepMs;
    try {
      await passDue();
      waitMs = await sleepMs();
    } catch (error) {
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
    },
  };
}
