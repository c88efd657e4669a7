import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import type { ExceptionAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { exceptionSourceLabels, faultPhenomenonLabels } from '../../../src/contract/exceptions.ts';
import { between, readDurations, type Durations } from './durations.ts';
import type { Figures, RowTotals } from './figures.ts';
import { dayMs } from './periods.ts';
import { countWhere, grouped, recordsWhere, type RecordQuestion } from './records.ts';
import { readRepeatLifts } from './repeatLifts.ts';

type ExceptionFigures = ExceptionAnswer['rows'][number]['figures'];
type Named = ExceptionFigures['causes'];

/** A repair lasted if the same fault did not come back for so many days. */
const lastingDays = 30;
const notRecorded = '未登记';

interface FaultFact {
  readonly row_key: number;
  readonly in_time: number;
  readonly limited: number;
  readonly lasting: number;
  readonly old_repairs: number;
  readonly open: number;
}
interface NamedFact {
  readonly row_key: number;
  readonly key: string;
  readonly label: string;
  readonly num: number;
}
interface PartsFact {
  readonly row_key: number;
  readonly parts: string;
  readonly num: number;
}

const partsSchema = z.array(z.object({ name: z.string(), num: z.number() }));

/** The most frequent first. */
function namedOf(facts: readonly Omit<NamedFact, 'row_key'>[], labelOf: (fact: Omit<NamedFact, 'row_key'>) => string) {
  const named: Named = [];
  for (const fact of facts) {
    const label = fact.key === '' ? notRecorded : labelOf(fact);
    named.push({ key: fact.key, label: label === '' ? fact.key : label, num: fact.num });
  }
  return named.toSorted((a, b) => b.num - a.num || a.key.localeCompare(b.key));
}

const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  ({ key }: Pick<NamedFact, 'key'>): string =>
    labels[key] ?? '';

/** Replaced parts by their name, as often as they were replaced. */
function partsOf(facts: readonly PartsFact[]): Named {
  const nums = new Map<string, number>();
  for (const { parts, num } of facts)
    for (const part of partsSchema.parse(JSON.parse(parts)))
      nums.set(part.name, (nums.get(part.name) ?? 0) + part.num * num);
  return namedOf(
    [...nums].map(([name, num]) => ({ key: name, label: name, num })),
    ({ label }) => label,
  );
}

/** Faults by their repair, cause and phenomenon. */
export async function readExceptionFigures(question: RecordQuestion): Promise<Figures<ExceptionFigures>> {
  const now = sql.lit(question.nowMs);
  const lastingMs = sql.lit(lastingDays * dayMs);
  const isOldRepair = sql`(t.repaired_at_ms is not null and t.repaired_at_ms + ${lastingMs} <= ${now})`;
  const cameBack = sql`exists (select 1 from exceptions as n where n.elevator_id = t.elevator_id and n.type = 3 and n.is_hidden = 0
    and n.is_false = 0 and n.cause = t.cause and n.id <> t.id and n.raised_at_ms > t.repaired_at_ms
    and n.raised_at_ms <= t.repaired_at_ms + ${lastingMs})`;
  const isLimited = sql`(t.due_at_ms is not null and (t.repaired_at_ms is not null or t.due_at_ms < ${now}))`;
  const by = (column: RawBuilder<unknown>, label: RawBuilder<unknown>) =>
    grouped(
      question,
      (key) => sql<NamedFact>`select row_key, key, max(label) as label, count(*) as num
        from (select ${key} as row_key, coalesce(${column}, '') as key, ${label} as label from ${recordsWhere(question)}) as r
        group by row_key, key`,
    );
  const noLabel = sql`''`;
  const [facts, causes, phenomena, sources, parts, repair, repeats] = await Promise.all([
    grouped(
      question,
      (key) => sql<FaultFact>`select ${key} as row_key,
        ${countWhere(sql`${isLimited} and t.repaired_at_ms <= t.due_at_ms`)} as in_time,
        ${countWhere(isLimited)} as limited,
        ${countWhere(sql`${isOldRepair} and not ${cameBack}`)} as lasting,
        ${countWhere(isOldRepair)} as old_repairs,
        ${countWhere(sql`t.is_open = 1`)} as open
        from ${recordsWhere(question)} group by 1`,
    ),
    by(sql`t.cause`, sql`t.cause_label`),
    by(sql`t.phenomenon`, noLabel),
    by(sql`t.source`, noLabel),
    grouped(
      question,
      (key) => sql<PartsFact>`select row_key, parts, count(*) as num
        from (select ${key} as row_key, t.parts from ${recordsWhere(question, sql`t.parts <> '[]'`)}) as r
        group by row_key, parts`,
    ),
    readDurations(question, between('raised_at_ms', 'repaired_at_ms')),
    readRepeatLifts(question),
  ]);
  const figuresOf = (
    { num, exposureDays }: RowTotals,
    fact: FaultFact | undefined,
    read: <Fact>(of: { readonly ofRow: (id: number) => Fact; readonly ofAll: Fact }) => Fact,
    repaired: ReturnType<Durations['ofAll']>,
  ): ExceptionFigures => ({
    mtbf_days: num === 0 ? null : exposureDays / num,
    repair: repaired,
    in_time: { met: fact?.in_time ?? 0, total: fact?.limited ?? 0 },
    lasting: { met: fact?.lasting ?? 0, total: fact?.old_repairs ?? 0 },
    repeat_lifts_30: read(repeats).twice_in_30,
    causes: namedOf(read(causes), ({ label }) => label),
    phenomena: namedOf(read(phenomena), labelIn(faultPhenomenonLabels)),
    sources: namedOf(read(sources), labelIn(exceptionSourceLabels)),
    parts: partsOf(read(parts)),
    open_num: fact?.open ?? 0,
  });
  return {
    ofRow: (id, totals) => figuresOf(totals, facts.ofRow(id)[0], (of) => of.ofRow(id), repair.ofRow(id, totals.num)),
    ofAll: (totals) => figuresOf(totals, facts.ofAll[0], (of) => of.ofAll, repair.ofAll(totals.num)),
  };
}
