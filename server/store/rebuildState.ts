import type { Compilable } from 'kysely';
import * as z from 'zod';
import { run, type Queries, type TransactionSteps } from './eventStore.ts';

/** The key in `store_meta` under which a rebuild keeps its progress. */
export const stateKey = 'rebuild';

/** The progress of the new tables, stored in `store_meta` in the same transactions as their rows. */
const stateSchema = z.object({
  versions: z.record(z.string(), z.number()),
  shape: z.string(),
  position: z.number(),
  events: z.number(),
});
export type RebuildState = z.infer<typeof stateSchema>;

/** The projections of an interrupted rebuild, with their target versions. */
export async function unfinishedRebuild(rows: Queries): Promise<Readonly<Record<string, number>>> {
  const kept = await rows.selectFrom('store_meta').select('value').where('key', '=', stateKey).executeTakeFirst();
  return kept === undefined ? {} : stateSchema.parse(JSON.parse(kept.value)).versions;
}

export function* readState(queries: Queries): TransactionSteps<RebuildState | undefined> {
  const [kept] = yield* run(queries.selectFrom('store_meta').select('value').where('key', '=', stateKey));
  return kept === undefined ? undefined : stateSchema.parse(JSON.parse(kept.value));
}

export function* expectState(queries: Queries): TransactionSteps<RebuildState> {
  const state = yield* readState(queries);
  if (state === undefined) throw new Error('the tables beside are gone: another process has switched or removed them');
  return state;
}

export function* readHead(queries: Queries): TransactionSteps<number> {
  const [head] = yield* run(
    queries.selectFrom('log_head').select('position') satisfies Compilable<{ position: number }>,
  );
  return head?.position ?? 0;
}
