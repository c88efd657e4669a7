import { sql, type Compilable, type SelectQueryBuilder, type Simplify, type SqlBool } from 'kysely';
import type { PageQuery } from '../../src/contract/envelope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { keptTotal } from './keptTotals.ts';
import { wholeReadingOf } from './wholeList.ts';
import { containsKeyword, fromNearestEnd, isFarBack, pageBounds, reversed, toPage } from './page.ts';

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
  /** For rows that change as `keptTotal` says and not otherwise: their number is counted once for each change. */
  readonly countedOncePerChange?: EventStore;
}

interface Part {
  readonly limit: number;
  readonly offset: number;
  readonly isReversed?: boolean;
}

/**
 * One page of a list: counted, searched, sorted and cut the same way everywhere.
 * @example listRows({ page: 2, page_size: 20, keyword: '迅达', order: 'desc' }, { from, select, toRow, id: 'b.id', sorts: { id: 'b.id', name: 'b.name' }, keyword: ['b.name'] })
 */
export async function listRows<DB, Tables extends keyof DB, Chosen, Row, Listed>(
  query: PageQuery & { readonly id?: number | undefined; readonly keyword?: string | undefined },
  {
    from,
    select,
    toRow,
    id,
    sorts,
    keyword = [],
    countedOncePerChange: store,
  }: ListPlan<DB, Tables, Chosen, Row, Listed>,
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
  const counted = store === undefined ? count() : keptTotal(store, questionOf(counting), count);
  const read = ({ limit, offset, isReversed = false }: Part) => {
    const way = isReversed ? sql.raw(reversed[query.order]) : direction;
    return select(chosen)
      .orderBy(sql`${sql.ref(column)} ${way}`)
      .orderBy(sql`${sql.ref(id)} ${way}`)
      .limit(limit)
      .offset(offset)
      .execute();
  };
  if (store === undefined && !isFarBack(query)) {
    const [total, rows] = await Promise.all([counted, read(pageBounds(query))]);
    return toPage(rows.map(toRow), total, query);
  }
  // With a total at hand, no row is looked for that is not there: a reader who sees four of 100,000 entries would have all of them read.
  const total = await counted;
  const part = fromNearestEnd(query, total);
  const rows = part.limit === 0 ? [] : await read(part);
  return toPage((part.isReversed ? rows.toReversed() : rows).map(toRow), total, query);
}

/** The whole query, with the values that it asks with. */
export function questionOf(query: Compilable): string {
  const { sql: text, parameters } = query.compile();
  return JSON.stringify([text, parameters]);
}
