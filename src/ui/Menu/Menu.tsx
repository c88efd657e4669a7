import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import { usePopover } from '../Popover/usePopover.ts';
import '../Popover/Popover.css';
import './Menu.css';

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  tone?: 'normal' | 'danger';
  isDisabled?: boolean;
  /** A line above it. */
  startsGroup?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /** The button: its look is the caller's, its behaviour is the menu's. */
  renderTrigger: (props: {
    'aria-expanded': boolean;
    'aria-haspopup': 'menu';
    onClick: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  }) => ReactNode;
  label: string;
  items: readonly MenuItem[];
  align?: 'left' | 'right';
  /** Stands above the items: who is signed in. */
  header?: ReactNode;
}

/** The open list alone: focuses its first item, arrow keys move. */
export function MenuPanel({
  label,
  items,
  align,
  header,
  onClose,
}: Required<Pick<MenuProps, 'label' | 'items' | 'align'>> & { header: ReactNode; onClose: () => void }) {
  const listRef = useRef<HTMLDivElement>(null);
  const entries = (): HTMLButtonElement[] => [
    ...(listRef.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? []),
  ];
  useEffect(() => {
    listRef.current?.querySelector<HTMLButtonElement>('[role=menuitem]:not(:disabled)')?.focus();
  }, []);
  const moveTo = (index: number): void => {
    const all = entries();
    all[(index + all.length) % all.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = entries().findIndex((entry) => entry === document.activeElement);
    if (event.key === 'Tab') return onClose();
    if (event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div className="ti-popover__panel" data-align={align} data-kind="menu">
      {header !== null && <div className="ti-menu__header">{header}</div>}
      <div role="menu" aria-label={label} tabIndex={-1} ref={listRef} onKeyDown={onKeyDown}>
        {items.map(({ id, label: text, icon, tone = 'normal', isDisabled = false, startsGroup = false, onSelect }) => (
          <button
            key={id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="ti-menu__item"
            data-tone={tone}
            data-group={startsGroup || undefined}
            disabled={isDisabled}
            onClick={() => {
              onClose();
              onSelect();
            }}
          >
            {icon !== undefined && <Icon name={icon} />}
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A drop-down of acts. Arrow keys move, Enter chooses, Escape gives the focus back. */
export function Menu({ renderTrigger, label, items, align = 'right', header = null }: MenuProps) {
  const { isOpen, open, close, toggle, boxRef } = usePopover();
  const closeAndReturn = (): void => {
    close();
    boxRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  };
  return (
    <div className="ti-popover" ref={boxRef}>
      {renderTrigger({ 'aria-expanded': isOpen, 'aria-haspopup': 'menu', onClick: toggle, onKeyDown })}
      {isOpen && <MenuPanel label={label} items={items} align={align} header={header} onClose={closeAndReturn} />}
    </div>
  );
}
