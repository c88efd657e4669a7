import { sql } from 'kysely';
import type { TrapAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { rescueCauses } from '../../../src/contract/labels.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import type { Figures } from './figures.ts';
import { grouped, recordsWhere, type RecordQuestion } from './records.ts';
import { readRepeatLifts } from './repeatLifts.ts';

type TrapFigures = TrapAnswer['rows'][number]['figures'];

const hourMs = 3_600_000;

interface CauseFact {
  readonly row_key: number;
  readonly cause: string | null;
  readonly num: number;
  readonly people: number;
}
interface HourFact {
  readonly row_key: number;
  readonly hour: number;
  readonly num: number;
}

/** The hour of the city's day in which a record came. */
export const hourOfDay = sql<number>`(((t.raised_at_ms + ${sql.lit(chinaOffsetMs)}) / ${sql.lit(hourMs)}) % 24)`;

/** Entrapments by cause and hour, the people in them, and the lifts on which they repeat. */
export async function readTrapFigures(question: RecordQuestion): Promise<Figures<TrapFigures>> {
  const [causes, hours, repeats] = await Promise.all([
    grouped(
      question,
      (key) => sql<CauseFact>`select row_key, cause, count(*) as num, cast(coalesce(sum(people), 0) as bigint) as people
        from (select ${key} as row_key, t.cause, t.people_num as people from ${recordsWhere(question)}) as r
        group by row_key, cause`,
    ),
    grouped(
      question,
      (key) => sql<HourFact>`select row_key, hour, count(*) as num
        from (select ${key} as row_key, ${hourOfDay} as hour from ${recordsWhere(question)}) as r group by row_key, hour`,
    ),
    readRepeatLifts(question),
  ]);
  const figuresOf = (
    causeFacts: readonly CauseFact[],
    hourFacts: readonly HourFact[],
    repeated: (typeof repeats)['ofAll'],
  ): TrapFigures => {
    const byCause = new Map<TrapFigures['causes'][number]['cause'], number>();
    for (const { cause, num } of causeFacts) {
      const name = rescueCauses.find((known) => known === cause) ?? null;
      byCause.set(name, (byCause.get(name) ?? 0) + num);
    }
    return {
      people_num: causeFacts.reduce((sum, { people }) => sum + people, 0),
      repeat_lifts_30: repeated.twice_in_30,
      repeat_lifts_365: repeated.thrice_in_365,
      causes: [...byCause].map(([cause, num]) => ({ cause, num })).toSorted((a, b) => b.num - a.num),
      hours: Array.from({ length: 24 }, (_, hour) => hourFacts.find((fact) => fact.hour === hour)?.num ?? 0),
    };
  };
  return {
    ofRow: (id) => figuresOf(causes.ofRow(id), hours.ofRow(id), repeats.ofRow(id)),
    ofAll: () => figuresOf(causes.ofAll, hours.ofAll, repeats.ofAll),
  };
}
