/** Ten seconds in all, with what a process takes to end. */
const stopWithinMs = 9_000;

/** A stop takes no longer than ten seconds, whatever does not answer: what is acknowledged is on the disk already. */
export function limitStop(giveUp: () => void): void {
  setTimeout(giveUp, stopWithinMs).unref();
}
