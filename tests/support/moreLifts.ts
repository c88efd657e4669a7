import { run, type EventStore, type TransactionSteps } from '../../server/store/eventStore.ts';
import { smallCity } from './smallCity.ts';

const rowsAtOnce = 500;

export interface MoreLifts {
  readonly firstId: number;
  readonly count: number;
  readonly deviceKeyOf: (id: number) => string;
  readonly periodSeconds: number;
  /** Their devices have reported before; otherwise they never did. */
  readonly areOnline?: boolean;
}

/** Lifts with a device each, at the place and under the companies of the small city's first; numbered upwards from `firstId`. */
export async function addLifts(
  store: EventStore,
  { firstId, count, deviceKeyOf, periodSeconds, areOnline = false }: MoreLifts,
): Promise<void> {
  const pattern = await store.rows
    .selectFrom('elevators')
    .selectAll()
    .where('id', '=', smallCity.lift.id)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < count; from += rowsAtOnce) {
    const ids = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) => firstId + from + index);
    await store.write(function* (queries): TransactionSteps {
      yield* run(
        queries.insertInto('elevators').values(
          ids.map((id) => ({
            ...pattern,
            id,
            tag: `L-${id}`,
            rescue_code: String(id + 1_000_000),
            registration_code: String(id),
            code: '',
            internal_tag: '',
          })),
        ),
      );
      yield* run(
        queries.insertInto('devices').values(
          ids.map((id) => ({
            device_key: deviceKeyOf(id),
            elevator_id: id,
            device_type: 'COL',
            report_period_seconds: periodSeconds,
            secret_version: 1,
          })),
        ),
      );
      if (!areOnline) return;
      yield* run(
        queries
          .insertInto('device_states')
          .values(
            ids.map((id) => ({ device_key: deviceKeyOf(id), elevator_id: id, status: 1, load: 1, changed_at_ms: 0 })),
          ),
      );
    });
  }
}
