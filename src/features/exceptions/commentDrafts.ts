import * as z from 'zod';
import { createDrafts } from '../../parts/drafts/createDrafts.ts';
import type { RememberingStorage } from '../../parts/drafts/keptForUser.ts';

const draftSchema = z.object({ text: z.string(), photos: z.array(z.string()) });
export type CommentDraft = z.infer<typeof draftSchema>;

export const emptyDraft: CommentDraft = { text: '', photos: [] };

/** Keeps comments that were typed and not sent, also when the page is left or reloaded, for this user in this tab. */
export interface CommentDrafts {
  readonly read: (exceptionId: number) => CommentDraft;
  /** An empty one is forgotten. */
  readonly keep: (exceptionId: number, draft: CommentDraft) => void;
}

export function createCommentDrafts(storage: RememberingStorage, userId: number): CommentDrafts {
  const drafts = createDrafts({ storage, storageKey: 'exceptionComments', userId, schema: draftSchema });
  return {
    read: (exceptionId) => drafts.read(String(exceptionId)) ?? emptyDraft,
    keep(exceptionId, draft) {
      const isEmpty = draft.text === '' && draft.photos.length === 0;
      drafts.keep(String(exceptionId), isEmpty ? null : draft);
    },
  };
}
