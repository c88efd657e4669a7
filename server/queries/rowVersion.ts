import { sql, type AliasableExpression } from 'kysely';
import { streamName, type RowKind } from '../../src/contract/streamName.ts';

/** The version of a row that `rowDesk` keeps: that of its stream, 0 for one that a seed or an import wrote. `id` is a column, `o.id`. */
export const rowVersion = (kind: RowKind, id: string): AliasableExpression<number> =>
  sql<number>`coalesce((select max(ev.version) from events ev where ev.stream = ${streamName(kind, '')} || cast(${sql.ref(id)} as text)), 0)`;
