/** Ten seconds in all, including the time a process takes to exit. */
const stopWithinMs = 9_000;

/** A stop takes no longer than ten seconds, even if something does not respond: what is acknowledged is already on disk. */
export function limitStop(giveUp: () => void): void {
  setTimeout(giveUp, stopWithinMs).unref();
}
