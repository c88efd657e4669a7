import * as z from 'zod';

/** Storage of a feature in the browser: `FeatureDeps.tabStorage`. */
export type RememberingStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface RememberedForUser<Value> {
  /** Undefined where nothing is kept for this user; null stands for no one. */
  readonly read: (userId: number | null) => Value | undefined;
  readonly write: (userId: number, value: Value) => void;
}

const ownedSchema = z.object({ userId: z.number() });

/**
 * One value in the browser that belongs to the user who left it there. What another user, another version or something
 * else kept under the same key reads as nothing.
 */
export function rememberedForUser<Value extends object>(
  storage: RememberingStorage,
  key: string,
  schema: z.ZodType<Value>,
): RememberedForUser<Value> {
  const readJson = (): unknown => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  return {
    read(userId) {
      const kept = readJson();
      return ownedSchema.safeParse(kept).data?.userId === userId ? schema.safeParse(kept).data : undefined;
    },
    write: (userId, value) => storage.setItem(key, JSON.stringify({ userId, ...value })),
  };
}
