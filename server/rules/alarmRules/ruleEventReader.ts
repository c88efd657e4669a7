import { alarmEvents } from '../../../src/contract/events/alarm.ts';
import { RecentMap } from './recentMap.ts';
import type { RuleEvent, RuleSource } from './ruleEvent.ts';
import { ruleEventOf, type LiftFacts } from './ruleEventOf.ts';
import { isOpening, needsOpening, openingOf, type Opening } from './ruleOpening.ts';

/** At least so many streams are remembered by their first event; of others it is read again. */
const mostStreams = 25_000;
/** Streams in one query. */
const streamsAtOnce = 200;

export interface RuleEventReaderParts extends Pick<LiftFacts, 'lift' | 'device'> {
  /** The events of these streams before the position that open an alarm or exception or say that it is worse, in order. */
  readonly openingsOf: (streams: readonly string[], before: number) => Promise<readonly RuleSource[]>;
  /** False where only events are read that need no others; true unless given. */
  readonly remembersOpenings?: boolean;
}

/** Reads stored events as rules see them, in the order of the log: what an event of an alarm does not say, the first of its stream does. */
export class RuleEventReader {
  readonly #parts: RuleEventReaderParts;
  /** `undefined`: the log has no first event of it. */
  readonly #openings = new RecentMap<string, Opening | undefined>(mostStreams);
  readonly #facts: LiftFacts;

  constructor(parts: RuleEventReaderParts) {
    this.#parts = parts;
    this.#facts = {
      lift: (elevatorId) => parts.lift(elevatorId),
      device: (deviceKey) => parts.device(deviceKey),
      opening: (stream) => this.#openings.get(stream),
    };
  }

  /**
   * Returns these events as rules see them; those that none has a use for are left out. One call after the other. `before`: the streams of
   * events that are not in the order of the log may begin anywhere before this position.
   */
  async read(events: readonly RuleSource[], before = events[0]?.position ?? 0): Promise<readonly RuleEvent[]> {
    await this.#learn(events, before);
    const seen: RuleEvent[] = [];
    for (const event of events) {
      this.#note(event);
      const found = ruleEventOf(event, this.#facts);
      if (found !== undefined) seen.push(found);
    }
    return seen;
  }

  /** The first events of the streams that begin before these events. */
  async #learn(events: readonly RuleSource[], before: number): Promise<void> {
    const missing = new Set<string>();
    const opened = new Set<string>();
    for (const event of events) {
      const { stream } = event;
      if (isOpening(event)) opened.add(stream);
      else if (needsOpening(event) && !opened.has(stream)) {
        if (!this.#openings.has(stream)) missing.add(stream);
        // None that these events need is dropped for another one of them.
        else this.#openings.set(stream, this.#openings.get(stream));
      }
    }
    const streams = [...missing];
    for (let from = 0; from < streams.length; from += streamsAtOnce) {
      const some = streams.slice(from, from + streamsAtOnce);
      for (const event of await this.#parts.openingsOf(some, before)) this.#note(event);
      for (const stream of some) if (!this.#openings.has(stream)) this.#openings.set(stream, undefined);
    }
  }

  #note(event: RuleSource): void {
    const { remembersOpenings = true } = this.#parts;
    if (!remembersOpenings) return;
    const { stream, type, data } = event;
    if (isOpening(event)) this.#openings.set(stream, openingOf(event));
    if (type !== 'alarm.worsened') return;
    const opening = this.#openings.get(stream);
    if (opening !== undefined)
      this.#openings.set(stream, { ...opening, level: alarmEvents['alarm.worsened'].parse(data).level });
  }
}
