import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { Database } from '../../store/schema.ts';
import type { RingConsoleTable, RingProcessTable, RingPushTable } from '../../store/rowTables.ts';

/** The time for which the list of those who were rung is kept; the log itself keeps permanently that a call rang. */
export const ringsKeptMs = 90 * 86_400_000;
/** The period in which a process reports that it is alive: the consoles of a killed process count as closed after it at the latest. */
export const ringAliveMs = 60_000;

/** The session behind a console: where and when its user signed in. */
export type ConsoleSession = Pick<Database['sessions'], 'token_hash' | 'ip' | 'agent' | 'created_at_ms'>;

/** The sessions of these keys that have not ended. */
export function readConsoleSessions(queries: Queries, sessionKeys: readonly string[]): Promise<ConsoleSession[]> {
  return queries
    .selectFrom('sessions')
    .select(['token_hash', 'ip', 'agent', 'created_at_ms'])
    .where('token_hash', 'in', sessionKeys)
    .execute();
}

/** Adds to a push that is known what followed of it. */
export function* keepRingPushes(queries: Queries, pushes: readonly RingPushTable[]): TransactionSteps {
  yield* run(
    queries
      .insertInto('ring_pushes')
      .values(pushes)
      .onConflict((conflict) =>
        conflict.columns(['subject', 'position', 'is_reminder', 'notice_level']).doUpdateSet((row) => ({
          last_at_ms: row.ref('excluded.last_at_ms'),
          times: row('ring_pushes.times', '+', row.ref('excluded.times')),
        })),
      ),
  );
}

/** Keeps consoles. Of a known one only changed facts are written: its session may be gone by now, and what was known of it stays. */
export function* keepRingConsoles(queries: Queries, consoles: readonly RingConsoleTable[]): TransactionSteps {
  yield* run(
    queries
      .insertInto('ring_consoles')
      .values(consoles)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          until_ms: row.ref('excluded.until_ms'),
          sound: row.ref('excluded.sound'),
        })),
      ),
  );
}

export function* keepRingProcess(queries: Queries, process: RingProcessTable): TransactionSteps {
  yield* run(
    queries
      .insertInto('ring_processes')
      .values(process)
      .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ seen_ms: process.seen_ms })),
  );
}

export function* dropRingsBefore(queries: Queries, beforeMs: number): TransactionSteps {
  yield* run(queries.deleteFrom('ring_pushes').where('last_at_ms', '<', beforeMs));
  yield* run(queries.deleteFrom('ring_consoles').where('until_ms', '<', beforeMs));
  // Without an end its process was killed; no process runs for so long.
  yield* run(queries.deleteFrom('ring_consoles').where('since_ms', '<', beforeMs).where('until_ms', 'is', null));
  yield* run(queries.deleteFrom('ring_processes').where('seen_ms', '<', beforeMs));
}
