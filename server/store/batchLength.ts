/** How many of the waiting requests the next transaction takes, in their order: one that is to be alone neither joins others nor is joined. */
export function batchLength(queue: readonly { readonly isAlone: boolean }[], most: number): number {
  const alone = queue.slice(0, most).findIndex(({ isAlone }) => isAlone);
  if (alone === -1) return most;
  return Math.max(1, alone);
}
