import { useMemo, useState } from 'react';
import { viewerOf } from '../../machines/viewerOf.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { VisitDetailView } from './VisitDetailView.tsx';
import { nameOf, visitNoun } from './visitLook.ts';
import type { VisitSources } from './visitSources.ts';
import { labelOf, offeredActions, type DeskStep } from './visitSteps.ts';
import { VisitStepDialog } from './VisitStepDialog.tsx';

interface VisitPanelProps {
  id: number;
  deps: Pick<FeatureDeps, 'can' | 'notify' | 'user'>;
  sources: VisitSources;
  onPrint: (id: number) => void;
}

/** One visit beside the list, live, with the steps that the user may take. */
export function VisitPanel({ id, deps: { can, notify, user }, sources, onPrint }: VisitPanelProps) {
  const visit$ = useMemo(() => sources.visit$(id), [sources, id]);
  const visit = useObservable<LoadState<VisitDetail>>(visit$, loading);
  const [open, setOpen] = useState<DeskStep | null>(null);
  if (visit.kind === 'loading') return <p className="or-quiet">正在读取…</p>;
  if (visit.kind === 'failed') return <FailedRecord failed={visit} noun={visitNoun} />;
  const row = visit.value;
  const actions = offeredActions(row, viewerOf(user, can));
  return (
    <>
      <VisitDetailView
        row={row}
        problem={visit.problem}
        actions={actions}
        mayOpenLift={can('elevator.view')}
        onAction={setOpen}
        onPrint={() => onPrint(id)}
      />
      {open !== null && (
        <VisitStepDialog
          key={open}
          row={row}
          event={open}
          isOffered={actions.some(({ event }) => event === open)}
          sources={sources}
          onClose={() => setOpen(null)}
          onDone={() => {
            notify.success(`${labelOf(open)}已记录：${nameOf(row)}`);
            setOpen(null);
          }}
        />
      )}
    </>
  );
}
