import { useMemo, useState } from 'react';
import { map } from 'rxjs';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PrintPreview } from '../../ui/print/PrintPreview.tsx';
import { visitNoun } from './visitLook.ts';
import { VisitRecord } from './VisitRecord.tsx';
import type { VisitSources } from './visitSources.ts';

interface PrintedVisitProps {
  id: number;
  sources: Pick<VisitSources, 'visit$'>;
  deps: Pick<FeatureDeps, 'user' | 'live'>;
  onClose: () => void;
}

/** The visit that the address asks to print: `?print=318`; null for none, or for what is no id. */
export function printIdOf(params: URLSearchParams): number | null {
  const text = params.get('print');
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** A visit as it will be printed, over everything else. Without the server's time there is nothing to print a time by. */
export function PrintedVisit({ id, sources, deps, onClose }: PrintedVisitProps) {
  const visit$ = useMemo(() => sources.visit$(id), [sources, id]);
  const visit = useObservable<LoadState<VisitDetail>>(visit$, loading);
  const [now$] = useState(() => deps.live.serverNow$.pipe(map((ms): number | null => ms)));
  const nowMs = useObservable(now$, null);
  const isReady = visit.kind === 'ready' && nowMs !== null;
  return (
    <PrintPreview label="打印维保记录" isReady={isReady} onPrint={() => window.print()} onClose={onClose}>
      {visit.kind === 'failed' ? (
        <FailedRecord failed={visit} noun={visitNoun} />
      ) : visit.kind === 'ready' && nowMs !== null ? (
        <VisitRecord row={visit.value} printedBy={deps.user.name} printedAtMs={nowMs} />
      ) : (
        <p role="status">正在读取维保记录…</p>
      )}
    </PrintPreview>
  );
}
