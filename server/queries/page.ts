import { sql, type Expression, type SqlBool } from 'kysely';
import type { Page, PageQuery } from '../../src/contract/envelope.ts';

export const pageBounds = (query: PageQuery): { readonly limit: number; readonly offset: number } => ({
  limit: query.page_size,
  offset: (query.page - 1) * query.page_size,
});

export function toPage<Row>(
  list: readonly Row[],
  total: number,
  query: PageQuery,
): { list: Row[]; current_page: number; page_size: number; total: number; max_page: number } & Page<Row> {
  return {
    list: [...list],
    current_page: query.page,
    page_size: query.page_size,
    total,
    max_page: Math.max(1, Math.ceil(total / query.page_size)),
  };
}

/** Any of the columns contains the keyword; `%`, `_` and `\\` in it are letters. */
export function containsKeyword(columns: readonly string[], keyword: string): Expression<SqlBool> {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  const matches = columns.map((column) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}
