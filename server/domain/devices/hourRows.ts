import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/** The counters of all lifts for an hour, encoded (see telemetry). A later, fuller text of the same hour replaces the earlier one. */
export function* keepHour(
  queries: Queries,
  hour: { readonly atMs: number; readonly liftNum: number; readonly counters: string },
): TransactionSteps {
  const { atMs, liftNum, counters } = hour;
  yield* run(
    queries
      .insertInto('hour_counters')
      .values({ at_ms: atMs, lift_num: liftNum, counters })
      .onConflict((conflict) => conflict.column('at_ms').doUpdateSet({ lift_num: liftNum, counters })),
  );
}

export function* dropHoursBefore(queries: Queries, beforeMs: number): TransactionSteps {
  yield* run(queries.deleteFrom('hour_counters').where('at_ms', '<', beforeMs));
}

/** The encoded counters of the hour that began then; undefined where none were kept. */
export async function readHour({ rows }: Pick<EventStore, 'rows'>, atMs: number): Promise<string | undefined> {
  const row = await rows.selectFrom('hour_counters').select('counters').where('at_ms', '=', atMs).executeTakeFirst();
  return row?.counters;
}
