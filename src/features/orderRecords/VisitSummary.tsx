import { useMemo, useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import { visitSummary, type VisitShare } from '../../contract/endpoints/visitPlanning.ts';
import { screenNamed } from '../../contract/screens.ts';
import { dayOf } from '../../contract/time.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Select } from '../../ui/Select/Select.tsx';
import { listAddress, overviewQuery, OverviewFrame } from './overviewFrame.tsx';
import { createVisitSources } from './visitSources.ts';

type Whose = 'company' | 'worker';
const choices = [
  { value: 'company', label: '按维保单位' },
  { value: 'worker', label: '按维保人员' },
] as const;
const whoseIn = (params: URLSearchParams): Whose => (params.get('by') === 'worker' ? 'worker' : 'company');

const figures = [
  ['open_num', '未完成'],
  ['overdue_num', '已超时'],
  ['soon_num', '7 日内到期'],
  ['unsigned_num', '待会签'],
  ['done_num', '本月完成'],
  ['late_num', '其中超时完成'],
  ['doubtful_num', '其中存疑'],
] as const satisfies readonly (readonly [keyof VisitShare, string])[];

/** The visits of a month by company or by worker, the most overdue first; a name leads to its open visits. */
function VisitSummary({ list, whose, params }: { list: readonly VisitShare[]; whose: Whose; params: URLSearchParams }) {
  if (list.length === 0)
    return <EmptyState title="没有可汇总的维保工单" hint="排期后的工单会按维保单位和人员汇总在这里。" />;
  const key = whose === 'company' ? 'maintenance_id' : 'person_id';
  return (
    <div className="or-summary" tabIndex={0}>
      <table aria-label={choices.find(({ value }) => value === whose)?.label}>
        <thead>
          <tr>
            <th scope="col">{whose === 'company' ? '维保单位' : '维保人员'}</th>
            {whose === 'worker' && <th scope="col">单位</th>}
            {figures.map(([name, label]) => (
              <th key={name} scope="col" className="or-summary__num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((share) => (
            <tr key={share.id} data-tone={share.overdue_num > 0 ? 'high' : undefined}>
              <th scope="row">
                <Link
                  to={listAddress(params, { [key]: String(share.id), [`${key}_name`]: share.name, scope: 'pending' })}
                >
                  {share.name === '' ? `编号 ${share.id}` : share.name}
                </Link>
              </th>
              {whose === 'worker' && <td>{share.company}</td>}
              {figures.map(([name]) => (
                <td
                  key={name}
                  className="or-summary__num"
                  data-tone={name === 'overdue_num' && share[name] > 0 ? 'critical' : undefined}
                >
                  {share[name].toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The tab 汇总. */
export function createVisitSummary(deps: FeatureDeps, readNowMs: () => number = Date.now): ComponentType {
  const sources = createVisitSources(deps);
  return function VisitSummaryPage() {
    const [params, setParams] = useSearchParams();
    const [thisMonth] = useState(() => dayOf(readNowMs()).slice(0, 7));
    const whose = whoseIn(params);
    const key = JSON.stringify([whose, overviewQuery(params, thisMonth)]);
    const summary$ = useMemo(() => {
      const query = { ...overviewQuery(params, thisMonth), by: whoseIn(params) };
      return sources.overview$(() => deps.call(visitSummary, query, { quiet: true }));
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query alone decides what is loaded
    }, [key]);
    const summary = useObservable<LoadState<OutputOf<typeof visitSummary>>>(summary$, loading);
    return (
      <OverviewFrame
        title={screenNamed('OrderRecords').title}
        thisMonth={thisMonth}
        deps={deps}
        problem={summary.kind === 'ready' ? summary.problem : null}
        tools={
          <Select<Whose>
            label="汇总方式"
            value={whose}
            options={choices}
            onChange={(by) =>
              setParams((before) => {
                const next = new URLSearchParams(before);
                if (by === 'worker') next.set('by', by);
                else next.delete('by');
                return next;
              })
            }
          />
        }
      >
        {summary.kind === 'loading' && <p role="status">正在读取汇总…</p>}
        {summary.kind === 'failed' && <FailedRecord failed={summary} noun="维保汇总" />}
        {summary.kind === 'ready' && <VisitSummary list={summary.value.list} whose={whose} params={params} />}
      </OverviewFrame>
    );
  };
}
