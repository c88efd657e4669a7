import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { communityNotices } from '../../src/contract/endpoints/community.ts';
import { communityNoticeFields } from '../../src/contract/entities/communityNotice.ts';
import type { Principal } from '../access/principal.ts';
import { ofCommunity } from '../domain/communityMember.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The notices of the communities in the caller's scope. */
export function listCommunityNotices(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof communityNotices>,
): Promise<OutputOf<typeof communityNotices>> {
  const { community_id: communityId, kind } = query;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('community_notices as n')
      .innerJoin('communities as c', 'c.id', 'n.community_id')
      .where(() => ofCommunity.condition(by.scope, 'n'))
      .$if(communityId !== undefined, (from) => from.where('n.community_id', '=', communityId ?? 0))
      .$if(kind !== undefined, (from) => from.where('n.kind', '=', kind ?? '')),
    select: (from) =>
      from
        .selectAll('n')
        .select('c.name as community_name')
        .select(rowVersion('communityNotice', 'n.id').as('version')),
    toRow: ({ id, version, community_name, ...values }) => ({
      ...communityNoticeFields.parse(values),
      id,
      version,
      community_name,
      state: 'draft' as const,
    }),
    id: 'n.id',
    sorts: {
      id: 'n.id',
      title: 'n.title',
      community_name: 'c.name',
      valid_from: 'n.valid_from',
      valid_to: 'n.valid_to',
    },
    keyword: ['n.title', 'n.content', 'c.name'],
  });
}
