import { sql, type RawBuilder } from 'kysely';
import type { StatisticsDuration } from '../../../src/contract/endpoints/statistics.ts';
import { grouped, recordsWhere, type RecordQuestion } from './records.ts';

interface PlacedMs {
  readonly row_key: number;
  /** 1 is the shortest. */
  readonly place: number;
  readonly num: number;
  readonly mean_ms: number;
  readonly ms: number;
}

/** The value between neighbours, as `spreadOf` has it; `tenths` of the others lie below. */
function quantile(places: ReadonlyMap<number, number>, num: number, tenths: number): number {
  const below = Math.floor(((num - 1) * tenths) / 10);
  const low = places.get(below + 1) ?? 0;
  return low + ((places.get(below + 2) ?? low) - low) * ((((num - 1) * tenths) % 10) / 10);
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

function durationOf(facts: readonly PlacedMs[], records: number): StatisticsDuration {
  const [first] = facts;
  if (first === undefined) return { median_s: null, p90_s: null, mean_s: null, num: 0, missing: records };
  const places = new Map(facts.map(({ place, ms }) => [place, ms]));
  return {
    median_s: toSeconds(quantile(places, first.num, 5)),
    p90_s: toSeconds(quantile(places, first.num, 9)),
    mean_s: toSeconds(first.mean_ms),
    num: first.num,
    missing: records - first.num,
  };
}

export interface Durations {
  /** `records`: how many there are that should have the time. */
  readonly ofRow: (id: number, records: number) => StatisticsDuration;
  readonly ofAll: (records: number) => StatisticsDuration;
}

/**
 * Reads the middle and the ninth tenth of a duration in ms, null where a record lacks it. The database sorts and returns the neighbours of both
 * places only: a year has more records than the thread that rings should see.
 */
export async function readDurations(
  question: RecordQuestion,
  ms: RawBuilder<unknown>,
  ...further: readonly RawBuilder<unknown>[]
): Promise<Durations> {
  const facts = await grouped(
    question,
    (key) => sql<PlacedMs>`select row_key, place, num, mean_ms, ms from (
      select row_key, ms, row_number() over (partition by row_key order by ms) as place,
        count(*) over (partition by row_key) as num,
        cast(avg(ms) over (partition by row_key) as double precision) as mean_ms
      from (select ${key} as row_key, ${ms} as ms from ${recordsWhere(question, ...further, sql`${ms} is not null`)}) as timed
    ) as placed
    where place in ((num + 1) / 2, (num + 1) / 2 + 1, ((num - 1) * 9) / 10 + 1, ((num - 1) * 9) / 10 + 2)`,
  );
  return {
    ofRow: (id, records) => durationOf(facts.ofRow(id), records),
    ofAll: (records) => durationOf(facts.ofAll, records),
  };
}

/** From one moment to another of the same record; null where either is not known, or they are in the wrong order. */
export const between = (from: string, until: string): RawBuilder<unknown> => {
  const [start, end] = [sql.ref(`t.${from}`), sql.ref(`t.${until}`)];
  return sql`case when ${end} >= ${start} then ${end} - ${start} end`;
};
