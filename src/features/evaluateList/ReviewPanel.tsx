import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReviewDetail, ReviewRow } from '../../contract/entities/review.ts';
import type { Permission } from '../../contract/permissions.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { RowAction } from '../../ui/list/listTypes.ts';
import { RowActions } from '../../ui/list/RowActions.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Timeline } from '../../ui/Timeline/Timeline.tsx';
import { reviewTone, sensitiveTag, starsOf } from './reviewLook.ts';
import type { ReviewSources } from './reviewSources.ts';

interface ReviewPanelProps {
  id: number;
  sources: Pick<ReviewSources, 'detail$'>;
  can: (permission: Permission) => boolean;
  /** The actions on it that this user may take. */
  actions: readonly RowAction<ReviewRow>[];
  onDone: () => void;
}

/** One review beside the list: what was said and shown, what becomes of the problem, and the steps that the machine offers. */
export function ReviewPanel({ id, sources, ...rest }: ReviewPanelProps) {
  const [detail$] = useState(() => sources.detail$(id));
  const state = useObservable<LoadState<ReviewDetail>>(detail$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="ev-quiet">正在读取评价…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun="评价" />;
    case 'ready':
      return <Loaded review={state.value} problem={state.problem} {...rest} />;
  }
}

function factsOf(row: ReviewDetail): readonly Description[] {
  const facts: readonly Description[] = [
    { label: '来源', value: row.via_label },
    { label: '时间', value: toDisplayTime(row.created_at) },
    { label: '问题', value: row.problem_label },
    { label: '评分', value: row.score === null ? '' : `${starsOf(row.score)}（${row.score} 分）` },
    { label: '维保单位', value: row.maintenance_name },
    { label: '物业单位', value: row.property_name },
    { label: '公开', value: row.verdict_label },
    { label: '原因', value: row.reason, isWide: true },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The fault that the problem became, and how many others reported the same. */
function FaultLine({ review, can }: { review: ReviewDetail } & Pick<ReviewPanelProps, 'can'>) {
  const { exception_id: exceptionId, fault_stage_label: stage, affected_num: others } = review;
  if (exceptionId === null) return null;
  const words = `故障 ${exceptionId} · ${stage}${others === 0 ? '' : ` · 另有 ${others} 次报告`}`;
  return (
    <p className="ev-fault">
      {can('exception.view') ? <Link to={`/alarm-center/fault-fault?id=${exceptionId}`}>{words}</Link> : words}
    </p>
  );
}

function Loaded({
  review,
  problem,
  can,
  actions,
  onDone,
}: Omit<ReviewPanelProps, 'id' | 'sources'> & { review: ReviewDetail; problem: string | null }) {
  return (
    <div className="ev-detail">
      <header className="ev-head">
        <StatusTag label={review.stage_label} tone={reviewTone(review)} />
        {review.is_sensitive && <StatusTag {...sensitiveTag} />}
        <h3>
          {review.community_name} {review.addr}
        </h3>
      </header>
      {problem !== null && (
        <p className="ev-quiet" role="alert">
          可能不是最新：{problem}
        </p>
      )}
      {review.text !== '' && <p className="ev-text">{review.text}</p>}
      <Photos names={review.photos} label={`评价 ${review.id} 的照片`} />
      <FaultLine review={review} can={can} />
      <RowActions row={review} actions={actions} onDone={onDone} />
      {review.answer !== '' && (
        <section aria-label="答复">
          <h4>
            答复{review.answered_at === null ? '' : ` · ${review.answered_by} ${toDisplayTime(review.answered_at)}`}
          </h4>
          <p className="ev-text">{review.answer}</p>
        </section>
      )}
      <DescriptionList items={factsOf(review)} columns={2} />
      <h4>时间线</h4>
      <Timeline
        entries={review.timeline.map(({ version, at, actor_name: actor, title, detail }) => ({
          id: version,
          at,
          actor,
          title,
          ...(detail === '' ? {} : { detail }),
        }))}
      />
    </div>
  );
}
