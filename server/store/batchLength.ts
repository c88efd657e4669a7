/** Returns the number of waiting requests that go into the next transaction, in order: a request that must be alone shares it with no other. */
export function batchLength(queue: readonly { readonly isAlone: boolean }[], most: number): number {
  const alone = queue.slice(0, most).findIndex(({ isAlone }) => isAlone);
  if (alone === -1) return most;
  return Math.max(1, alone);
}
