/** Five seconds in all, including the time a process takes to exit. */
const stopWithinMs = 4_500;

/**
 * A stop takes no longer than five seconds, whatever is still under way: what is acknowledged is on disk, and the next
 * start continues the rest. So `giveUp` ends the process as stopped, not as failed.
 */
export function limitStop(giveUp: () => void): void {
  setTimeout(giveUp, stopWithinMs).unref();
}
