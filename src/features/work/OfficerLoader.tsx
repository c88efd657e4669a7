import { useEffect, useState } from 'react';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import type { OfficerPart, OfficerPartProps } from './officer/OfficerPart.tsx';

type Loaded = { readonly Part: typeof OfficerPart } | 'loading' | 'failed';

/**
 * Fetches the officer's part of the page when it is first opened, and opens it. By an effect of its own: streams are 9 kB, which a worker's
 * telephone does not fetch (tests/contract/bundle.test.ts).
 */
export function OfficerLoader(props: OfficerPartProps) {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    if (loaded !== 'loading') return undefined;
    let hasLeft = false;
    import('./officer/OfficerPart.tsx').then(
      ({ OfficerPart: Part }) => {
        if (!hasLeft) setLoaded({ Part });
      },
      () => {
        if (!hasLeft) setLoaded('failed');
      },
    );
    return () => {
      hasLeft = true;
    };
  }, [loaded]);
  if (loaded === 'loading')
    return (
      <p className="work-dim" role="status">
        正在打开…
      </p>
    );
  if (loaded === 'failed')
    return (
      <ErrorState
        title="页面未能加载"
        message="请检查网络后重试；如系统刚刚升级，请关闭本页后重新打开。"
        onRetry={() => setLoaded('loading')}
      />
    );
  const { Part } = loaded;
  return <Part {...props} />;
}
