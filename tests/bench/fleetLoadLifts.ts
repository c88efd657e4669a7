import { run, type EventStore, type TransactionSteps } from '../../server/store/eventStore.ts';
import { smallCity } from '../support/smallCity.ts';

/** The lifts of the load, beside those of the small city. */
export const firstLoadLiftId = 10_000;
export const loadDeviceKey = (elevatorId: number): string => `LOAD${elevatorId}`;

const rowsAtOnce = 500;

/** Known and online already: what is measured is the stream of reports, not the first minute of a site. */
export async function writeLoadLifts(
  store: EventStore,
  { lifts, periodSeconds }: { readonly lifts: number; readonly periodSeconds: number },
): Promise<void> {
  const pattern = await store.rows
    .selectFrom('elevators')
    .selectAll()
    .where('id', '=', smallCity.lift.id)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < lifts; from += rowsAtOnce) {
    const ids = Array.from(
      { length: Math.min(rowsAtOnce, lifts - from) },
      (_, index) => firstLoadLiftId + from + index,
    );
    await store.write(function* (queries): TransactionSteps {
      yield* run(
        queries.insertInto('elevators').values(
          ids.map((id) => ({
            ...pattern,
            id,
            tag: `L-${id}`,
            rescue_code: String(id + 1_000_000),
            registration_code: String(id),
          })),
        ),
      );
      yield* run(
        queries.insertInto('devices').values(
          ids.map((id) => ({
            device_key: loadDeviceKey(id),
            elevator_id: id,
            device_type: 'COL',
            report_period_seconds: periodSeconds,
            secret_version: 1,
          })),
        ),
      );
      yield* run(
        queries
          .insertInto('device_states')
          .values(
            ids.map((id) => ({ device_key: loadDeviceKey(id), elevator_id: id, status: 1, load: 1, changed_at_ms: 0 })),
          ),
      );
    });
  }
}
