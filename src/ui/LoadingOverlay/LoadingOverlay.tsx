import { Icon } from '../Icon/Icon.tsx';
import './LoadingOverlay.css';

interface LoadingOverlayProps {
  isShown: boolean;
  /** The work under way: 登录中…. */
  text: string;
  /** The whole page, or the nearest positioned box. */
  scope?: 'page' | 'box';
}

/** Covers what must not be touched while something is in progress, and says what. */
export function LoadingOverlay({ isShown, text, scope = 'page' }: LoadingOverlayProps) {
  return (
    <div className="ti-loading" data-scope={scope} data-shown={isShown || undefined} role="status">
      {isShown && (
        <span className="ti-loading__box">
          <Icon name="spinner" isSpinning />
          {text}
        </span>
      )}
    </div>
  );
}
