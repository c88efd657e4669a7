import { StaleBadge } from '../StaleBadge/StaleBadge.tsx';
import { useNowMs } from '../time/useNowMs.ts';
import type { RowsState } from './reduceRows.ts';

/** Only a stale list shows its age by the second. */
function StaleNote({ atMs, advice, readNowMs }: { atMs: number; advice: string; readNowMs: () => number }) {
  return <StaleBadge dataAtMs={atMs} nowMs={useNowMs(readNowMs)} staleAfterMs={-1} advice={advice} />;
}

/** Beside the title: silent while all is well, loud when the rows are no longer the truth. */
export function ListNote<Row>({ state, readNowMs }: { state: RowsState<Row>; readNowMs: () => number }) {
  if (state.kind !== 'ready') return null;
  if (state.problem !== null)
    return (
      <StaleNote
        atMs={state.atMs}
        advice={state.problem.kind === 'offline' ? '请检查网络' : '请点击刷新重试'}
        readNowMs={readNowMs}
      />
    );
  return state.isStale ? <StaleNote atMs={state.atMs} advice="正在重新连接" readNowMs={readNowMs} /> : null;
}
