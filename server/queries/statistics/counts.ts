import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import type { Queries } from '../../store/eventStore.ts';
import { cellOf } from './exposure.ts';
import type { Parts, Span } from './periods.ts';
import { ageBandIndex, during, tableOf } from './records.ts';

interface Counting {
  readonly reads: Queries;
  readonly subject: StatisticsSubject;
  /** Records that count, of lifts that were chosen. */
  readonly where: RawBuilder<SqlBool>;
}

/** Counts of records by row and part of the time. */
export class Counts {
  readonly #parts: Parts;
  /** By row: the number of each part. */
  readonly #rows: ReadonlyMap<number, readonly number[]>;

  constructor(parts: Parts, rows: ReadonlyMap<number, readonly number[]>) {
    this.#parts = parts;
    this.#rows = rows;
  }

  /** By row, of a span whose ends are among the parts. */
  byRow(span: Span): ReadonlyMap<number, number> {
    const parts = this.#parts.of(span);
    return new Map([...this.#rows].map(([id, nums]) => [id, parts.reduce((sum, part) => sum + (nums[part] ?? 0), 0)]));
  }
}

/** The place of a record in the parts, found by halving: few comparisons for each of many records. */
function partOf(bounds: readonly number[], from = 0, to = bounds.length - 1): RawBuilder<unknown> {
  if (to - from <= 1) return sql.lit(from);
  const middle = (from + to) >> 1;
  return sql`case when t.raised_at_ms < ${sql.lit(bounds[middle] ?? 0)}
    then ${partOf(bounds, from, middle)} else ${partOf(bounds, middle, to)} end`;
}

export async function readCounts(
  { reads, subject, where }: Counting,
  rowKey: RawBuilder<number>,
  parts: Parts,
): Promise<Counts> {
  const { rows } = await sql<{ row_key: number; part: number; num: number }>`select row_key, part, count(*) as num
    from (select ${rowKey} as row_key, ${partOf(parts.bounds)} as part from ${tableOf(subject)} as t
      where ${where} and ${during(parts.whole)}) as counted
    group by row_key, part`.execute(reads);
  const byRow = new Map<number, number[]>();
  for (const { row_key: id, part, num } of rows) {
    const nums = byRow.get(id) ?? [];
    byRow.set(id, nums);
    nums[part] = num;
  }
  return new Counts(parts, byRow);
}

/** Counts by the age of the lifts and the kind of their place. */
export async function readCellCounts(
  { reads, subject, where }: Counting,
  span: Span,
  lastDay: string,
): Promise<ReadonlyMap<string, number>> {
  // Each lift is looked up once, not with each of its records.
  const { rows } = await sql<{ band: number; site: string | null; num: number }>`select
      ${ageBandIndex(lastDay)} as band, c.site_type as site, cast(sum(l.num) as bigint) as num
    from (select t.elevator_id, t.community_id, count(*) as num from ${tableOf(subject)} as t
      where ${where} and ${during(span)} group by t.elevator_id, t.community_id) as l
    left join elevators as e on e.id = l.elevator_id left join communities as c on c.id = l.community_id
    group by band, site`.execute(reads);
  return new Map(rows.map((row) => [cellOf(row), row.num]));
}

/** The moment of the first record that the subject has, of any lift; null of none. */
export async function readFirstMs(reads: Queries, subject: StatisticsSubject): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`select min(t.raised_at_ms) as first from ${tableOf(subject)} as t
    ${subject === 'exception' ? sql`where t.type = 3` : sql``}`.execute(reads);
  return rows[0]?.first ?? null;
}
