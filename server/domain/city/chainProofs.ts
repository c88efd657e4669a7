import * as z from 'zod';
import { probeStageLabels } from '../../../src/contract/endpoints/probe.ts';
import { keysOf } from '../../../src/contract/exceptions.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

const stage = z.enum(keysOf(probeStageLabels));

/** Survives a restart: a restart proves nothing, and people who know of an outage get no second notice. */
const keptProofsSchema = z.object({
  /** By the calendar, epoch ms. */
  provenAtMs: z.partialRecord(stage, z.number()),
  outage: z
    .object({
      stage,
      /** The time of the stage's last proof, or of the beginning of its watch. */
      sinceMs: z.number(),
      toldAtMs: z.number(),
      /** The number of reminders that people have had. */
      reminders: z.number().int().min(0),
    })
    .nullable(),
});
export type ChainProofs = z.infer<typeof keptProofsSchema>;
export type Outage = NonNullable<ChainProofs['outage']>;

/** The first notice of an outage; reminders and the end have streams of other names. */
export const outageStreamPrefix = 'notice-probe-outage-';

const nothingKept: ChainProofs = { provenAtMs: {}, outage: null };

export async function readChainProofs(store: Pick<EventStore, 'rows'>): Promise<ChainProofs> {
  const row = await store.rows.selectFrom('probe_state').select('state').executeTakeFirst();
  return row === undefined ? nothingKept : (keptProofsSchema.safeParse(JSON.parse(row.state)).data ?? nothingKept);
}

/** Within a transaction, so that an outage and the notice of it are kept together. */
export function* keepProofs(queries: Queries, proofs: ChainProofs): TransactionSteps {
  const state = JSON.stringify(proofs);
  yield* run(
    queries
      .insertInto('probe_state')
      .values({ id: 1, state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state })),
  );
}
