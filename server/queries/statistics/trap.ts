import { sql } from 'kysely';
import type { TrapAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { rescueCauses } from '../../../src/contract/labels.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import type { Figures } from './figures.ts';
import { addedUp, recordsWhere, sumBy, type RecordQuestion } from './records.ts';
import { countsBy } from './namedCounts.ts';
import { readRepeatLifts } from './repeatLifts.ts';

type TrapFigures = TrapAnswer['rows'][number]['figures'];

const hourMs = 3_600_000;

interface TrapFact {
  readonly row_key: number;
  readonly cause: string | null;
  readonly hour: number;
  readonly num: number;
  readonly people: number;
}

/** The hour of the city's day in which a record came. */
export const hourOfDay = sql<number>`(((t.raised_at_ms + ${sql.lit(chinaOffsetMs)}) / ${sql.lit(hourMs)}) % 24)`;

/** Entrapments by cause and hour, the people in them, and the lifts on which they repeat. */
export async function readTrapFigures(question: RecordQuestion): Promise<Figures<TrapFigures>> {
  const [facts, repeats] = await Promise.all([
    addedUp(
      question,
      (
        key,
      ) => sql<TrapFact>`select row_key, cause, hour, count(*) as num, cast(coalesce(sum(people), 0) as bigint) as people
        from (select ${key} as row_key, t.cause, ${hourOfDay} as hour, t.people_num as people from ${recordsWhere(question)}) as r
        group by row_key, cause, hour`,
    ),
    readRepeatLifts(question),
  ]);
  const figuresOf = (of: readonly TrapFact[], repeated: (typeof repeats)['ofAll']): TrapFigures => {
    const byCause = countsBy(of, ({ cause }) => rescueCauses.find((known) => known === cause) ?? null);
    const byHour = countsBy(of, ({ hour }) => hour);
    return {
      people_num: sumBy(of, ({ people }) => people),
      repeat_lifts_30: repeated.twice_in_30,
      repeat_lifts_365: repeated.thrice_in_365,
      causes: [...byCause].map(([cause, num]) => ({ cause, num })).toSorted((a, b) => b.num - a.num),
      hours: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
    };
  };
  return {
    ofRow: (id) => figuresOf(facts.ofRow(id), repeats.ofRow(id)),
    ofAll: () => figuresOf(facts.ofAll, repeats.ofAll),
  };
}
