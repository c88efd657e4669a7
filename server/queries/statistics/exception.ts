import { sql } from 'kysely';
import * as z from 'zod';
import type { ExceptionAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { exceptionSourceLabels, faultPhenomenonLabels } from '../../../src/contract/exceptions.ts';
import { between, readDurations } from './durations.ts';
import type { Figures, RowTotals } from './figures.ts';
import { countsBy, namedOf } from './namedCounts.ts';
import { dayMs } from './periods.ts';
import { addedUp, recordsWhere, sumBy, type RecordQuestion } from './records.ts';
import { readRepeatLifts } from './repeatLifts.ts';

type ExceptionFigures = ExceptionAnswer['rows'][number]['figures'];
type Named = ExceptionFigures['causes'];

/** A repair lasted if the same fault did not come back for so many days. */
const lastingDays = 30;
const hourMs = 3_600_000;

/** Faults that share everything by which they are told apart. */
interface FaultFact {
  readonly row_key: number;
  readonly cause: string;
  readonly cause_label: string;
  readonly phenomenon: string;
  readonly source: string;
  readonly parts: string;
  readonly num: number;
  readonly in_time: number;
  readonly limited: number;
  readonly lasting: number;
  readonly old_repairs: number;
  readonly open: number;
  readonly stopped_ms: number;
  readonly unknown_stop: number;
}

const partsSchema = z.array(z.object({ name: z.string(), num: z.number() }));

/** Replaced parts by their name, as often as they were replaced. */
function partsOf(facts: readonly FaultFact[]): Named {
  const nums = new Map<string, number>();
  for (const [parts, faults] of countsBy(facts, (fact) => fact.parts))
    for (const { name, num } of partsSchema.parse(JSON.parse(parts)))
      nums.set(name, (nums.get(name) ?? 0) + num * faults);
  return namedOf(nums, (name) => name);
}

const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  (key: string): string | undefined =>
    labels[key];

/** Faults by their repair, cause and phenomenon. */
export async function readExceptionFigures(question: RecordQuestion): Promise<Figures<ExceptionFigures>> {
  const now = sql.lit(question.nowMs);
  const lastingMs = sql.lit(lastingDays * dayMs);
  const isOldRepair = sql`(t.repaired_at_ms is not null and t.repaired_at_ms + ${lastingMs} <= ${now})`;
  const cameBack = sql`exists (select 1 from exceptions as n where n.elevator_id = t.elevator_id and n.type = 3 and n.is_hidden = 0
    and n.is_false = 0 and n.cause = t.cause and n.id <> t.id and n.raised_at_ms > t.repaired_at_ms
    and n.raised_at_ms <= t.repaired_at_ms + ${lastingMs})`;
  const isLimited = sql`(t.due_at_ms is not null and (t.repaired_at_ms is not null or t.due_at_ms < ${now}))`;
  const [facts, repair, repeats] = await Promise.all([
    addedUp(
      question,
      (
        key,
      ) => sql<FaultFact>`select row_key, cause, max(cause_label) as cause_label, phenomenon, source, parts, count(*) as num,
        cast(sum(in_time) as bigint) as in_time, cast(sum(limited) as bigint) as limited,
        cast(sum(lasting) as bigint) as lasting, cast(sum(old_repair) as bigint) as old_repairs, cast(sum(open) as bigint) as open,
        cast(sum(stopped_ms) as bigint) as stopped_ms, cast(sum(unknown_stop) as bigint) as unknown_stop
        from (select ${key} as row_key, t.cause, t.cause_label, coalesce(t.phenomenon, '') as phenomenon, t.source, t.parts,
          case when ${isLimited} and t.repaired_at_ms <= t.due_at_ms then 1 else 0 end as in_time,
          case when ${isLimited} then 1 else 0 end as limited,
          case when ${isOldRepair} and not ${cameBack} then 1 else 0 end as lasting,
          case when ${isOldRepair} then 1 else 0 end as old_repair, t.is_open as open,
          case when t.stops_car = 1 then t.stood_before_ms + coalesce(coalesce(t.stood_until_ms, ${now}) - t.stood_from_ms, 0)
            else 0 end as stopped_ms,
          case when t.stops_car is null then 1 else 0 end as unknown_stop
          from ${recordsWhere(question)}) as r
        group by row_key, cause, phenomenon, source, parts`,
    ),
    readDurations(question, between('raised_at_ms', 'repaired_at_ms')),
    readRepeatLifts(question),
  ]);
  const figuresOf = (
    { num, exposureDays }: RowTotals,
    of: readonly FaultFact[],
    repaired: ExceptionFigures['repair'],
    repeated: (typeof repeats)['ofAll'],
  ): ExceptionFigures => {
    const causeLabels = new Map(of.map(({ cause, cause_label: label }) => [cause, label]));
    return {
      mtbf_days: num === 0 ? null : exposureDays / num,
      repair: repaired,
      in_time: { met: sumBy(of, (fact) => fact.in_time), total: sumBy(of, (fact) => fact.limited) },
      lasting: { met: sumBy(of, (fact) => fact.lasting), total: sumBy(of, (fact) => fact.old_repairs) },
      repeat_lifts_30: repeated.twice_in_30,
      causes: namedOf(
        countsBy(of, ({ cause }) => cause),
        (cause) => causeLabels.get(cause),
      ),
      phenomena: namedOf(
        countsBy(of, ({ phenomenon }) => phenomenon),
        labelIn(faultPhenomenonLabels),
      ),
      sources: namedOf(
        countsBy(of, ({ source }) => source),
        labelIn(exceptionSourceLabels),
      ),
      parts: partsOf(of),
      open_num: sumBy(of, (fact) => fact.open),
      stop_hours: {
        hours: sumBy(of, (fact) => fact.stopped_ms) / hourMs,
        missing: sumBy(of, (fact) => fact.unknown_stop),
      },
    };
  };
  return {
    ofRow: (id, totals) => figuresOf(totals, facts.ofRow(id), repair.ofRow(id, totals.num), repeats.ofRow(id)),
    ofAll: (totals) => figuresOf(totals, facts.ofAll, repair.ofAll(totals.num), repeats.ofAll),
  };
}
