import { sql, type Expression, type SqlBool } from 'kysely';
import type { PageQuery } from '../../src/contract/envelope.ts';

export const pageBounds = (query: PageQuery): { readonly limit: number; readonly offset: number } => ({
  limit: query.page_size,
  offset: (query.page - 1) * query.page_size,
});

/** Skipping this many rows costs more than a page. */
const farRows = 2_000;
export const isFarBack = (query: PageQuery): boolean => pageBounds(query).offset >= farRows;

/**
 * The same page of `total` rows, read from the end that is nearer: in the reversed order where `isReversed`. Skipped rows are read too,
 * so that a page near the end would cost as much as the whole list.
 */
export function fromNearestEnd(
  query: PageQuery,
  total: number,
): { readonly isReversed: boolean; readonly limit: number; readonly offset: number } {
  const { limit, offset } = pageBounds(query);
  const rest = Math.min(limit, Math.max(0, total - offset));
  if (offset * 2 <= total) return { isReversed: false, limit: rest, offset };
  return { isReversed: true, limit: rest, offset: Math.max(0, total - offset - rest) };
}

export const reversed = { asc: 'desc', desc: 'asc' } as const;

/** Any of the columns contains the keyword; `%`, `_` and `\\` in it are letters. */
export function containsKeyword(columns: readonly string[], keyword: string): Expression<SqlBool> {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  const matches = columns.map((column) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}
