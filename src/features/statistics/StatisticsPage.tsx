import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Subject } from 'rxjs';
import { siteTypeLabels } from '../../contract/entities/community.ts';
import {
  ageBandLabels,
  dimensionLabels,
  statisticsDimensions,
  subjectFacts,
  type StatisticsDimension,
  type StatisticsSubject,
} from '../../contract/statistics/subjects.ts';
import {
  columnHeads,
  toStatisticsTable,
  type CountedAnswer,
  type TableRow,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { dayOf, toDisplayTime } from '../../contract/time.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { HeaderTabs } from '../../ui/HeaderTabs/HeaderTabs.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { ColumnMenu } from '../../ui/list/ColumnMenu.tsx';
import { downloadFile } from '../../ui/list/downloadFile.ts';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { ListSkeleton } from '../../ui/list/ListSkeleton.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { readPosition, withFilter, withPage, withPageSize } from '../../ui/list/urlState.ts';
import { useColumnChoice } from '../../ui/list/useColumnChoice.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { NoticeLine } from '../../ui/NoticeLine/NoticeLine.tsx';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { describePeriod } from './periods.ts';
import { PrintedStatistics } from './PrintedStatistics.tsx';
import { keys, readStatisticsAddress, searchForOtherRows, type StatisticsAddress } from './statisticsAddress.ts';
import { StatisticsActions } from './StatisticsActions.tsx';
import { statisticsFilters } from './statisticsFilters.tsx';
import type { PageKind } from './statisticsRows.ts';
import { statisticsScreen } from './statisticsScreens.ts';
import { watchStatistics } from './statisticsSources.ts';
import { StatisticsView } from './StatisticsView.tsx';
import './statistics.css';

export interface StatisticsPageProps {
  subject: StatisticsSubject;
  dimension: StatisticsDimension;
  deps: FeatureDeps;
  readNowMs?: () => number;
  /** Hands a file to the browser. */
  download?: (fileName: string, text: string) => void;
}

const areaNameKey = `${keys.area}_name`;

/** The period, and what narrows the lifts that are counted, in words. */
const scopeWords = ({ period, query }: StatisticsAddress, areaName: string | null): string =>
  [
    describePeriod(period),
    ...(query.area_id === undefined ? [] : [areaName ?? `区域 ${query.area_id}`]),
    ...(query.site_type === undefined ? [] : [siteTypeLabels[query.site_type]]),
    ...(query.age_band === undefined ? [] : [`梯龄 ${ageBandLabels[query.age_band]}`]),
    ...(query.with_unconfirmed === undefined ? [] : ['含未确认']),
  ].join('，');

/** The columns as the menu that chooses among them wants them: the table draws their cells itself. */
const choicesOf = (subject: StatisticsSubject): readonly Column<TableRow>[] =>
  columnHeads[subject].map(({ id, header, isOptional }) => ({
    id,
    header,
    cell: () => null,
    csv: null,
    ...(isOptional === true ? { isHiddenByDefault: true } : {}),
  }));

function Note({ state }: { state: LoadState<CountedAnswer> }) {
  if (state.kind !== 'ready') return null;
  return state.problem === null
    ? `数据截至 ${toDisplayTime(state.value.answer.data_at)}`
    : `可能不是最新：${state.problem}，正在自动重试`;
}

/**
 * A subject of the statistics by a dimension (`/report-statistics/trapped-people-statistics-region`). Period, filters, chosen rows and the
 * page of the table stand in the address.
 */
export function StatisticsPage({
  subject,
  dimension,
  deps,
  readNowMs = Date.now,
  download = downloadFile,
}: StatisticsPageProps) {
  const [params, setParams] = useSearchParams();
  const [reload$] = useState(() => new Subject<void>());
  const [filters] = useState(() => statisticsFilters(subject, deps, readNowMs));
  const [choices] = useState(() => choicesOf(subject));
  const kind = useMemo((): PageKind => ({ subject, dimension }), [subject, dimension]);
  const choice = useColumnChoice(`Statistics.${subject}`, choices);
  const today = dayOf(readNowMs());
  const address = readStatisticsAddress(params, { subject, dimension, today });
  const key = JSON.stringify(address.query);
  const state$ = useMemo(
    () => watchStatistics(deps, subject, address.query, reload$),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query alone decides what is loaded
    [deps, subject, key, reload$],
  );
  const state = useObservable<LoadState<CountedAnswer>>(state$, loading);
  const counted = state.kind === 'ready' ? state.value : null;
  const table = useMemo(() => (counted === null ? null : toStatisticsTable(counted)), [counted]);
  const columns = columnHeads[subject].filter(({ id }) => !choice.isHidden(id));
  const position = readPosition(params, []);
  const title = subjectFacts[subject].title;
  const fullTitle = `${title}·${dimensionLabels[dimension]}`;
  const areaName = params.get(areaNameKey);
  const change = (changes: Readonly<Record<string, string | null>>): void =>
    setParams((now) => withFilter(now, changes));
  /** Rows beside each other and sheets to print leave the table where it is. */
  const keepPlace = (name: string, value: string | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  const below = (row: TableRow): string | undefined =>
    dimension !== 'region' || row.facts.id <= 0 || row.facts.id === address.query.area_id
      ? undefined
      : `?${searchForOtherRows(params, { [keys.area]: String(row.facts.id), [areaNameKey]: row.facts.name })}`;
  return (
    <div className="st-page">
      <PageHeader
        title={title}
        note={<Note state={state} />}
        actions={
          <>
            {counted !== null && table !== null && (
              <StatisticsActions
                kind={kind}
                title={fullTitle}
                counted={counted}
                table={table}
                columns={columns}
                query={address.query}
                saveFile={deps.saveFile}
                download={download}
                onPrint={() => keepPlace(keys.print, '1')}
              />
            )}
            <ColumnMenu columns={choices} isHidden={choice.isHidden} onToggle={choice.toggle} onReset={choice.reset} />
            <IconButton icon="refresh" label="刷新" onClick={() => reload$.next()} />
          </>
        }
      />
      <HeaderTabs
        label="统计维度"
        tabs={statisticsDimensions.map((one) => {
          const search = searchForOtherRows(params);
          return {
            id: one,
            label: `按${dimensionLabels[one]}`,
            to: `${statisticsScreen(subject, one).path}${search === '' ? '' : `?${search}`}`,
            isActive: one === dimension,
          };
        })}
      />
      <FilterBar filters={filters} params={params} setParams={change} />
      {address.problems.map((problem) => (
        <NoticeLine key={problem} text={problem} isProblem />
      ))}
      {state.kind === 'loading' && <ListSkeleton />}
      {state.kind === 'failed' && <FailedLoad state={state} onRetry={() => reload$.next()} />}
      {counted !== null && table !== null && (
        <StatisticsView
          kind={kind}
          counted={counted}
          table={table}
          columns={columns}
          address={address}
          today={today}
          mayOpenRecords={deps.can(subjectFacts[subject].permission)}
          place={position}
          onPage={(page) => setParams((now) => withPage(now, page))}
          onPageSize={(size) => setParams((now) => withPageSize(now, position, size))}
          onChoose={(ids) => keepPlace(keys.rows, ids.length === 0 ? null : ids.join(','))}
          onPeriod={(period) => change({ [keys.period]: period })}
          onClearFilters={() => change({ [keys.area]: null, [areaNameKey]: null, [keys.site]: null, [keys.age]: null })}
          below={below}
        />
      )}
      {address.isPrinting && counted !== null && table !== null && (
        <PrintedStatistics
          kind={kind}
          title={fullTitle}
          scope={scopeWords(address, areaName)}
          counted={counted}
          table={table}
          columns={columns}
          printedBy={deps.user.name}
          onClose={() => keepPlace(keys.print, null)}
        />
      )}
    </div>
  );
}
