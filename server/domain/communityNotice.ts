import type * as z from 'zod';
import { communityNoticeFields } from '../../src/contract/entities/communityNotice.ts';
import { endsBeforeItStarts } from '../../src/contract/rows.ts';
import { ofCommunity } from './communityMember.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from './rowDesk.ts';

export type CommunityNoticeValues = z.output<typeof communityNoticeFields>;

/** Drafts of notices to the people of a community, for users who see the community. Nothing sends them. */
export const createCommunityNoticeDesk = (parts: RowDeskParts<CommunityNoticeValues>): RowDesk<CommunityNoticeValues> =>
  rowDesk<CommunityNoticeValues>(
    rowResource({
      noun: '小区通知',
      kind: 'communityNotice',
      table: 'community_notices',
      constant: { state: 'draft' },
      fields: communityNoticeFields,
      // The form says beside the field that a new one belongs to no community in sight.
      *isInScope(by, { id, values }, queries) {
        return id === null || (yield* ofCommunity.sees(queries, by, values));
      },
      *problems(queries, _id, values, by) {
        return [
          ...(yield* ofCommunity.problems(queries, by, values)),
          ...endsBeforeItStarts('valid_to', values.valid_from, values.valid_to),
        ];
      },
    }),
    parts,
  );
