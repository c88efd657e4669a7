import { useState } from 'react';
import type { OutputOf } from '../../contract/endpoint.ts';
import { ladderPreview } from '../../contract/endpoints/ladder.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { toFailure } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { LookupInput } from '../../ui/Select/LookupInput.tsx';
import type { SelectOption } from '../../ui/Select/OptionList.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Unbroken } from '../../ui/Unbroken/Unbroken.tsx';
import './ladders.css';

type Preview = OutputOf<typeof ladderPreview>;
type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly preview: Preview };

/** The people whom a call from a lift would reach right now. */
export const createLadderPreview = ({ call }: Pick<FeatureDeps, 'call'>) =>
  function LadderPreviewPage() {
    const [lift, setLift] = useState<SelectOption<number> | null>(null);
    const [shown, setShown] = useState<Shown>({ kind: 'none' });
    const choose = (option: SelectOption<number> | null): void => {
      setLift(option);
      if (option === null) return setShown({ kind: 'none' });
      setShown({ kind: 'loading' });
      call(ladderPreview, { elevator_id: option.value }, { quiet: true }).then(
        (preview) => setShown({ kind: 'ready', preview }),
        (error: unknown) => setShown({ kind: 'failed', message: toFailure(error).message }),
      );
    };
    return (
      <section className="ladder-preview" aria-label="此刻的呼叫会通知谁">
        <div className="ladder-preview__lift">
          <LookupInput
            value={lift}
            onChange={choose}
            search={liftSearch(call)}
            label="电梯"
            placeholder="输入电梯编号、小区或地址"
          />
          <p>选择一台电梯，查看此刻的呼叫在每一轮会通知谁。不会真的发出通知。</p>
        </div>
        {shown.kind === 'none' && <EmptyState title="请选择电梯" />}
        {shown.kind === 'loading' && <p role="status">正在计算…</p>}
        {shown.kind === 'failed' && <p role="alert">{shown.message}</p>}
        {shown.kind === 'ready' && <PreviewRungs preview={shown.preview} />}
      </section>
    );
  };

const afterWords = (seconds: number): string => (seconds === 0 ? '呼叫发生时' : `${seconds} 秒仍无人受理`);

/** The rounds of a preview, one column each. */
function PreviewRungs({ preview: { ladder_name: name, rungs } }: { preview: Preview }) {
  return (
    <>
      <p className="ladder-preview__name">
        使用“<b>{name}</b>”
      </p>
      <ol className="ladder-preview__rungs">
        {rungs.map(({ after_seconds: seconds, people }, index) => (
          <li key={index}>
            <h3>
              第 {index} 轮<span>{afterWords(seconds)}</span>
            </h3>
            {people.length === 0 && <p className="ladder-who__none">仅平台通知</p>}
            <ul>
              {people.map((person, at) => (
                <li key={at} data-problem={person.problem !== '' || undefined}>
                  <span className="ladder-preview__who">
                    <b>{person.name}</b> {person.organization_name}
                  </span>
                  <span>
                    {person.channel_label} <Unbroken>{person.masked_address}</Unbroken>
                  </span>
                  <span className="ladder-preview__tags">
                    {person.problem === '' ? (
                      <StatusTag
                        tone={person.may_claim ? 'ok' : 'info'}
                        label={person.may_claim ? '按 1 受理' : '按 1 仅知晓'}
                      />
                    ) : (
                      <StatusTag tone="high" label={person.problem} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
