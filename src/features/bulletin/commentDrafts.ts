import * as z from 'zod';
import { bulletinSections, type BulletinSection } from '../../contract/bulletin/bulletinContent.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { createDrafts, type Drafts } from '../../parts/drafts/createDrafts.ts';

const editedComments = z.object({
  version: z.number().nullable(),
  texts: z.partialRecord(z.enum(bulletinSections), z.string()),
});
/** Comments that were typed and not saved. */
export interface EditedComments {
  /** That of the saved comments when the user began to write; null once the user has seen that there is a newer one, which a save then replaces. */
  readonly version: number | null;
  readonly texts: Readonly<Partial<Record<BulletinSection, string>>>;
}

/** Keeps them for this user in this tab, by bulletin, also when the page is left or reloaded. */
export const createCommentDrafts = ({
  tabStorage,
  user,
}: Pick<FeatureDeps, 'tabStorage' | 'user'>): Drafts<EditedComments> =>
  createDrafts<EditedComments>({
    storage: tabStorage,
    storageKey: 'bulletinComments',
    userId: user.id,
    schema: editedComments,
  });
