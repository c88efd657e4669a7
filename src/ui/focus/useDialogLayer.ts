import { useLayoutEffect } from 'react';
import { openDialog } from './modalFocus.ts';

/** Keeps the focus out of the page behind a dialog for as long as the dialog is open. See `modalFocus`. */
export function useDialogLayer({ isOpen, takesKeyboard }: { isOpen: boolean; takesKeyboard: boolean }): void {
  // Before anything in the dialog takes the focus.
  useLayoutEffect(() => (isOpen ? openDialog({ takesKeyboard }) : undefined), [isOpen, takesKeyboard]);
}
