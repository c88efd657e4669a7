import { Button } from '../Button/Button.tsx';
import { Icon } from '../Icon/Icon.tsx';
import '../EmptyState/EmptyState.css';

interface ErrorStateProps {
  /** The failure in words: 无法加载救援记录. */
  title?: string;
  /** The next step. */
  message: string;
  kind?: 'failed' | 'offline';
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Something went wrong, with the next thing to do. */
export function ErrorState({ title, message, kind = 'failed', onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className="ti-state" data-tone="error" role="alert">
      <Icon name={kind === 'offline' ? 'wifi' : 'exclamation-triangle'} className="ti-state__icon" />
      <p className="ti-state__title">{title ?? (kind === 'offline' ? '网络连接已断开' : '加载失败')}</p>
      <p className="ti-state__hint">{message}</p>
      {onRetry !== undefined && (
        <div className="ti-state__action">
          <Button icon="refresh" onClick={onRetry} isBusy={isRetrying}>
            重试
          </Button>
        </div>
      )}
    </div>
  );
}
