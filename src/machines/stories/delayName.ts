/** `redirectDelay` of `xstate.after.redirectDelay.session.entering`; undefined for an event that is no delay. */
export function delayName(eventType: string): string | undefined {
  return /^xstate\.after\.([^.]+)\./.exec(eventType)?.[1];
}
