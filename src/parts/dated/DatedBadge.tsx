import type { LoadState } from '../../streams/loading/loadState.ts';
import { StaleBadge } from '../../ui/StaleBadge/StaleBadge.tsx';
import type { Dated } from './isOutdated.ts';

/** Shows beside the title how old the page's data are; nothing before the first answer. `isStale` as `isOutdated` judges it. */
export function DatedBadge({ state, isStale, nowMs }: { state: LoadState<Dated>; isStale: boolean; nowMs: number }) {
  if (state.kind !== 'ready') return null;
  return (
    <StaleBadge
      dataAtMs={state.value.loadedAtMs}
      nowMs={nowMs}
      staleAfterMs={isStale ? -1 : Number.POSITIVE_INFINITY}
      advice="请检查网络"
    />
  );
}
