import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { useDismiss } from '../../../ui/Popover/usePopover.ts';
import { useAnchoredPanel } from '../../../ui/Select/useAnchoredPanel.ts';

interface SlotProps {
  /** The name of the gap: 事件, 时间. */
  label: string;
  /** The choice, as the sentence says it; empty if nothing is chosen yet. */
  words: string;
  /** Shown while nothing is chosen: 任何时间. */
  placeholder: string;
  /** Something must be chosen. */
  isRequired?: boolean;
  problems?: readonly string[];
  /** Open from the start, for the action that was just added. */
  startsOpen?: boolean;
  isWide?: boolean;
  /** Read-only users see only the words. */
  isDisabled: boolean;
  children: ReactNode;
}

/** In px: high enough for the choices, low enough to keep the sentence visible. */
const mostHeightPx = 460;

/** Takes the focus when it opens. */
function SlotPanel({
  label,
  isWide,
  anchorRef,
  onClose,
  children,
}: Pick<SlotProps, 'label' | 'isWide' | 'children'> & {
  anchorRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const panelRef = useRef<HTMLDivElement>(null);
  useAnchoredPanel(anchorRef, panelRef, true, mostHeightPx);
  useEffect(() => {
    panelRef.current?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)')?.focus();
  }, []);
  return (
    <div
      popover="manual"
      ref={panelRef}
      className="ti-anchored-panel rule-slot__panel"
      data-wide={isWide === true || undefined}
      role="dialog"
      aria-label={label}
    >
      {children}
      <div className="rule-slot__foot">
        <Button size="small" variant="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </div>
  );
}

/** A gap in the rule's sentence: a button with what was chosen, which opens a small picker. */
export function Slot({
  label,
  words,
  placeholder,
  isRequired = false,
  problems = [],
  startsOpen = false,
  isWide = false,
  isDisabled,
  children,
}: SlotProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const boxRef = useRef<HTMLSpanElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const close = (): void => {
    setOpen(false);
    buttonRef.current?.focus();
  };
  useDismiss(boxRef, isOpen, (byKey) => (byKey ? close() : setOpen(false)));
  return (
    <span className="rule-slot" ref={boxRef}>
      <button
        ref={buttonRef}
        type="button"
        className="rule-slot__button"
        aria-label={`${label}：${words === '' ? placeholder : words}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? noteId : undefined}
        data-empty={words === '' || undefined}
        data-required={(isRequired && words === '') || undefined}
        disabled={isDisabled}
        onClick={() => setOpen((was) => !was)}
      >
        {words === '' ? placeholder : words}
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <SlotPanel label={label} isWide={isWide} anchorRef={buttonRef} onClose={close}>
          {children}
        </SlotPanel>
      )}
      {problems.length > 0 && (
        <span className="ti-field__error rule-slot__problem" id={noteId}>
          <Icon name="exclamation-circle" />
          {problems.join('；')}
        </span>
      )}
    </span>
  );
}
