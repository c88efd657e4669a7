import { useState } from 'react';
import type { CompanyAverage } from '../../contract/entities/review.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { ReviewSources } from './reviewSources.ts';

const kindLabels = { maintenance: '维保单位', property: '物业单位' } as const;
/** Of each kind; the rest is folded. */
const mostShown = 6;

function Companies({ kind, all }: { kind: keyof typeof kindLabels; all: readonly CompanyAverage[] }) {
  const [isWhole, setWhole] = useState(false);
  const own = all.filter((company) => company.kind === kind);
  if (own.length === 0) return null;
  const shown = isWhole ? own : own.slice(0, mostShown);
  return (
    <section className="ev-averages__kind" aria-label={`${kindLabels[kind]}平均分`}>
      <h2>{kindLabels[kind]}平均分</h2>
      <ul>
        {shown.map(({ company_id: id, name, average, num }) => (
          <li key={id}>
            <span title={name}>{name}</span>
            <b>{average.toFixed(1)}</b>
            <span className="ev-quiet">n = {num}</span>
          </li>
        ))}
      </ul>
      {own.length > mostShown && (
        <Button variant="plain" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `全部 ${own.length} 家`}
        </Button>
      )}
    </section>
  );
}

/** The mean score of each company with the number of its reviews; nothing where there is none. */
export function CompanyAverages({ sources }: { sources: Pick<ReviewSources, 'averages$'> }) {
  const state = useObservable<LoadState<readonly CompanyAverage[]>>(sources.averages$, loading);
  switch (state.kind) {
    case 'loading':
      return null;
    case 'failed':
      return (
        <p className="ev-quiet" role="alert">
          无法读取平均分：{state.message}
        </p>
      );
    case 'ready':
      return state.value.length === 0 ? null : (
        <div className="ev-averages">
          <Companies kind="maintenance" all={state.value} />
          <Companies kind="property" all={state.value} />
        </div>
      );
  }
}
