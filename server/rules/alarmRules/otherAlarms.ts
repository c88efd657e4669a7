import { RecentMap } from './recentMap.ts';
import type { RuleSource } from './ruleEvent.ts';

/** At least so many streams are remembered; what follows in one that was forgotten is read. */
const mostStreams = 100_000;
const ends: ReadonlySet<string> = new Set(['alarm.completed', 'alarm.judgedFalse']);

/** Alarms of kinds that no rule of a test asks for, while they may go on. */
export class OtherAlarms {
  readonly #streams = new RecentMap<string, true>(mostStreams);

  /** Those of the events that are about anything else. Call it with each event of the log in turn. */
  without(events: readonly RuleSource[]): readonly RuleSource[] {
    return events.filter(({ stream, type, data }) => {
      if (data === null) this.#streams.set(stream, true);
      else if (!this.#streams.has(stream)) return true;
      else if (ends.has(type)) this.#streams.delete(stream);
      return false;
    });
  }
}
