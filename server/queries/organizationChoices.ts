import { sql, type Expression, type SqlBool } from 'kysely';
import { organizationTypeLabels } from '../../src/contract/labels.ts';
import { communityScopeCondition } from '../access/organizationScope.ts';
import type { Scope } from '../access/scope.ts';
import type { Queries } from '../store/eventStore.ts';
import { containsKeyword } from './page.ts';

export const mostChoices = 20;

export interface ChoiceQuery {
  readonly keyword: string;
  readonly scope: Scope;
  readonly types: readonly (1 | 2 | 3 | 4 | 5)[];
  /** The condition for the organisations shown, as rows with `org_type` and `org_id` under this alias. */
  readonly isShown: (alias: string) => Expression<SqlBool>;
}

/** Organisations of these types by name, as an editor chooses among them; the first twenty. */
export async function findOrganizationChoices(reads: Queries, { keyword, scope, types, isShown }: ChoiceQuery) {
  const choices = reads
    .selectFrom('organizations as o')
    .select(['o.org_type', 'o.id as org_id', 'o.name'])
    .unionAll(
      reads
        .selectFrom('communities as c')
        .where(() => communityScopeCondition(scope))
        .select([sql.lit(2).as('org_type'), 'c.id as org_id', 'c.name']),
    )
    .unionAll(
      reads.selectFrom('areas as a').select([sql.lit(1).as('org_type'), 'a.id as org_id', 'a.full_name as name']),
    )
    .as('n');
  const found = await reads
    .selectFrom(choices)
    .selectAll()
    .where('n.org_type', 'in', types)
    .where(() => containsKeyword(['n.name'], keyword))
    .where(() => isShown('n'))
    .orderBy('n.name')
    .orderBy('n.org_type')
    .limit(mostChoices)
    .execute();
  const labels: Readonly<Record<number, string>> = organizationTypeLabels;
  return found.map(({ org_type, org_id, name }) => ({
    value: `${org_type}-${org_id}`,
    label: name,
    detail: labels[org_type] ?? '',
  }));
}
