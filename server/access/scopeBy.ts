import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { FieldErrors } from '../../src/contract/envelope.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { companyScopeCondition } from './companyScope.ts';
import {
  communityScopeCondition,
  companyColumns,
  companyTypes,
  organizationScopeCondition,
} from './organizationScope.ts';
import type { Principal } from './principal.ts';
import { elevatorScopeCondition, mostNarrowAreas, type Scope } from './scope.ts';

/** The users who see a row: those who see what one of its columns names. */
export interface RowScope<Column extends string> {
  /** For a list: the rows under `alias` that are in scope. */
  readonly condition: (scope: Scope, alias: string) => Expression<SqlBool>;
  /** For a desk: what the values name exists, and is in the caller's scope. */
  readonly sees: (
    queries: Queries,
    by: Principal,
    values: Readonly<Record<Column, number>>,
  ) => TransactionSteps<boolean>;
  /** The same as an error beside the field, for a form in which the row is chosen. */
  readonly problems: (
    queries: Queries,
    by: Principal,
    values: Readonly<Record<Column, number>>,
  ) => TransactionSteps<FieldErrors['errors']>;
}

interface Owner {
  readonly noun: string;
  /** `select … where`: those in scope; their id is `id`. */
  readonly inScope: (scope: Scope) => { readonly id: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> };
}

const companiesInScope = (scope: Scope): RawBuilder<unknown> =>
  sql.join(
    companyTypes.map(
      (type) => sql`(o.org_type = ${sql.lit(type)} and ${companyScopeCondition(scope, companyColumns[type])})`,
    ),
    sql` or `,
  );

const owners = {
  company: {
    noun: '单位',
    inScope: (scope) => ({ id: sql`o.id`, rows: sql`from organizations o where (${companiesInScope(scope)})` }),
  },
  community: {
    noun: '小区',
    inScope: (scope) => ({ id: sql`c.id`, rows: sql`from communities c where ${communityScopeCondition(scope)}` }),
  },
  person: {
    noun: '人员',
    inScope: (scope) => ({ id: sql`p.id`, rows: sql`from people p where ${organizationScopeCondition(scope, 'p')}` }),
  },
  lift: {
    noun: '电梯',
    inScope: (scope) => ({
      id: sql`e.id`,
      rows: sql`from elevators e join communities c on c.id = e.community_id where ${elevatorScopeCondition(scope)}`,
    }),
  },
} as const satisfies Readonly<Record<string, Owner>>;

/**
 * The scope of rows that belong to one company, community, person or lift, which `column` names; for their list and their desk alike.
 * @example const cameraScope = scopeBy('lift', 'elevator_id')
 */
export function scopeBy<Column extends string>(owner: keyof typeof owners, column: Column): RowScope<Column> {
  const { noun, inScope } = owners[owner];

  function* sees(
    queries: Queries,
    by: Principal,
    { [column]: owned }: Readonly<Record<Column, number>>,
  ): TransactionSteps<boolean> {
    const { id, rows } = inScope(by.scope);
    const found = sql<SqlBool>`exists (select 1 ${rows} and ${id} = ${owned})`;
    return (yield* run(queries.selectNoFrom(sql.lit(1).as('seen')).where(() => found))).length > 0;
  }

  return {
    condition(scope, alias) {
      if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
      const ref = sql.ref(`${alias}.${column}`);
      const { id, rows } = inScope(scope);
      // A narrow scope holds few owners; for a wide one it is cheaper to look up those of the page's rows.
      return scope.areaIds.length > mostNarrowAreas
        ? sql<SqlBool>`exists (select 1 ${rows} and ${id} = ${ref})`
        : sql<SqlBool>`${ref} in (select ${id} ${rows})`;
    },
    sees,
    *problems(queries, by, values) {
      return (yield* sees(queries, by, values)) ? [] : [{ field: column, message: `${noun}不存在，请重新选择` }];
    },
  };
}
