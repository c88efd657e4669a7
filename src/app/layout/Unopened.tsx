import { useEffect } from 'react';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';

interface UnopenedProps {
  title: string;
  /** No one is there to press a button: it retries automatically. */
  isWall: boolean;
}

const wallRetryMs = 15_000;
const reload = (): void => window.location.reload();

/** Only when the server answers: a browser's own error page would never come back. */
async function reloadWhenAnswered(): Promise<void> {
  const isThere = await fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) reload();
}

/** In the place of a page that could not be loaded or drawn. */
export function Unopened({ title, isWall }: UnopenedProps) {
  useEffect(() => {
    if (!isWall) return;
    const timer = setInterval(() => void reloadWhenAnswered(), wallRetryMs);
    return () => clearInterval(timer);
  }, [isWall]);
  return (
    <Panel>
      <ErrorState
        title="加载失败"
        message={
          isWall
            ? '大屏未能打开，将自动重试。'
            : `“${title}”页面未能打开，请重试；若仍然如此，请检查网络或联系系统管理员。`
        }
        onRetry={reload}
      />
    </Panel>
  );
}
