import { sql, type SelectQueryBuilder, type Simplify, type SqlBool } from 'kysely';
import { toPage, type PageQuery } from '../../src/contract/envelope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { cachedReads, mostCachedRows, questionOf, type CacheSource } from './cachedReads.ts';
import { wholeReadingOf } from './wholeList.ts';
import { containsKeyword, fromNearestEnd, isFarBack, pageBounds, reversed } from './page.ts';

export interface ListPlan<DB, Tables extends keyof DB, Chosen, Row, Listed> {
  /** The table under its alias, with what joins, chooses and scopes it; nothing selected, nothing ordered. */
  readonly from: SelectQueryBuilder<DB, Tables, Chosen>;
  /** Adds the columns of a row; only the page's rows are read with them. */
  readonly select: (from: SelectQueryBuilder<DB, Tables, Chosen>) => SelectQueryBuilder<DB, Tables, Row>;
  readonly toRow: (row: Simplify<Row>) => Listed;
  /** The unique column, `b.id`: the last sort key in every order, so that no row is on two pages. */
  readonly id: string;
  /** Columns by the names that the wire sorts by; the first is the default order. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Columns in which a keyword is looked for. */
  readonly keyword?: readonly string[];
  /**
   * For rows that change as `CacheSource` says and not otherwise: their number is counted once for each change, and with `pages` the first
   * pages of what nobody searches for are read once, too. The event of every kind of row drops both.
   */
  readonly cache?: { readonly store: EventStore; readonly source?: CacheSource; readonly pages?: true };
}

interface Part {
  readonly limit: number;
  readonly offset: number;
  readonly isReversed?: boolean;
}

/**
 * One page of a list: counted, searched, sorted and cut the same way everywhere.
 * @example
 * const query = { page: 2, page_size: 20, keyword: '迅达', order: 'desc' };
 * listRows(query, { from, select, toRow, id: 'b.id', sorts: { id: 'b.id', name: 'b.name' }, keyword: ['b.name'] })
 */
export async function listRows<DB, Tables extends keyof DB, Chosen, Row, Listed>(
  query: PageQuery & { readonly id?: number | undefined; readonly keyword?: string | undefined },
  { from, select, toRow, id, sorts, keyword = [], cache }: ListPlan<DB, Tables, Chosen, Row, Listed>,
) {
  let chosen = from;
  if (query.id !== undefined) chosen = chosen.where(() => sql<SqlBool>`${sql.ref(id)} = ${query.id}`);
  const words = query.keyword?.trim() ?? '';
  if (words !== '' && keyword.length > 0) chosen = chosen.where(() => containsKeyword(keyword, words));
  const direction = sql.raw(query.order);
  const asked = query.sort ?? '';
  const column = (Object.hasOwn(sorts, asked) ? sorts[asked] : Object.values(sorts)[0]) ?? id;
  const whole = wholeReadingOf(query);
  if (whole?.step === 'ids') {
    // A column that only the selection has is sorted by with the selection alone.
    const sorted: SelectQueryBuilder<DB, Tables, object> = column.includes('.')
      ? chosen.clearSelect()
      : select(chosen).$castTo<object>();
    const found = await sorted
      .select(sql<number>`${sql.ref(id)}`.as('row_id'))
      .orderBy(sql`${sql.ref(column)} ${direction}`)
      .orderBy(sql`${sql.ref(id)} ${direction}`)
      .limit(whole.limit)
      .offset(whole.skip)
      .$castTo<{ row_id: number }>()
      .execute();
    whole.take(found.map((row) => row.row_id));
    return toPage<Listed>([], found.length, query);
  }
  if (whole?.step === 'rows') {
    const rows = await select(chosen.where(() => sql<SqlBool>`${sql.ref(id)} in (${sql.join(whole.ids)})`))
      .orderBy(sql`${sql.ref(column)} ${direction}`)
      .orderBy(sql`${sql.ref(id)} ${direction}`)
      .execute();
    return toPage(rows.map(toRow), rows.length, query);
  }
  const counting = chosen
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>();
  const count = async () => (await counting.executeTakeFirstOrThrow()).total;
  const partOf = ({ limit, offset, isReversed = false }: Part) => {
    const way = isReversed ? sql.raw(reversed[query.order]) : direction;
    return select(chosen)
      .orderBy(sql`${sql.ref(column)} ${way}`)
      .orderBy(sql`${sql.ref(id)} ${way}`)
      .limit(limit)
      .offset(offset);
  };
  if (cache === undefined && !isFarBack(query)) {
    const [total, rows] = await Promise.all([count(), partOf(pageBounds(query)).execute()]);
    return toPage(rows.map(toRow), total, query);
  }
  const cached = cache === undefined ? undefined : await cachedReads(cache.store, cache.source);
  const counted = () => (cached === undefined ? count() : cached(questionOf(counting), count));
  const cachesPages = cached !== undefined && cache?.pages === true && query.id === undefined && words === '';
  if (cachesPages && !isFarBack(query) && query.page_size <= mostCachedRows) {
    // The first reader after a change waits for the longer of the two and not for both.
    const reading = partOf(pageBounds(query));
    const [total, rows] = await Promise.all([counted(), cached(questionOf(reading), () => reading.execute())]);
    return toPage(rows.map(toRow), total, query);
  }
  // With a total at hand, no row is looked for that is not there: a reader who sees four of 100,000 entries would have all of them read.
  const total = await counted();
  const part = fromNearestEnd(query, total);
  const reading = partOf(part);
  const read = () => reading.execute();
  const rows =
    part.limit === 0
      ? []
      : await (cachesPages && part.limit <= mostCachedRows ? cached(questionOf(reading), read) : read());
  return toPage((part.isReversed ? rows.toReversed() : rows).map(toRow), total, query);
}
