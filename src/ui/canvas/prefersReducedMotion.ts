const query = '(prefers-reduced-motion: reduce)';

/** Returns true if this person asked the system for less motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(query).matches;
}
