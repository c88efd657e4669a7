import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

interface Popover {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  toggle: () => void;
  /** The box around button and panel: a press outside of it closes. */
  boxRef: RefObject<HTMLDivElement | null>;
}

/** While open, a press outside the box and Escape call `onDismiss`; only Escape is `byKey`. */
export function useDismiss(
  boxRef: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (byKey: boolean) => void,
): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && boxRef.current?.contains(event.target) === false) dismiss(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // A list that is open inside the panel closes first.
      if (event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]')) return;
      event.stopPropagation();
      dismiss(true);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [boxRef, isOpen]);
}

/** Open or closed; a press outside and Escape close it, and Escape gives the focus back to the button. */
export function usePopover(): Popover {
  const [isOpen, setOpen] = useState(false);
  const boxRef = useRef<HTMLDivElement>(null);
  useDismiss(boxRef, isOpen, (byKey) => {
    setOpen(false);
    if (byKey) boxRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  });
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen((was) => !was),
    boxRef,
  };
}
