/** `redirectDelay` of `xstate.after.redirectDelay.session.entering`; undefined for an event that is not a delay. */
export function delayName(eventType: string): string | undefined {
  return /^xstate\.after\.([^.]+)\./.exec(eventType)?.[1];
}
