import type { ReactNode } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import { usePopover } from './usePopover.ts';
import './Popover.css';

interface PopoverProps {
  icon: IconName;
  label: string;
  count?: number;
  align?: 'left' | 'right';
  /** In px. */
  width?: number;
  /** Drawn only while open; call `close` after an act that leads away. */
  children: (close: () => void) => ReactNode;
}

/** An icon button with a panel below it: notices, volume, columns. */
export function Popover({ icon, label, count = 0, align = 'right', width = 320, children }: PopoverProps) {
  const { isOpen, close, toggle, boxRef } = usePopover();
  return (
    <div className="ti-popover" ref={boxRef}>
      <IconButton
        icon={icon}
        label={label}
        count={count}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={toggle}
      />
      {isOpen && (
        <div className="ti-popover__panel" data-align={align} role="dialog" aria-label={label} style={{ width }}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
