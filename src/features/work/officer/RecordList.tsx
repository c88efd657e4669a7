import type { InputOf } from '../../../contract/endpoint.ts';
import type { exceptionList } from '../../../contract/endpoints/exception.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { loading, type LoadState } from '../../../streams/loading/loadState.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { FailedPart, StaleNote } from './OfficerNotes.tsx';
import type { RecordsFeed } from './officerSources.ts';
import { RecordCard } from './RecordCard.tsx';
import type { Records } from './watchRecords.ts';

/** One of the officer's lists: its words, and the rows that it has. */
interface RecordListKind {
  readonly title: string;
  readonly empty: string;
  readonly query: InputOf<typeof exceptionList>;
}

export const recordLists: Readonly<Record<'faults' | 'scooters', RecordListKind>> = {
  faults: {
    title: '故障与事件',
    empty: '没有待处理的故障与事件',
    query: { type: [3, 4], scope: 'pending', page_size: 50 },
  },
  scooters: {
    title: '电动车',
    empty: '没有电动车记录',
    query: { type: [2], scope: 'all', sort: 'created_at', order: 'desc', page_size: 20 },
  },
};

function Rows({ kind, state, feed }: { kind: RecordListKind; state: LoadState<Records>; feed: RecordsFeed }) {
  if (state.kind === 'loading')
    return (
      <p className="work-dim" role="status">
        正在加载…
      </p>
    );
  if (state.kind === 'failed')
    return <FailedPart title={`无法加载${kind.title}`} failure={state} onRetry={feed.reload} />;
  const { rows, total, atMs } = state.value;
  return (
    <>
      {state.problem !== null && (
        <StaleNote>
          {state.problem}。显示的是 {toDisplayTime(atMs).slice(5, 16)} 的内容，联网后自动更新。
        </StaleNote>
      )}
      {rows.length === 0 && <EmptyState title={kind.empty} hint="只含您担任电梯安全员的小区。" icon="check-circle" />}
      {rows.map((row) => (
        <RecordCard key={row.id} row={row} onStep={feed.step} />
      ))}
      {total > rows.length && (
        <p className="work-dim">
          共 {total} 条，此处显示前 {rows.length} 条，其余请在电脑上的“报警中心”中查看。
        </p>
      )}
      <Button icon="refresh" size="large" onClick={feed.reload}>
        刷新
      </Button>
    </>
  );
}

/** The faults and incidents, or the scooters, of the communities for which the officer signs. */
export function RecordList({ kind, feed }: { kind: RecordListKind; feed: RecordsFeed }) {
  const state = useObservable<LoadState<Records>>(feed.records$, loading);
  return (
    <>
      <h1>{kind.title}</h1>
      <Rows kind={kind} state={state} feed={feed} />
    </>
  );
}
