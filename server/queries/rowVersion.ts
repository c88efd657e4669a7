import { sql, type AliasableExpression } from 'kysely';

/** The version of a row that `rowDesk` keeps: that of its stream, 0 for one that a seed or an import wrote. `id` is a column, `o.id`. */
export const rowVersion = (kind: string, id: string): AliasableExpression<number> =>
  sql<number>`coalesce((select max(ev.version) from events ev where ev.stream = ${`${kind}-`} || cast(${sql.ref(id)} as text)), 0)`;
