import type { ReactNode } from 'react';
import type { LoadFailure } from '../../../streams/loading/loadState.ts';
import { DeniedState } from '../../../ui/DeniedState/DeniedState.tsx';
import { ErrorState } from '../../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';

/** Says that the data on the page may be old, and why. */
export function StaleNote({ children }: { children: ReactNode }) {
  return (
    <p className="work-note" data-tone="medium" role="status">
      <Icon name="wifi" />
      <span>{children}</span>
    </p>
  );
}

/** Nothing could be loaded, with what to do about it. */
export function FailedPart({
  title,
  failure: { failure, message },
  onRetry,
}: {
  title: string;
  failure: LoadFailure;
  onRetry: () => void;
}) {
  if (failure === 'denied') return <DeniedState message={message} />;
  return (
    <ErrorState title={title} message={message} kind={failure === 'offline' ? 'offline' : 'failed'} onRetry={onRetry} />
  );
}
