import type { Queries, TransactionSteps } from '../store/eventStore.ts';

/** Runs reading steps outside any transaction. */
export async function readSteps<Result>(rows: Queries, running: TransactionSteps<Result>): Promise<Result> {
  let step = running.next();
  while (step.done !== true) step = running.next((await rows.executeQuery(step.value)).rows);
  return step.value;
}
