import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './Button.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  /** `primary` once a view; `quiet` by default; `danger` for what cannot be undone; `plain` without a frame. */
  variant?: 'primary' | 'quiet' | 'danger' | 'plain';
  size?: 'small' | 'medium' | 'large';
  icon?: IconName;
  /** The act is under way: shows it, and ignores further presses without losing the focus. */
  isBusy?: boolean;
}

/** A button with a word on it; for one with only a picture take `IconButton`. */
export function Button({
  variant = 'quiet',
  size = 'medium',
  icon,
  isBusy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className="ti-button"
      data-variant={variant}
      data-size={size}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <Icon name="spinner" isSpinning /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
