import type { EventStore } from '../../store/eventStore.ts';
import { companyScopeCondition, type CompanyColumn } from '../../access/companyScope.ts';
import { run } from '../../store/eventStore.ts';
import type { RowResource } from './rowDesk.ts';
import { takenValue } from './takenValue.ts';

interface OrganizationKind {
  /** The common noun for one of them: 品牌. */
  readonly noun: string;
  readonly orgType: number;
  /** The column of a lift that names the organisation. */
  readonly column: CompanyColumn;
}

/** The common part of brands and companies: they share a table and its ids, and a name is unique among its kind. */
export const organizationRows = ({ noun, orgType, column }: OrganizationKind) =>
  ({
    noun,
    table: 'organizations',
    constant: { org_type: orgType },
    *isInScope(by, { id }, queries) {
      // A new one serves no lift yet: any user responsible for an area may enter it.
      if (id === null) return by.scope.kind === 'all' || by.scope.areaIds.length > 0;
      return (
        (yield* run(
          queries
            .selectFrom('organizations as o')
            .select('o.id')
            .where('o.id', '=', id)
            .where(() => companyScopeCondition(by.scope, column)),
        )).length > 0
      );
    },
    problems: takenValue<{ readonly name: string }>('name', `已有同名${noun}`, (queries, { name }) =>
      queries.selectFrom('organizations').select('id').where('org_type', '=', orgType).where('name', '=', name),
    ),
  }) satisfies Pick<RowResource<{ readonly name: string }>, 'noun' | 'table' | 'isInScope' | 'problems'> & {
    readonly constant: object;
  };

/** The ids of the topmost areas. */
export async function topAreaIds({ rows }: Pick<EventStore, 'rows'>): Promise<readonly number[]> {
  const areas = await rows.selectFrom('areas').select('id').where('parent_id', 'is', null).orderBy('id').execute();
  return areas.map(({ id }) => id);
}
