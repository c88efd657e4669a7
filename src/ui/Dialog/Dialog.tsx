import { Dialog as PrimeDialog } from 'primereact/dialog';
import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { useDialogLayer } from '../focus/useDialogLayer.ts';
import type { IconName } from '../Icon/iconNames.ts';
import '../theme/prime.ts';
import { FocusInside } from './FocusInside.tsx';
import './Dialog.css';

export interface DialogProps {
  title: ReactNode;
  icon?: IconName;
  isOpen: boolean;
  /** The close button, Escape or a click beside it. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** In px; 600 by default. */
  maxWidth?: number;
  /** In px; 500 by default, less where the window is narrower. */
  minWidth?: number;
  /** Neither Escape nor a click beside it closes it. */
  isPersistent?: boolean;
  /** Escape alone closes a persistent one all the same: `onClose` asks if anything would be lost. */
  closesOnEscape?: boolean;
  /** Fills the window. */
  isMaximised?: boolean;
  /** False for a dialog that only its own buttons may close. */
  hasCloseButton?: boolean;
  tone?: 'normal' | 'critical';
}

/** The generic modal: keeps the focus inside while open and gives it back after. */
export function Dialog({
  title,
  icon,
  isOpen,
  onClose,
  children,
  footer,
  maxWidth = 600,
  minWidth = 500,
  isPersistent = false,
  closesOnEscape = !isPersistent,
  isMaximised = false,
  hasCloseButton = true,
  tone = 'normal',
}: DialogProps) {
  useDialogLayer({ isOpen, takesKeyboard: true });
  return (
    <PrimeDialog
      visible={isOpen}
      onHide={onClose}
      header={
        <span className="ti-dialog__title">
          {icon !== undefined && <Icon name={icon} />}
          {title}
        </span>
      }
      footer={footer === undefined ? undefined : <div className="ti-dialog__footer">{footer}</div>}
      className={`ti-dialog ti-dialog--${tone}`}
      style={isMaximised ? undefined : { width: maxWidth, minWidth: `min(${minWidth}px, 100vw - 32px)` }}
      maximized={isMaximised}
      modal
      blockScroll
      focusOnShow={false}
      draggable={false}
      resizable={false}
      closable={hasCloseButton}
      closeOnEscape={closesOnEscape}
      dismissableMask={!isPersistent}
      ariaCloseIconLabel="关闭"
      transitionOptions={{ timeout: 120 }}
    >
      {children}
      <FocusInside />
    </PrimeDialog>
  );
}
