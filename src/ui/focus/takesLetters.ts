/** Controls and forms in which a letter is text or a choice. */
const letterTakers = [
  'form',
  'input:not([type="checkbox"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['combobox', 'listbox', 'menu', 'menuitem', 'slider'].map((role) => `[role="${role}"]`),
].join();

/** Returns true if a letter pressed here belongs to a field, a form or a choice, and so is no key of the page. */
export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(letterTakers) !== null;
