import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { StatisticsQuery } from '../../../src/contract/endpoints/statistics.ts';
import { installedBeforeMs } from '../../../src/contract/liftAge.ts';
import { ageBands, type AgeBand, type StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import { dayStartMs } from '../../../src/contract/time.ts';
import { thenScopeCondition, type Scope } from '../../access/scope.ts';
import type { Queries } from '../../store/eventStore.ts';
import type { Span } from './periods.ts';

/** The table with the subject's records, which queries call `t`. */
export const tableOf = (subject: StatisticsSubject): RawBuilder<unknown> =>
  sql.table(subject === 'exception' ? 'exceptions' : subject === 'alarm' ? 'alarms' : 'rescue_orders');

const faults = sql`t.type = 3`;
/** The records that a subject knows at all: what people removed from the lists, and notices of the platform itself, are not among them. */
const known: Readonly<Record<StatisticsSubject, RawBuilder<unknown>>> = {
  trap: sql`t.is_hidden = 0`,
  rescue: sql`t.is_hidden = 0`,
  exception: sql`${faults} and t.is_hidden = 0`,
  alarm: sql`t.is_hidden = 0 and t.kind <> 'notifyFailed'`,
};
/** Records of something that turned out not to be so: counted beside the others, if at all. */
const isFalse: Readonly<Record<StatisticsSubject, RawBuilder<unknown>>> = {
  trap: sql`t.stage = 'falseCall'`,
  rescue: sql`t.stage = 'falseCall'`,
  exception: sql`t.is_false = 1`,
  alarm: sql`t.status = 2`,
};

export const falseRecords = (subject: StatisticsSubject): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${known[subject]} and ${isFalse[subject]})`;

/** The records that a subject counts. */
export function countedRecords(
  subject: StatisticsSubject,
  { with_unconfirmed: withUnconfirmed = false }: Pick<StatisticsQuery, 'with_unconfirmed'>,
): RawBuilder<SqlBool> {
  const trapped = withUnconfirmed ? sql`and (t.was_trapped = 1 or t.was_trapped is null)` : sql`and t.was_trapped = 1`;
  return sql<SqlBool>`(${known[subject]} and not (${isFalse[subject]}) ${subject === 'trap' ? trapped : sql``})`;
}

const indexOf = (band: AgeBand): RawBuilder<number> => sql<number>`${sql.lit(ageBands.indexOf(band))}`;

/** The index in `ageBands` of a lift `e` at the end of the last day of the period. */
export function ageBandIndex(lastDay: string): RawBuilder<number> {
  const before = (years: number): RawBuilder<unknown> => sql.lit(installedBeforeMs(dayStartMs(lastDay), years));
  return sql<number>`case when e.install_at_ms is null then ${indexOf('unknown')}
    when e.install_at_ms >= ${before(5)} then ${indexOf('under5')} when e.install_at_ms >= ${before(10)} then ${indexOf('from5')}
    when e.install_at_ms >= ${before(15)} then ${indexOf('from10')} else ${indexOf('from15')} end`;
}

/** The lifts to which an answer is limited. */
export interface Choice {
  readonly scope: Scope;
  /** The regions below the chosen one and itself; absent for all. */
  readonly areaIds?: readonly number[] | undefined;
  readonly filters: { readonly [Name in 'site_type' | 'age_band']: StatisticsQuery[Name] };
  /** The last day of the period: lifts have the age of that day. */
  readonly lastDay: string;
}

/** Rows under `alias` that carry organisations and a lift: those of the choice. */
export function chosen({ scope, areaIds, filters, lastDay }: Choice, alias: 't' | 'r'): RawBuilder<SqlBool> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  const conditions: RawBuilder<unknown>[] = [sql`${thenScopeCondition(scope, alias)}`];
  if (areaIds !== undefined)
    conditions.push(sql`${column('area_id')} in (${sql.join(areaIds.map((id) => sql.lit(id)))})`);
  if (filters.site_type !== undefined)
    conditions.push(
      sql`${column('community_id')} in (select c.id from communities c where c.site_type = ${filters.site_type})`,
    );
  if (filters.age_band !== undefined)
    conditions.push(
      sql`${column('elevator_id')} in
        (select e.id from elevators e where ${ageBandIndex(lastDay)} = ${indexOf(filters.age_band)})`,
    );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

export const during = ({ fromMs, toMs }: Span): RawBuilder<SqlBool> =>
  sql<SqlBool>`(t.raised_at_ms >= ${fromMs} and t.raised_at_ms < ${toMs})`;

/** Counts the rows that fulfil the condition; 0 of none. */
export const countWhere = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/** The records of an answer's period, for the figures of its rows. */
export interface RecordQuestion {
  readonly reads: Queries;
  readonly subject: StatisticsSubject;
  readonly counted: RawBuilder<SqlBool>;
  /** Those that the caller sees and the filters choose, of any time. */
  readonly chosen: RawBuilder<SqlBool>;
  /** The row of the answer to which a record `t` belongs. */
  readonly rowKey: RawBuilder<number>;
  readonly span: Span;
  readonly nowMs: number;
}

/** Facts by row and of all rows together. */
export interface Grouped<Fact> {
  readonly ofRow: (id: number) => readonly Fact[];
  readonly ofAll: readonly Fact[];
}

function byRowKey<Fact extends { readonly row_key: number }>(facts: readonly Fact[]): Grouped<Fact>['ofRow'] {
  const byRow = new Map<number, Fact[]>();
  for (const fact of facts) {
    const kept = byRow.get(fact.row_key);
    if (kept === undefined) byRow.set(fact.row_key, [fact]);
    else kept.push(fact);
  }
  return (id) => byRow.get(id) ?? [];
}

/** Asks for facts that add up: those of all rows are all of them. */
export async function addedUp<Fact extends { readonly row_key: number }>(
  { reads, rowKey }: Pick<RecordQuestion, 'reads' | 'rowKey'>,
  select: (key: RawBuilder<number>) => RawBuilder<Fact>,
): Promise<Grouped<Fact>> {
  const { rows } = await select(rowKey).execute(reads);
  return { ofRow: byRowKey(rows), ofAll: rows };
}

/** Sums a member of facts that add up. */
export const sumBy = <Fact>(facts: readonly Fact[], numOf: (fact: Fact) => number): number =>
  facts.reduce((sum, fact) => sum + numOf(fact), 0);

/**
 * Asks for each row and for all of them together, for what cannot be added up: a lift that changed hands belongs to two rows. `select` gets the key by
 * which it groups, as `row_key`.
 */
export async function grouped<Fact extends { readonly row_key: number }>(
  { reads, rowKey }: Pick<RecordQuestion, 'reads' | 'rowKey'>,
  select: (key: RawBuilder<number>) => RawBuilder<Fact>,
): Promise<Grouped<Fact>> {
  const [rows, all] = await Promise.all([
    select(rowKey).execute(reads),
    select(sql<number>`${sql.lit(0)}`).execute(reads),
  ]);
  return { ofRow: byRowKey(rows.rows), ofAll: all.rows };
}

/** The counted records of the question's period, and further conditions. */
export const recordsWhere = (
  { subject, counted, chosen: seen, span }: RecordQuestion,
  ...further: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> =>
  sql`${tableOf(subject)} as t where ${sql.join([counted, seen, during(span), ...further], sql` and `)}`;
