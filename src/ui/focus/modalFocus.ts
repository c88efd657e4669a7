import { keepTabInside } from './keepTabInside.ts';

/*
 * The one place that decides whether the focus may move. While a dialog is open nothing behind it takes the focus: what lies behind is
 * inert, and a form that opens there meanwhile waits for its turn. One exception: a dialog that comes on its own must not interrupt
 * someone typing. The page stays alive until the focus leaves that field, and Tab leads from it into the dialog.
 */

/** Marks the part of the page that lies behind dialogs, as `MainLayout` does. */
const behindDialogs = '[data-behind-dialogs]';
/** Marks a part of the page whose forms may take the focus from each other, as the desk does. */
const sharesFocus = '[data-shares-focus]';
/** Inputs in which no one types. */
const choices = '[type="checkbox"], [type="radio"], [type="button"], [type="submit"]';

interface OpenDialog {
  /** The element that had the focus when the dialog opened. */
  readonly cameFrom: HTMLElement | null;
  readonly takesKeyboard: boolean;
}

export interface DialogLayer {
  /** False for a dialog that comes on its own: it leaves the focus in the field being typed in. */
  readonly takesKeyboard: boolean;
  /** The box that keeps Tab inside, for a dialog whose own component does not. */
  readonly box: HTMLElement | null;
}

interface Waiting {
  readonly part: HTMLElement;
  readonly focus: () => void;
}

/** Oldest first: the newest lies on top. */
let dialogs: readonly OpenDialog[] = [];
let waiting: Waiting | null = null;

const isInDialog = (element: HTMLElement): boolean => element.closest('[role="dialog"], [role="alertdialog"]') !== null;

const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && element.checkVisibility();

const isTextField = (element: HTMLElement): boolean => element.matches('input, textarea, select, [contenteditable]');

function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

/** A field that someone types in, not a box that is ticked. */
const isTypedIn = (element: HTMLElement): boolean => isTextField(element) && !element.matches(choices);

function keepBehindInert(): void {
  const present = focused();
  const isForced = dialogs.some(({ takesKeyboard }) => takesKeyboard);
  for (const part of document.querySelectorAll<HTMLElement>(behindDialogs)) {
    const isTyping = present !== null && part.contains(present) && isTypedIn(present);
    part.inert = isForced || (dialogs.length > 0 && !isTyping);
  }
}

const focusMoves = ['focusin', 'focusout'] as const;
/** After the focus has moved on, which it has not yet while `focusout` is being told. */
const onFocusMoved = (): void => queueMicrotask(keepBehindInert);

function setDialogs(next: readonly OpenDialog[]): void {
  const listen = next.length > 0 && dialogs.length === 0;
  const leave = next.length === 0 && dialogs.length > 0;
  dialogs = next;
  if (listen) for (const move of focusMoves) document.addEventListener(move, onFocusMoved);
  if (leave) for (const move of focusMoves) document.removeEventListener(move, onFocusMoved);
  keepBehindInert();
}

/** The last dialog is gone: back to the field being typed in, otherwise to the form that waits, otherwise to where the focus was. */
function giveBack(cameFrom: HTMLElement | null): void {
  const next = waiting;
  waiting = null;
  const present = focused();
  if (present !== null && isTextField(present) && !isInDialog(present)) return;
  if (isThere(cameFrom) && isTextField(cameFrom)) cameFrom.focus({ preventScroll: true });
  else if (next !== null && isThere(next.part)) next.focus();
  else if (isThere(cameFrom)) cameFrom.focus({ preventScroll: true });
}

/** Someone types in a field that has nothing to do with this part: what is typed next must not go elsewhere. */
function isTypingElsewhere(part: HTMLElement): boolean {
  const present = focused();
  if (present === null || !isThere(present) || !isTypedIn(present)) return false;
  const own = part.closest(sharesFocus);
  return own === null || !own.contains(present);
}

/** Returns true if any dialog lies over the page. */
export const isDialogOpen = (): boolean => dialogs.length > 0;

/**
 * A dialog opens: called before it moves the focus into itself. The function returned is called when the dialog goes.
 */
export function openDialog({ takesKeyboard, box }: DialogLayer): () => void {
  const dialog: OpenDialog = { cameFrom: focused(), takesKeyboard };
  const letTabGo = box === null ? null : keepTabInside(box);
  setDialogs([...dialogs, dialog]);
  return () => {
    letTabGo?.();
    setDialogs(dialogs.filter((other) => other !== dialog));
    // The dialog's own elements are still in the page at this moment.
    queueMicrotask(() => {
      if (dialogs.length === 0) giveBack(dialog.cameFrom);
      else if (focused() === null && isThere(dialog.cameFrom)) dialog.cameFrom.focus({ preventScroll: true });
    });
  };
}

/**
 * Focuses a part of the page now, or after the last dialog over it has gone, unless someone is typing in a field
 * elsewhere by then. The last part to ask has the turn.
 */
export function focusInPage(part: HTMLElement, focus: () => void): void {
  if (isDialogOpen() && !isInDialog(part)) waiting = { part, focus };
  else if (!isTypingElsewhere(part)) focus();
}
