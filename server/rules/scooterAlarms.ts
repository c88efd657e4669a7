import * as z from 'zod';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamNumber } from '../../src/contract/streamName.ts';
import { findAlarmFacts } from '../domain/records/currentRows.ts';
import type { EventStore } from '../store/eventStore.ts';

const mostKnown = 20_000;
const raisedSchema = z.object({ elevatorId: z.number(), kind: z.string() });

/** Knows the alarms that report a scooter, and their lifts: the first event says it, and later ones are looked up. */
export class ScooterAlarms {
  readonly #store: EventStore;
  /** The lift by the alarm's stream; null for an alarm of another kind. */
  readonly #known = new Map<string, number | null>();

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** The lift's id; undefined for an event of another kind of alarm. */
  async liftOf({ stream, type, data }: StoredEvent): Promise<number | undefined> {
    const known = this.#known.get(stream);
    if (known !== undefined) return known ?? undefined;
    const alarm = type === 'alarm.raised' ? raisedSchema.parse(data) : await this.#lookUp(stream);
    const elevatorId = alarm?.kind === 'moto' ? alarm.elevatorId : null;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(stream, elevatorId);
    return elevatorId ?? undefined;
  }

  async #lookUp(stream: string): Promise<z.infer<typeof raisedSchema> | undefined> {
    const row = await findAlarmFacts(this.#store, streamNumber(stream));
    return row === undefined ? undefined : { elevatorId: row.elevator_id, kind: row.kind };
  }
}
