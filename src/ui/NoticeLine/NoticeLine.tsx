import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import './NoticeLine.css';

interface NoticeLineProps {
  text: string;
  /** Something is wrong, and what is shown is not what was asked for. */
  isProblem?: boolean;
  /** Read out at once. */
  isUrgent?: boolean;
  /** A button for what can be done about it. */
  children?: ReactNode;
}

/** A sentence about the whole page, above its content. */
export const NoticeLine = ({ text, isProblem = false, isUrgent = false, children }: NoticeLineProps) => (
  <p className="ti-notice-line" data-tone={isProblem ? 'medium' : undefined} role={isUrgent ? 'alert' : 'status'}>
    <Icon name={isProblem ? 'exclamation-circle' : 'info-circle'} />
    <span>{text}</span>
    {children}
  </p>
);
