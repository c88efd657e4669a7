import { useState } from 'react';
import { map } from 'rxjs';
import type { RuleRow } from '../../../contract/rules/alarmRuleRow.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../../streams/loading/loadState.ts';
import { FailedRecord } from '../../../parts/record/FailedRecord.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { LoadingOverlay } from '../../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { newRuleFor, type NewRule, type RuleDrafts } from '../ruleDrafts.ts';
import type { RuleSources } from '../ruleSources.ts';
import { RuleEditor } from './RuleEditor.tsx';

interface RuleEditorPageProps {
  deps: FeatureDeps;
  sources: RuleSources;
  drafts: RuleDrafts;
  /** Null for a new one. */
  id: number | null;
}

/** The start of an editor: a saved rule, or what a new one starts as. */
interface Begun {
  readonly row: RuleRow | null;
  readonly starting: NewRule;
}

/** The editor of a rule, once the rule is loaded. Saving a new rule gives it an id and leaves the screen as it is. */
export function RuleEditorPage({ deps, sources, drafts, id }: RuleEditorPageProps) {
  // For whom a new rule is must be known before it begins: its default is what the user may keep rules for.
  const [begun$] = useState(() =>
    id === null
      ? sources.choices$.pipe(
          map((state): LoadState<Begun> =>
            state.kind === 'ready'
              ? { ...state, value: { row: null, starting: newRuleFor(state.value.owners) } }
              : state,
          ),
        )
      : sources
          .row$(id)
          .pipe(
            map((state): LoadState<Begun> =>
              state.kind === 'ready'
                ? { ...state, value: { row: state.value, starting: newRuleFor(undefined) } }
                : state,
            ),
          ),
  );
  const state = useObservable<LoadState<Begun>>(begun$, loading);
  switch (state.kind) {
    case 'loading':
      return <LoadingOverlay isShown scope="box" text="正在读取规则…" />;
    case 'failed':
      return <FailedRecord failed={state} noun="规则" />;
    case 'ready':
      return (
        <RuleEditor
          deps={deps}
          sources={sources}
          drafts={drafts}
          initial={state.value.row}
          starting={state.value.starting}
        />
      );
  }
}
