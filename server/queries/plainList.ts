import { sql } from 'kysely';
import type * as z from 'zod';
import type { rowQuerySchema } from '../../src/contract/rows.ts';
import type { Principal } from '../access/principal.ts';
import type { NamedTable, PlainRows } from '../domain/rows/plainRows.ts';
import { untyped } from '../domain/rows/rowResource.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** Makes the query of a plain list: in scope, filtered by each field that the call's query names. */
export function plainList<Values extends object, Names extends string, Output extends z.ZodType>({
  resource,
  list,
  names,
  sorts,
  keyword,
}: PlainRows<Values, Names, Output>) {
  const { table, kind, scope, constant, valuesOf, fields } = resource;
  const named = Object.entries<readonly [table: NamedTable, column: string]>(names);
  const columnOf = (name: string): string => (Object.hasOwn(names, name) ? `${name}.name` : `t.${name}`);

  return async (
    store: EventStore,
    by: Principal,
    query: z.output<typeof rowQuerySchema>,
  ): Promise<z.output<Output>> => {
    let from = untyped(readsOf(store, by)).selectFrom(`${table} as t`);
    for (const [name, [owner, column]] of named)
      from = from.leftJoin(`${owner} as ${name}`, `${name}.id`, `t.${column}`);
    if (scope !== undefined) from = from.where(() => scope.condition(by.scope, 't'));
    for (const [column, value] of Object.entries(constant)) from = from.where(`t.${column}`, '=', value);
    for (const [member, value] of Object.entries(query))
      if (value !== undefined && Object.hasOwn(fields.shape, member)) from = from.where(`t.${member}`, '=', value);
    const page = await listRows(query, {
      from,
      select: (rows) =>
        rows
          .selectAll('t')
          .select(named.map(([name]) => sql<string>`coalesce(${sql.ref(`${name}.name`)}, '')`.as(name)))
          .select(rowVersion(kind, 't.id').as('version')),
      toRow: (row) => ({ ...row, ...valuesOf(row) }),
      id: 't.id',
      cache: { store },
      sorts: Object.fromEntries([...sorts, 'id'].map((name) => [name, columnOf(name)])),
      keyword: keyword.map(columnOf),
    });
    return list.output.parse(page);
  };
}
