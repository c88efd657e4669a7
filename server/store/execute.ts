import type { CompiledQuery } from 'kysely';
import type { TransactionSteps } from './eventStore.ts';

export type Execute = (query: CompiledQuery) => Promise<readonly unknown[]>;

/** Runs transaction steps query by query. */
export async function drive<Result>(steps: TransactionSteps<Result>, execute: Execute): Promise<Result> {
  let step = steps.next([]);
  while (step.done !== true) step = steps.next(await execute(step.value));
  return step.value;
}
