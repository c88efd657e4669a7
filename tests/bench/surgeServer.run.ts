import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { run, type TransactionSteps } from '../../server/store/eventStore.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';

/**
 * A whole server over many lifts, in a process of its own. Arguments: lifts. Tells its ports when it is ready. On
 * `deadlines` it makes every open escalation due at the same instant, and tells how late the last of them was on the
 * disk; on `peer` it makes as many bare appends as three a lift, all at once.
 */
const lifts = Number(process.argv[2]);
/** Long enough for a surge to be over, short enough to be waited for. */
const escalateAfterSeconds = 20;

const server = await startBenchServer({
  async prepare(store) {
    await writeLoadLifts(store, { lifts, periodSeconds: 3_600 });
    await store.write(function* (queries): TransactionSteps {
      yield* run(
        queries.insertInto('sys_config').values({
          key: 'escalate_after_seconds',
          value: JSON.stringify([escalateAfterSeconds, 600, 1_200]),
          updated_at_ms: 0,
          updated_by: 'bench',
        }),
      );
    });
  },
});
const { store } = server;

/** Moves every unanswered call in time, machine and deadlines alike, so that all escalations are due at this moment. */
async function makeEscalationsDue(atMs: number): Promise<readonly string[]> {
  const waiting = await store.rows
    .selectFrom('rescue_deadlines as d')
    .innerJoin('rescue_machines as m', 'm.stream', 'd.stream')
    .select(['d.stream', 'd.due_at_ms', 'm.state'])
    .where('d.kind', '=', 'escalate')
    .execute();
  await store.write(function* (queries): TransactionSteps {
    for (const { stream, due_at_ms: dueAtMs, state } of waiting) {
      const byMs = atMs - dueAtMs;
      const moved = rescueLifecycle.shifted(rescueLifecycle.fromJson(JSON.parse(state)), byMs);
      yield* run(
        queries
          .updateTable('rescue_machines')
          .set({ state: JSON.stringify(rescueLifecycle.toJson(moved)) })
          .where('stream', '=', stream),
      );
      yield* run(
        queries
          .updateTable('rescue_deadlines')
          .set((row) => ({ due_at_ms: row('due_at_ms', '+', byMs) }))
          .where('stream', '=', stream),
      );
    }
  });
  return waiting.map(({ stream }) => stream);
}

async function passDeadlines(): Promise<{ readonly deadlines: number; readonly lastLateMs: number }> {
  const head = await store.head();
  const dueAtMs = Date.now() + escalateAfterSeconds * 1_000;
  const waiting = new Set(await makeEscalationsDue(dueAtMs));
  const deadlines = waiting.size;
  const lastLateMs = await new Promise<number>((resolve) => {
    store.subscribe({
      afterPosition: head,
      onEvents(events) {
        for (const { type, stream } of events) if (type === 'rescue.escalated') waiting.delete(stream);
        if (waiting.size === 0) resolve(Date.now() - dueAtMs);
      },
    });
  });
  return { deadlines, lastLateMs };
}

async function appendBare(): Promise<{ readonly appends: number; readonly tookMs: number }> {
  const startedMs = performance.now();
  const appends = 3 * lifts;
  await Promise.all(
    Array.from({ length: appends }, (_, index) =>
      store.append({
        stream: `bench-${index}`,
        expectedVersion: 'none',
        messageId: `bench:${index}`,
        actor: { kind: 'system', id: 'bench', name: 'bench' },
        events: [{ type: 'bench.noted', atMs: index, data: { index } }],
      }),
    ),
  );
  return { appends, tookMs: performance.now() - startedMs };
}

process.on('message', (message) => {
  const asked = message === 'deadlines' ? passDeadlines() : appendBare();
  asked.then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
tellReady(server);
