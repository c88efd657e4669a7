import type { SelectQueryBuilder } from 'kysely';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { communityScopeCondition } from '../../access/organizationScope.ts';
import { elevatorScopeCondition } from '../../access/scope.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { stays, type Leaving } from './undoneImports.ts';
import type { RowUse } from './rowDesk.ts';

/** Counts the rows of a query. */
export function* countOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): TransactionSteps<number> {
  const [row] = yield* run(
    query
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$castTo<{ count: number }>(),
  );
  return row?.count ?? 0;
}

/** The lifts of which this column holds the id. */
export function* liftUse(
  queries: Queries,
  column: 'brand_id' | 'property_id' | 'maintenance_id' | 'community_id' | 'check_list_id',
  id: number,
  by: Principal,
  leaving?: Leaving,
): TransactionSteps<RowUse> {
  const lifts = queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .where(`e.${column}`, '=', id)
    .where(() => stays('elevator', 'e.id', leaving));
  const seen = lifts.where(() => elevatorScopeCondition(by.scope));
  const scrapped = yield* countOf(seen.where('e.state', '=', liftStates.scrapped));
  return {
    count: yield* countOf(lifts),
    inScope: yield* countOf(seen),
    measure: '台',
    // A list counts without them: the number here would contradict it.
    noun: scrapped === 0 ? '电梯' : `电梯（含报废 ${scrapped} 台）`,
  };
}

/** The communities of which this column holds the id. */
export function* communityUse(
  queries: Queries,
  column: 'property_id' | 'area_id',
  id: number,
  by: Principal,
  leaving?: Leaving,
): TransactionSteps<RowUse> {
  const communities = queries
    .selectFrom('communities as c')
    .where(`c.${column}`, '=', id)
    .where(() => stays('community', 'c.id', leaving));
  return {
    count: yield* countOf(communities),
    inScope: yield* countOf(communities.where(() => communityScopeCondition(by.scope))),
    measure: '个',
    noun: '小区',
  };
}

/** Rows that are seen where what they use is seen. */
export function* useOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  measure: string,
  noun: string,
): TransactionSteps<RowUse> {
  const count = yield* countOf(query);
  return { count, inScope: count, measure, noun };
}

/** The people and users of an organisation. */
export function* memberUses(
  queries: Queries,
  orgType: number,
  id: number,
  leaving?: Leaving,
): TransactionSteps<readonly RowUse[]> {
  const people = queries
    .selectFrom('people')
    .where('org_type', '=', orgType)
    .where('org_id', '=', id)
    .where(() => stays('person', 'people.id', leaving));
  const users = queries
    .selectFrom('user_organizations')
    .where('org_type', '=', orgType)
    .where('org_id', '=', id)
    .where(() => stays('user', 'user_organizations.user_id', leaving));
  return [yield* useOf(people, '名', '人员'), yield* useOf(users, '个', '用户')];
}
