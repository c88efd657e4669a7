import * as z from 'zod';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { isStreamOf, streamNumber } from '../../src/contract/streamName.ts';
import { findAlarmFacts, liftOfOrder } from '../domain/records/currentRows.ts';
import type { EventStore } from '../store/eventStore.ts';

const mostKnown = 20_000;
const raisedSchema = z.object({ elevatorId: z.number() });

/** Finds the lift of an alarm or a rescue order: its first event names it, and later ones are looked up. */
export class LiftsOfStreams {
  readonly #store: EventStore;
  readonly #known = new Map<string, number>();

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** The lift's id; the stream's own name if no row has it. */
  async liftOf({ stream, type, data }: StoredEvent): Promise<number | string> {
    const known = this.#known.get(stream);
    if (known !== undefined) return known;
    const elevatorId = type.endsWith('.raised') ? raisedSchema.parse(data).elevatorId : await this.#lookUp(stream);
    if (elevatorId === undefined) return stream;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(stream, elevatorId);
    return elevatorId;
  }

  async #lookUp(stream: string): Promise<number | undefined> {
    const id = streamNumber(stream);
    return isStreamOf('alarm', stream)
      ? (await findAlarmFacts(this.#store, id))?.elevator_id
      : liftOfOrder(this.#store, id);
  }
}
