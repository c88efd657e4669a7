import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { map } from 'rxjs';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { DetailContext } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { createHistorySources, unreadRecord, type HistoryRecord, type HistorySources } from './historySources.ts';
import { printIdOf, withoutPrint } from './printAddress.ts';
import { PrintedRecord } from './PrintedRecord.tsx';
import { objectNameOf, rescueHistoryScreen } from './rescueCallHistory.screen.tsx';
import { RescueHistoryDetail } from './RescueHistoryDetail.tsx';

function useRecord(sources: HistorySources, id: number): HistoryRecord {
  const record$ = useMemo(() => sources.record$(id), [sources, id]);
  return useObservable(record$, unreadRecord);
}

/** The detail beside the list; the row of the page is shown until its own data has loaded. */
function Detail({
  sources,
  context,
  onPrint,
  onRecording,
}: {
  sources: HistorySources;
  context: DetailContext<RescueOrderRow>;
  onPrint: (id: number) => void;
  onRecording: (id: number) => void;
}) {
  const id = Number(context.id);
  const { row, timeline, notices } = useRecord(sources, id);
  return (
    <RescueHistoryDetail
      row={row.kind === 'loading' && context.row !== null ? ready(context.row) : row}
      timeline={timeline}
      notices={notices}
      onPrint={() => onPrint(id)}
      onRecording={() => onRecording(id)}
      onWhy={() => sources.why(id)}
      causes$={sources.causes$}
      {...(row.kind === 'ready' ? { onCorrect: (reason, changes) => sources.correct(row.value, reason, changes) } : {})}
    />
  );
}

function Print({
  sources,
  id,
  printedBy,
  live,
  onClose,
}: {
  sources: HistorySources;
  id: number;
  printedBy: string;
  live: FeatureDeps['live'];
  onClose: () => void;
}) {
  const record = useRecord(sources, id);
  const [serverNow$] = useState(() => live.serverNow$.pipe(map((ms): number | null => ms)));
  const nowMs = useObservable(serverNow$, null);
  // Without the server's time there is nothing to print a time by.
  return (
    nowMs !== null && (
      <PrintedRecord
        {...record}
        printedBy={printedBy}
        printedAtMs={nowMs}
        onPrint={() => window.print()}
        onClose={onClose}
      />
    )
  );
}

/** The closed rescues; with `?print=<id>` one of them as a sheet of paper. */
export function RescueCallHistoryPage({ deps, readNowMs = Date.now }: { deps: FeatureDeps; readNowMs?: () => number }) {
  const [params, setParams] = useSearchParams();
  const [sources] = useState(() => createHistorySources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [requestedId, setRequestedId] = useState<number | null>(null);
  const [screen] = useState(() =>
    rescueHistoryScreen({
      load: sources.load,
      hide: async (row, reason) => {
        await sources.hide(row, reason);
        deps.notify.success(`已删除${objectNameOf(row)}`);
      },
      print: setRequestedId,
      readNowMs,
      renderDetail: (context) => (
        <Detail
          key={context.id}
          sources={sources}
          context={context}
          onPrint={setRequestedId}
          onRecording={(id) => deps.openRecording({ kind: 'rescue', id })}
        />
      ),
    }),
  );
  const linkedId = printIdOf(params);
  const printId = requestedId ?? linkedId;
  const closePrint = (): void => {
    setRequestedId(null);
    if (linkedId !== null) setParams(withoutPrint);
  };
  return (
    <>
      <ListScreen screen={screen} subscribe={subscribe} readNowMs={readNowMs} />
      {printId !== null && (
        <Print sources={sources} id={printId} printedBy={deps.user.name} live={deps.live} onClose={closePrint} />
      )}
    </>
  );
}
