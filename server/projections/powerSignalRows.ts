import { deviceEvents } from '../../src/contract/events/device.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamId } from '../../src/contract/streamName.ts';
import { run, type InlineProjection, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/** Longer than the longest time within which lifts count as losing their power together, with the time until that is decided. */
const powerSignalsKeptMs = 3_600_000;

/**
 * `power_signals`: what of the last hour says that lifts lost their power or have it back; `lifts_without_mains`: which
 * controllers say so now. After `device`, whose rows it reads.
 */
export const powerSignalRows: InlineProjection = {
  name: 'power-signals',
  version: 1,
  tables: ['power_signals', 'lifts_without_mains'],
  handles: ['device.codeRaised', 'device.codeCleared', 'device.lost', 'device.silent', 'device.unbound'],
  *steps(event, queries) {
    if (event.type === 'device.unbound') {
      yield* run(queries.deleteFrom('lifts_without_mains').where('device_key', '=', deviceKeyOf(event)));
      return;
    }
    const signal = yield* signalOf(event, queries);
    if (signal === undefined) return;
    yield* keepMains(event, signal, queries);
    yield* run(queries.deleteFrom('power_signals').where('at_ms', '<', event.receivedAtMs - powerSignalsKeptMs));
    yield* run(
      queries.insertInto('power_signals').values({
        position: event.position,
        device_key: deviceKeyOf(event),
        at_ms: event.receivedAtMs,
        ...signal,
      }),
    );
  },
};

const deviceKeyOf = ({ stream }: StoredEvent): string => streamId(stream);

const powerCodes: ReadonlySet<string> = new Set(['41', '46']);

interface Signal {
  readonly elevator_id: number;
  readonly cause: string;
  readonly is_over: 0 | 1;
}

function* keepMains(event: StoredEvent, { elevator_id, cause, is_over }: Signal, queries: Queries): TransactionSteps {
  if (!powerCodes.has(cause)) return;
  const row = { device_key: deviceKeyOf(event), code: cause };
  yield* run(
    is_over === 1
      ? queries.deleteFrom('lifts_without_mains').where('device_key', '=', row.device_key).where('code', '=', row.code)
      : queries
          .insertInto('lifts_without_mains')
          .values({ ...row, elevator_id })
          .onConflict((conflict) => conflict.columns(['device_key', 'code']).doUpdateSet({ elevator_id })),
  );
}

function* signalOf(event: StoredEvent, queries: Queries): TransactionSteps<Signal | undefined> {
  if (event.type === 'device.codeRaised' || event.type === 'device.codeCleared') {
    const { elevatorId, code } = deviceEvents[event.type].parse(event.data);
    const is_over = event.type === 'device.codeCleared' ? 1 : 0;
    return powerCodes.has(code) ? { elevator_id: elevatorId, cause: code, is_over } : undefined;
  }
  const [device] = yield* run(
    queries.selectFrom('device_states').select('elevator_id').where('device_key', '=', deviceKeyOf(event)),
  );
  return device === undefined ? undefined : { elevator_id: device.elevator_id, cause: 'offline', is_over: 0 };
}
