import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import '../EmptyState/EmptyState.css';

interface DeniedStateProps {
  message?: string;
  action?: ReactNode;
}

/** This person may not see this, and whom to ask. */
export function DeniedState({
  message = '您的账号没有查看此内容的权限，如需开通请联系系统管理员。',
  action,
}: DeniedStateProps) {
  return (
    <div className="ti-state" role="alert">
      <Icon name="lock" className="ti-state__icon" />
      <p className="ti-state__title">没有权限</p>
      <p className="ti-state__hint">{message}</p>
      {action !== undefined && <div className="ti-state__action">{action}</div>}
    </div>
  );
}
