/** The form of the desk that is in sight; undefined where none is. */
const shownForm = (page: HTMLElement | null): HTMLFormElement | undefined =>
  [...(page?.querySelectorAll<HTMLFormElement>('form.rc-form') ?? [])].find((form) => form.checkVisibility());

/** The cursor goes to where typing starts in the form. */
export function focusShownForm(page: HTMLElement | null): void {
  shownForm(page)?.focus({ preventScroll: true });
}

/** Submits the form in sight as its button does: not while it is busy, nor once its step is over. */
export function submitShownForm(page: HTMLElement | null): void {
  shownForm(page)?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}
