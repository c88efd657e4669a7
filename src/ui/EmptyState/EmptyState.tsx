import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './EmptyState.css';

interface EmptyStateProps {
  /** The message: 暂无救援记录. */
  title: string;
  /** The advice, or why that is fine. */
  hint?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

/** Nothing to show, presented as a fact and never as a fault. */
export function EmptyState({ title, hint, icon = 'inbox', action }: EmptyStateProps) {
  return (
    <div className="ti-state">
      <Icon name={icon} className="ti-state__icon" />
      <p className="ti-state__title">{title}</p>
      {hint !== undefined && <p className="ti-state__hint">{hint}</p>}
      {action !== undefined && <div className="ti-state__action">{action}</div>}
    </div>
  );
}
