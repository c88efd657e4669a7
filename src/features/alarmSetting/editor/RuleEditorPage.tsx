import { useState } from 'react';
import { of } from 'rxjs';
import type { RuleRow } from '../../../contract/entities/alarmRule.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import { loading, ready, type LoadState } from '../../../streams/loadState.ts';
import { FailedRecord } from '../../../parts/load/FailedRecord.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { LoadingOverlay } from '../../../ui/LoadingOverlay/LoadingOverlay.tsx';
import type { RuleDrafts } from '../ruleDrafts.ts';
import type { RuleSources } from '../ruleSources.ts';
import { RuleEditor } from './RuleEditor.tsx';

interface RuleEditorPageProps {
  deps: FeatureDeps;
  sources: RuleSources;
  drafts: RuleDrafts;
  /** Null for a new one. */
  id: number | null;
}

/** The editor of a rule, once the rule is loaded. Saving a new rule gives it an id and leaves the screen as it is. */
export function RuleEditorPage({ deps, sources, drafts, id }: RuleEditorPageProps) {
  const [row$] = useState(() => (id === null ? of(ready<RuleRow | null>(null)) : sources.row$(id)));
  const state = useObservable<LoadState<RuleRow | null>>(row$, loading);
  switch (state.kind) {
    case 'loading':
      return <LoadingOverlay isShown scope="box" text="正在读取规则…" />;
    case 'failed':
      return <FailedRecord failed={state} noun="规则" />;
    case 'ready':
      return <RuleEditor deps={deps} sources={sources} drafts={drafts} initial={state.value} />;
  }
}
