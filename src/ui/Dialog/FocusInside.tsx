import { useEffect, useRef } from 'react';

const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]';

/**
 * Moves the focus into its dialog, unless something there asked for it (`autoFocus`): to
 * the first control of the content, else of the footer, else to the close button.
 */
export function FocusInside() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = ref.current?.closest('[role=dialog]');
    if (!(dialog instanceof HTMLElement) || dialog.contains(document.activeElement)) return;
    const parts = ['.p-dialog-content', '.p-dialog-footer', '.p-dialog-header'].flatMap((part) => [
      ...dialog.querySelectorAll<HTMLElement>(part),
    ]);
    const first = parts
      .flatMap((part) => [...part.querySelectorAll<HTMLElement>(focusable)])
      .find((control) => !control.matches(':disabled'));
    first?.focus();
  }, []);
  return <span ref={ref} hidden />;
}
