import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/**
 * A whole fleet as it stood at a minute, encoded (see telemetry). A minute that is kept already stays: of several
 * processes the first one's counts.
 */
export function* keepMinute(
  queries: Queries,
  minute: { readonly atMs: number; readonly liftNum: number; readonly frame: string },
): TransactionSteps {
  const { atMs, liftNum, frame } = minute;
  yield* run(
    queries
      .insertInto('minute_samples')
      .values({ at_ms: atMs, lift_num: liftNum, source: 'live', frame })
      .onConflict((conflict) => conflict.column('at_ms').doNothing()),
  );
}

export function* dropMinutesBefore(queries: Queries, beforeMs: number): TransactionSteps {
  yield* run(queries.deleteFrom('minute_samples').where('at_ms', '<', beforeMs));
}
