import type * as z from 'zod';
import { communityNoticeFields } from '../../src/contract/entities/communityNotice.ts';
import { endsBeforeItStarts } from '../../src/contract/rows.ts';
import { run } from '../store/eventStore.ts';
import { seesCommunity } from './communityMember.ts';
import { rowDesk, type RowDesk, type RowDeskParts } from './rowDesk.ts';

export type CommunityNoticeValues = z.output<typeof communityNoticeFields>;

const columns = ['community_id', 'title', 'content', 'kind', 'valid_from', 'valid_to'] as const;

/** Drafts of notices to the people of a community, for users who see the community. Nothing sends them. */
export const createCommunityNoticeDesk = (parts: RowDeskParts<CommunityNoticeValues>): RowDesk<CommunityNoticeValues> =>
  rowDesk<CommunityNoticeValues>(
    {
      noun: '小区通知',
      kind: 'communityNotice',
      table: 'community_notices',
      fields: communityNoticeFields,
      *highestId(queries) {
        const [row] = yield* run(queries.selectFrom('community_notices').select(({ fn }) => fn.max('id').as('id')));
        return row?.id ?? 0;
      },
      *read(queries, id) {
        const [row] = yield* run(queries.selectFrom('community_notices').select(columns).where('id', '=', id));
        return row === undefined ? undefined : communityNoticeFields.parse(row);
      },
      *isInScope(by, { id, values }, queries) {
        return id === null || (yield* seesCommunity(queries, by, values.community_id));
      },
      *problems(queries, _id, { community_id, valid_from, valid_to }, by) {
        return [
          ...((yield* seesCommunity(queries, by, community_id))
            ? []
            : [{ field: 'community_id', message: '小区不存在，请重新选择' }]),
          ...endsBeforeItStarts('valid_to', valid_from, valid_to),
        ];
      },
      *insert(queries, id, values) {
        yield* run(queries.insertInto('community_notices').values({ id, state: 'draft', ...values }));
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('community_notices').set(values).where('id', '=', id));
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('community_notices').where('id', '=', id));
      },
    },
    parts,
  );
