import type * as z from 'zod';
import { communityMemberFields } from '../../../src/contract/entities/community.ts';
import { scopeBy } from '../../access/scopeBy.ts';
import { run } from '../../store/eventStore.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import type { Judgement } from '../rows/rowResource.ts';

export type CommunityMemberValues = z.output<typeof communityMemberFields>;

/** Rows that a community has, members and notices: users who see the community see them. */
export const ofCommunity = scopeBy('community', 'community_id');

const ofPerson = scopeBy('person', 'person_id');

const unknownOrTaken: Judgement<CommunityMemberValues> = function* (queries, id, values, by) {
  const { person_id } = values;
  const [before] =
    id === null ? [] : yield* run(queries.selectFrom('community_members').select('person_id').where('id', '=', id));
  if (before?.person_id !== person_id && !(yield* ofPerson.sees(queries, by, values)))
    return [{ field: 'person_id', message: '人员不存在，请重新选择' }];
  const taken = yield* run(
    queries
      .selectFrom('community_members')
      .select('id')
      .where('community_id', '=', values.community_id)
      .where('person_id', '=', person_id)
      .where('id', '<>', id ?? 0),
  );
  return taken.length > 0 ? [{ field: 'person_id', message: '该人员已登记在这个小区' }] : [];
};

/**
 * The people who look after a community, by their roles. Users who see the community see its members; only people in the caller's
 * own scope can become one.
 */
export const createCommunityMemberDesk = (parts: RowDeskParts<CommunityMemberValues>): RowDesk<CommunityMemberValues> =>
  rowDesk<CommunityMemberValues>(
    rowResource({
      noun: '小区人员',
      kind: 'communityMember',
      table: 'community_members',
      fields: communityMemberFields,
      // The form says beside the field that a new one belongs to no community in sight.
      *isInScope(by, { id, values }, queries) {
        return id === null || (yield* ofCommunity.sees(queries, by, values));
      },
      problems: [(queries, _id, values, by) => ofCommunity.problems(queries, by, values), unknownOrTaken],
    }),
    parts,
  );
