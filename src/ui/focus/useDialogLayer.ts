import { useLayoutEffect, type RefObject } from 'react';
import { openDialog } from './modalFocus.ts';

interface DialogLayerOptions {
  isOpen: boolean;
  takesKeyboard: boolean;
  /** The dialog's element, with `tabIndex={-1}`, if nothing else keeps Tab inside it. */
  boxRef?: RefObject<HTMLElement | null>;
}

/** Keeps the focus out of the page behind a dialog for as long as the dialog is open. See `modalFocus`. */
export function useDialogLayer({ isOpen, takesKeyboard, boxRef }: DialogLayerOptions): void {
  // Before anything in the dialog takes the focus.
  useLayoutEffect(
    () => (isOpen ? openDialog({ takesKeyboard, box: boxRef?.current ?? null }) : undefined),
    [isOpen, takesKeyboard, boxRef],
  );
}
