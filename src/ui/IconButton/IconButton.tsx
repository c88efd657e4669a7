import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './IconButton.css';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'style' | 'children' | 'aria-label' | 'title'
> {
  icon: IconName;
  /** Its action; read aloud and shown on hover. */
  label: string;
  size?: 'small' | 'medium';
  /** The number of items that wait behind it; 0 shows nothing. */
  count?: number;
  isBusy?: boolean;
}

/** A button that is only a picture; its label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  count = 0,
  isBusy = false,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const countText = count > 99 ? '99+' : String(count);
  return (
    <button
      {...rest}
      type={type}
      className="ti-icon-button"
      data-size={size}
      aria-label={count > 0 ? `${label} ${countText}` : label}
      aria-busy={isBusy || undefined}
      title={label}
    >
      {isBusy ? <Icon name="spinner" isSpinning /> : <Icon name={icon} />}
      {count > 0 && <span className="ti-icon-button__count">{countText}</span>}
    </button>
  );
}
