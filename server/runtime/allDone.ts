/** Waits for all of them, even if one fails; then throws the first failure, if there is one. */
export async function allDone(works: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}
