import { useEffect, useRef, useState, type RefObject } from 'react';

interface Popover {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  toggle: () => void;
  /** The box around button and panel: a press outside of it closes. */
  boxRef: RefObject<HTMLDivElement | null>;
}

/** Open or closed; a press outside and Escape close it, and Escape gives the focus back to the button. */
export function usePopover(): Popover {
  const [isOpen, setOpen] = useState(false);
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && boxRef.current?.contains(event.target) === false) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      boxRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen]);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen((was) => !was),
    boxRef,
  };
}
