import type * as z from 'zod';
import { communityMemberFields } from '../../src/contract/entities/community.ts';
import { communityScopeCondition, organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { rowDesk, type RowDesk, type RowDeskParts } from './rowDesk.ts';

export type CommunityMemberValues = z.output<typeof communityMemberFields>;

/** Whether the community is in the caller's scope; false for one that does not exist. */
export function* seesCommunity(queries: Queries, by: Principal, id: number): TransactionSteps<boolean> {
  const found = yield* run(
    queries
      .selectFrom('communities as c')
      .select('c.id')
      .where('c.id', '=', id)
      .where(() => communityScopeCondition(by.scope)),
  );
  return found.length > 0;
}

function* seesPerson(queries: Queries, by: Principal, id: number): TransactionSteps<boolean> {
  const found = yield* run(
    queries
      .selectFrom('people as p')
      .select('p.id')
      .where('p.id', '=', id)
      .where(() => organizationScopeCondition(by.scope, 'p')),
  );
  return found.length > 0;
}

/**
 * The people who look after a community, by their roles. Users who see the community see its members; only people in the caller's
 * own scope can become one.
 */
export const createCommunityMemberDesk = (parts: RowDeskParts<CommunityMemberValues>): RowDesk<CommunityMemberValues> =>
  rowDesk<CommunityMemberValues>(
    {
      noun: '小区人员',
      kind: 'communityMember',
      table: 'community_members',
      fields: communityMemberFields,
      *highestId(queries) {
        const [row] = yield* run(queries.selectFrom('community_members').select(({ fn }) => fn.max('id').as('id')));
        return row?.id ?? 0;
      },
      *read(queries, id) {
        const [row] = yield* run(
          queries.selectFrom('community_members').select(['community_id', 'person_id', 'role']).where('id', '=', id),
        );
        return row === undefined ? undefined : communityMemberFields.parse(row);
      },
      *isInScope(by, { id, values }, queries) {
        return id === null || (yield* seesCommunity(queries, by, values.community_id));
      },
      *problems(queries, id, { community_id, person_id }, by) {
        const [before] =
          id === null
            ? []
            : yield* run(queries.selectFrom('community_members').select('person_id').where('id', '=', id));
        const taken = yield* run(
          queries
            .selectFrom('community_members')
            .select('id')
            .where('community_id', '=', community_id)
            .where('person_id', '=', person_id)
            .where('id', '<>', id ?? 0),
        );
        const isKnown = before?.person_id === person_id || (yield* seesPerson(queries, by, person_id));
        return [
          ...((yield* seesCommunity(queries, by, community_id))
            ? []
            : [{ field: 'community_id', message: '小区不存在，请重新选择' }]),
          ...(isKnown ? [] : [{ field: 'person_id', message: '人员不存在，请重新选择' }]),
          ...(taken.length > 0 && isKnown ? [{ field: 'person_id', message: '该人员已登记在这个小区' }] : []),
        ];
      },
      *insert(queries, id, values) {
        yield* run(queries.insertInto('community_members').values({ id, ...values }));
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('community_members').set(values).where('id', '=', id));
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('community_members').where('id', '=', id));
      },
    },
    parts,
  );
