/** A report that seems older is still accepted if nothing newer came for this long: the device's clock was set back. */
const frozenAfterMs = 60_000;

/**
 * Did this report of a device arrive out of order, or from its buffer after a newer one? `atMs` is its own time, `receivedAtMs` ours;
 * the known ones are those of the newest so far.
 */
export function isOutdated(atMs: number, receivedAtMs: number, knownAtMs: number, knownReceivedAtMs: number): boolean {
  if (atMs >= knownAtMs) return false;
  // A clock that was wrong and has been put right goes back in time, towards ours.
  const isClockPutRight = Math.abs(receivedAtMs - atMs) < Math.abs(knownReceivedAtMs - knownAtMs);
  return !isClockPutRight && receivedAtMs - knownReceivedAtMs < frozenAfterMs;
}
