import * as z from 'zod';
import { rememberedForUser, type RememberingStorage } from './keptForUser.ts';

/** Text that one user typed and did not send, by its record: it survives leaving or reloading the page. */
export interface Drafts<Draft> {
  /** Null where nothing was typed. */
  readonly read: (key: string) => Draft | null;
  /** Null forgets it. */
  readonly keep: (key: string, draft: Draft | null) => void;
}

interface DraftsParts<Draft> {
  readonly storage: RememberingStorage;
  readonly storageKey: string;
  readonly userId: number;
  readonly schema: z.ZodType<Draft>;
}

export function createDrafts<Draft>({ storage, storageKey, userId, schema }: DraftsParts<Draft>): Drafts<Draft> {
  const kept = rememberedForUser(storage, storageKey, z.object({ drafts: z.record(z.string(), schema) }));
  const readAll = (): Readonly<Record<string, Draft>> => kept.read(userId)?.drafts ?? {};
  return {
    read: (key) => readAll()[key] ?? null,
    keep(key, draft) {
      const { [key]: _before, ...others } = readAll();
      kept.write(userId, { drafts: draft === null ? others : { ...others, [key]: draft } });
    },
  };
}
