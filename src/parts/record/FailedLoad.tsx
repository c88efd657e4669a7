import type { LoadFailure } from '../../streams/loading/loadState.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';

interface FailedLoadProps {
  state: LoadFailure;
  /** The failure in words: 无法加载报警. */
  title?: string;
  /** The next step, after the message: 。正在自动重试。 */
  next?: string;
  onRetry?: () => void;
}

/** In place of what could not be loaded: the user may not see it, the link is down, or something went wrong. */
export function FailedLoad({ state: { failure, message }, next = '', ...rest }: FailedLoadProps) {
  return failure === 'denied' ? (
    <DeniedState message={message} />
  ) : (
    <ErrorState {...rest} message={`${message}${next}`} kind={failure === 'offline' ? 'offline' : 'failed'} />
  );
}
