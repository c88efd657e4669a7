import { sql } from 'kysely';
import { dayMs } from './periods.ts';
import { countWhere, during, grouped, tableOf, type RecordQuestion } from './records.ts';

interface RepeatFact {
  readonly row_key: number;
  readonly twice_in_30: number;
  readonly thrice_in_365: number;
}
const none: Omit<RepeatFact, 'row_key'> = { twice_in_30: 0, thrice_in_365: 0 };

/** Reads how many lifts had at least two records in the 30 days up to the end of the period, and at least three in the 365 days. */
export async function readRepeatLifts(question: RecordQuestion) {
  const { subject, counted, chosen, span } = question;
  const year = { fromMs: span.toMs - 365 * dayMs, toMs: span.toMs };
  const recent = sql`t.raised_at_ms >= ${sql.lit(span.toMs - 30 * dayMs)}`;
  const facts = await grouped(
    question,
    (key) => sql<RepeatFact>`select row_key, ${countWhere(sql`recent >= 2`)} as twice_in_30,
        ${countWhere(sql`num >= 3`)} as thrice_in_365
      from (select row_key, elevator_id, count(*) as num, sum(recent) as recent
        from (select ${key} as row_key, t.elevator_id, case when ${recent} then 1 else 0 end as recent
          from ${tableOf(subject)} as t where ${counted} and ${chosen} and ${during(year)}) as r
        group by row_key, elevator_id) as l
      where num >= 2 group by row_key`,
  );
  return {
    ofRow: (id: number) => facts.ofRow(id)[0] ?? none,
    ofAll: facts.ofAll[0] ?? none,
  };
}
