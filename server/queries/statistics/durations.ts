import { sql, type RawBuilder } from 'kysely';
import type { StatisticsDuration } from '../../../src/contract/endpoints/statistics.ts';
import { addedUp, recordsWhere, type RecordQuestion } from './records.ts';

interface PlacedMs {
  readonly row_key: number;
  /** 1 is the shortest: of its row, and of all. */
  readonly place: number;
  readonly num: number;
  readonly mean_ms: number;
  readonly place_of_all: number;
  readonly num_of_all: number;
  readonly mean_ms_of_all: number;
  readonly ms: number;
}

interface Sample {
  readonly num: number;
  readonly meanMs: number;
  /** Some of the durations by their place. */
  readonly places: ReadonlyMap<number, number>;
}

/** The value between neighbours, as `spreadOf` has it; `tenths` of the others lie below. */
function quantile(places: ReadonlyMap<number, number>, num: number, tenths: number): number {
  const below = Math.floor(((num - 1) * tenths) / 10);
  const low = places.get(below + 1) ?? 0;
  return low + ((places.get(below + 2) ?? low) - low) * ((((num - 1) * tenths) % 10) / 10);
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

function durationOf(sample: Sample | undefined, records: number): StatisticsDuration {
  if (sample === undefined) return { median_s: null, p90_s: null, mean_s: null, num: 0, missing: records };
  const { num, meanMs, places } = sample;
  return {
    median_s: toSeconds(quantile(places, num, 5)),
    p90_s: toSeconds(quantile(places, num, 9)),
    mean_s: toSeconds(meanMs),
    num,
    missing: records - num,
  };
}

export interface Durations {
  /** `records`: how many there are that should have the time. */
  readonly ofRow: (id: number, records: number) => StatisticsDuration;
  readonly ofAll: (records: number) => StatisticsDuration;
}

/** The places between which the middle and the ninth tenth lie. */
const isWanted = (place: string, num: string): RawBuilder<unknown> => {
  const [at, of] = [sql.ref(place), sql.ref(num)];
  return sql`${at} in ((${of} + 1) / 2, (${of} + 1) / 2 + 1, ((${of} - 1) * 9) / 10 + 1, ((${of} - 1) * 9) / 10 + 2)`;
};

/**
 * Reads the middle and the ninth tenth of a duration in ms, null where a record lacks it. The database sorts and returns the neighbours of both
 * places only: a year has more records than the thread that rings should see.
 */
export async function readDurations(
  question: RecordQuestion,
  ms: RawBuilder<unknown>,
  ...further: readonly RawBuilder<unknown>[]
): Promise<Durations> {
  const facts = await addedUp(
    question,
    (key) => sql<PlacedMs>`select * from (
      select row_key, ms, row_number() over of_row as place, count(*) over (partition by row_key) as num,
        cast(avg(ms) over (partition by row_key) as double precision) as mean_ms,
        row_number() over (order by ms) as place_of_all, count(*) over () as num_of_all,
        cast(avg(ms) over () as double precision) as mean_ms_of_all
      from (select ${key} as row_key, ${ms} as ms from ${recordsWhere(question, ...further, sql`${ms} is not null`)}) as timed
      window of_row as (partition by row_key order by ms)
    ) as placed where ${isWanted('place', 'num')} or ${isWanted('place_of_all', 'num_of_all')}`,
  );
  const sampleOf = (id: number): Sample | undefined => {
    const [first, ...others] = facts.ofRow(id);
    return (
      first && {
        num: first.num,
        meanMs: first.mean_ms,
        places: new Map([first, ...others].map(({ place, ms: value }) => [place, value])),
      }
    );
  };
  const [first] = facts.ofAll;
  const sampleOfAll: Sample | undefined = first && {
    num: first.num_of_all,
    meanMs: first.mean_ms_of_all,
    places: new Map(facts.ofAll.map(({ place_of_all: place, ms: value }) => [place, value])),
  };
  return {
    ofRow: (id, records) => durationOf(sampleOf(id), records),
    ofAll: (records) => durationOf(sampleOfAll, records),
  };
}

/** From one moment to another of the same record; null where either is not known, or they are in the wrong order. */
export const between = (from: string, until: string): RawBuilder<unknown> => {
  const [start, end] = [sql.ref(`t.${from}`), sql.ref(`t.${until}`)];
  return sql`case when ${end} >= ${start} then ${end} - ${start} end`;
};
