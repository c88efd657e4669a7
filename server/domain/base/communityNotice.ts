import type * as z from 'zod';
import { communityNotices } from '../../../src/contract/endpoints/community.ts';
import { communityNoticeFields } from '../../../src/contract/entities/communityNotice.ts';
import { endsBeforeItStarts } from '../../../src/contract/rows.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { ofCommunity } from './communityMember.ts';
import { plainRows } from '../rows/plainRows.ts';
import { rowDesk, rowResource, type RowDeskParts } from '../rows/rowDesk.ts';

function* isDraft(queries: Queries, id: number): TransactionSteps<boolean> {
  const [row] = yield* run(queries.selectFrom('community_notices').select('state').where('id', '=', id));
  return row?.state === 'draft';
}

/**
 * Drafts of notices to the people of a community, for users who see the community. One that was sent is a draft no more: its row stays for
 * the log, but is not listed, edited or removed.
 */
export const noticeDrafts = plainRows({
  resource: rowResource({
    noun: '物业公告草稿',
    kind: 'communityNotice',
    table: 'community_notices',
    constant: { state: 'draft' },
    fields: communityNoticeFields,
    scope: ofCommunity,
    // The form says beside the field that a new one belongs to no community in sight.
    *isInScope(by, { id, values }, queries) {
      return id === null || ((yield* isDraft(queries, id)) && (yield* ofCommunity.sees(queries, by, values)));
    },
    problems: [
      (queries, _id, values, by) => ofCommunity.problems(queries, by, values),
      // oxlint-disable-next-line require-yield -- judged by the values alone
      function* endsTooEarly(_queries, _id, { valid_from, valid_to }) {
        return endsBeforeItStarts('valid_to', valid_from, valid_to);
      },
    ],
  }),
  list: communityNotices,
  names: { community_name: ['communities', 'community_id'] },
  sorts: ['id', 'title', 'community_name', 'valid_from', 'valid_to'],
  keyword: ['title', 'content', 'community_name'],
});

export type NoticeValues = z.output<typeof communityNoticeFields>;

export const createCommunityNoticeDesk = (parts: RowDeskParts<NoticeValues>) => rowDesk(noticeDrafts.resource, parts);
