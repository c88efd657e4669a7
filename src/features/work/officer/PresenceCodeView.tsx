import { useState } from 'react';
import type { Observable } from 'rxjs';
import { presenceCodeEveryMs, presenceCodeValidMs, type PresenceLift } from '../../../contract/endpoints/cabin.ts';
import { useWakeLock } from '../../../parts/display/useWakeLock.ts';
import { loading, type LoadState } from '../../../streams/loading/loadState.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { StatusTag, type StatusTagProps } from '../../../ui/StatusTag/StatusTag.tsx';
import { FailedPart, StaleNote } from './OfficerNotes.tsx';
import type { LiftsFeed } from './officerSources.ts';
import type { CodeView } from './watchPresenceCode.ts';

const visitTags: Readonly<Record<NonNullable<PresenceLift['visit']>, StatusTagProps>> = {
  working: { label: '作业中', tone: 'info' },
  today: { label: '今日维保', tone: 'medium' },
  overdue: { label: '维保已超时', tone: 'high' },
};
/** Fewer are found at a glance. */
const searchedFrom = 9;

function Lifts({ lifts, onChoose }: { lifts: readonly PresenceLift[]; onChoose: (lift: PresenceLift) => void }) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = lifts.filter(({ tag, addr, community_name: community }) =>
    `${tag} ${community} ${addr}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {lifts.length >= searchedFrom && (
        <label className="work-field">
          <span>查找电梯（编号、小区或地址）</span>
          <input type="search" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        </label>
      )}
      {found.length === 0 && <p className="work-dim">没有符合的电梯。</p>}
      <ul className="work-queue" aria-label="电梯">
        {found.map((lift) => (
          <li key={lift.id}>
            <button type="button" className="work-row" onClick={() => onChoose(lift)}>
              <span className="work-row__main">
                <strong>{lift.tag}</strong>
                <span>
                  {lift.community_name} {lift.addr}
                </span>
              </span>
              {lift.visit !== null && <StatusTag {...visitTags[lift.visit]} />}
              <Icon name="angle-right" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The lifts to choose from. */
function LiftChoice({
  state,
  onReload,
  onChoose,
}: {
  state: LoadState<readonly PresenceLift[]>;
  onReload: () => void;
  onChoose: (lift: PresenceLift) => void;
}) {
  if (state.kind === 'loading')
    return (
      <p className="work-dim" role="status">
        正在加载电梯…
      </p>
    );
  if (state.kind === 'failed') return <FailedPart title="无法加载电梯" failure={state} onRetry={onReload} />;
  if (state.value.length === 0)
    return (
      <EmptyState
        title="没有可出示动态码的电梯"
        hint="您尚未登记为任何小区的电梯安全员，或小区内没有电梯。请联系管理员在“小区管理”中登记。"
        icon="id-card"
      />
    );
  return (
    <>
      {state.problem !== null && <StaleNote>{state.problem}。电梯列表可能不是最新。</StaleNote>}
      <Lifts lifts={state.value} onChoose={onChoose} />
    </>
  );
}

const seconds = (ms: number): number => ms / 1_000;

function CodeDigits({ view }: { view: Exclude<CodeView, { readonly kind: 'failed' }> }) {
  if (view.kind === 'loading')
    return (
      <p className="work-code" role="status">
        <strong>——</strong>
        <span>正在取得动态码…</span>
      </p>
    );
  const { code, nextInSeconds, validForSeconds, problem } = view;
  const isChanging = problem === null && nextInSeconds <= 1;
  return (
    <>
      <p className="work-code" data-changing={isChanging || undefined}>
        <strong>{code}</strong>
        <span>
          {problem !== null
            ? `此码 ${validForSeconds} 秒内仍可使用`
            : nextInSeconds === 0
              ? '正在更新…'
              : `${nextInSeconds} 秒后更新`}
        </span>
      </p>
      {problem !== null && <StaleNote>{problem}。联网后自动更新。</StaleNote>}
    </>
  );
}

/** The code of one lift in large digits, for a worker who stands beside the officer. */
function LiftCode({ lift, code$, onBack }: { lift: PresenceLift; code$: LiftsFeed['code$']; onBack: () => void }) {
  const [view$] = useState<Observable<CodeView>>(() => code$(lift.id));
  const view = useObservable<CodeView>(view$, loading);
  useWakeLock();
  return (
    <>
      <section className="work-card" aria-label={`${lift.tag} 的动态码`}>
        <div className="work-head">
          <h2>{lift.tag}</h2>
          <p className="work-dim">
            {lift.community_name} {lift.addr}
          </p>
        </div>
        {view.kind === 'failed' ? (
          <ErrorState
            title="无法取得动态码"
            message={view.failure === 'offline' ? `${view.message}。动态码须联网取得，联网后自动显示。` : view.message}
            kind={view.failure === 'offline' ? 'offline' : 'failed'}
          />
        ) : (
          <CodeDigits view={view} />
        )}
        <p className="work-dim">
          请维保人员在签到时输入。每 {seconds(presenceCodeEveryMs)} 秒更新，{seconds(presenceCodeValidMs)}{' '}
          秒内有效，只能使用一次。
        </p>
      </section>
      <Button size="large" icon="list" onClick={onBack}>
        选择其他电梯
      </Button>
    </>
  );
}

/** The dynamic code of the lift at which the officer stands. */
export function PresenceCodeView({ feed }: { feed: LiftsFeed }) {
  const state = useObservable<LoadState<readonly PresenceLift[]>>(feed.lifts$, loading);
  const [chosen, setChosen] = useState<PresenceLift | null>(null);
  return (
    <>
      <h1>到场动态码</h1>
      {chosen === null ? (
        <LiftChoice state={state} onReload={feed.reload} onChoose={setChosen} />
      ) : (
        <LiftCode key={chosen.id} lift={chosen} code$={feed.code$} onBack={() => setChosen(null)} />
      )}
    </>
  );
}
