import { sql, type Expression, type SqlBool } from 'kysely';
import { thenScopeCondition, type Scope } from '../access/scope.ts';

/**
 * Records under `alias` for which this organisation was responsible when they happened, of those for which the caller was, too: just the
 * records that the statistics count. `responsible` is a `responsibleText`; of a region it means everything below it.
 */
export function responsibleCondition(scope: Scope, responsible: string, alias: string): Expression<SqlBool> {
  const [dimension = '', text] = responsible.split('-');
  const id = Number(text);
  const then = thenScopeCondition(scope, alias);
  const column = sql.ref(`${alias}.${dimension === 'region' ? 'area' : dimension}_id`);
  if (dimension !== 'region')
    return id === 0 ? sql<SqlBool>`(${column} is null and ${then})` : sql<SqlBool>`(${column} = ${id} and ${then})`;
  return sql<SqlBool>`(${column} in (select b.id from areas b join areas chosen on b.path like chosen.path || '%' where chosen.id = ${id})
    and ${then})`;
}
