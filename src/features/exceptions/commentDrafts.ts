import * as z from 'zod';

const storageKey = 'exceptionComments';
const draftSchema = z.object({ text: z.string(), photos: z.array(z.string()) });
export type CommentDraft = z.infer<typeof draftSchema>;
const keptSchema = z.object({ userId: z.number(), drafts: z.record(z.string(), draftSchema) });
type Kept = z.infer<typeof keptSchema>;

export const emptyDraft: CommentDraft = { text: '', photos: [] };

/** What was typed as a comment and not sent: it stays when the page is left or reloaded, for this user in this tab. */
export interface CommentDrafts {
  readonly read: (exceptionId: number) => CommentDraft;
  /** An empty one is forgotten. */
  readonly keep: (exceptionId: number, draft: CommentDraft) => void;
}

export function createCommentDrafts(storage: Pick<Storage, 'getItem' | 'setItem'>, userId: number): CommentDrafts {
  const readAll = (): Kept => {
    try {
      const kept = keptSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data;
      if (kept?.userId === userId) return kept;
    } catch {
      // What is kept there is no JSON of ours: there is no draft.
    }
    return { userId, drafts: {} };
  };
  return {
    read: (exceptionId) => readAll().drafts[exceptionId] ?? emptyDraft,
    keep(exceptionId, draft) {
      const { [exceptionId]: _before, ...others } = readAll().drafts;
      const isEmpty = draft.text === '' && draft.photos.length === 0;
      const drafts = isEmpty ? others : { ...others, [exceptionId]: draft };
      storage.setItem(storageKey, JSON.stringify({ userId, drafts }));
    },
  };
}
