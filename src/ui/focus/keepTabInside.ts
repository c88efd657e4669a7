const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]';

/** Returns the elements in the box that Tab reaches, in order. */
const stopsIn = (box: HTMLElement): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(focusable)].filter(
    (control) => !control.matches(':disabled') && control.checkVisibility(),
  );

/**
 * Keeps Tab within a box that has not taken the focus. From outside, the first Tab goes to the box itself, which must have
 * `tabIndex={-1}`: someone who tabs on from a field while typing is then on nothing that their next Enter would trigger. Further ones go
 * around the box's controls. Returns how to stop.
 */
export function keepTabInside(box: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return;
    const present = document.activeElement;
    const stops = stopsIn(box);
    const isInside = present !== null && box.contains(present);
    const edge = event.shiftKey ? stops.at(0) : stops.at(-1);
    const isLeaving = present === edge || stops.length === 0 || (event.shiftKey && present === box);
    if (isInside && !isLeaving) return;
    event.preventDefault();
    event.stopPropagation();
    const next = isInside ? (event.shiftKey ? stops.at(-1) : stops.at(0)) : undefined;
    (next ?? box).focus({ preventScroll: true });
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
