import { useMemo } from 'react';
import { subjectFacts } from '../../contract/statistics/subjects.ts';
import {
  rowName,
  type ColumnHead,
  type CountedAnswer,
  type StatisticsTable as Table,
  type TableRow,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { NoticeLine } from '../../ui/NoticeLine/NoticeLine.tsx';
import { Pagination } from '../../ui/Pagination/Pagination.tsx';
import { ComparePanel } from './ComparePanel.tsx';
import { FigureRow } from './FigureRow.tsx';
import { HeatTable } from './HeatTable.tsx';
import { describePeriod, keyOfDays, readPeriod } from './periods.ts';
import { recordLinks } from './recordLinks.ts';
import { toggled, type StatisticsAddress } from './statisticsAddress.ts';
import { StatisticsCharts } from './StatisticsCharts.tsx';
import { fewRankedText, tablePage, type PageKind } from './statisticsRows.ts';
import { StatisticsTable } from './StatisticsTable.tsx';

interface StatisticsViewProps {
  kind: PageKind;
  counted: CountedAnswer;
  table: Table;
  columns: readonly ColumnHead[];
  address: StatisticsAddress;
  today: string;
  /** The lists of the records behind the figures are open to this user. */
  mayOpenRecords: boolean;
  place: { readonly page: number; readonly pageSize: number };
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
  onChoose: (ids: readonly number[]) => void;
  onPeriod: (key: string) => void;
  onClearFilters: () => void;
  below: (row: TableRow) => string | undefined;
}

/** The figures of a period: all together, the table, charts, and months. */
export function StatisticsView({
  kind,
  counted,
  table,
  columns,
  address,
  today,
  mayOpenRecords,
  place: { page, pageSize },
  onPage,
  onPageSize,
  onChoose,
  onPeriod,
  onClearFilters,
  below,
}: StatisticsViewProps) {
  const { answer } = counted;
  const { period, isNarrowed } = address;
  const chosenRows = address.chosen.flatMap((id) => table.rows.filter(({ facts }) => facts.id === id));
  const chosen = chosenRows.map(({ facts }) => facts.id);
  const toggle = (id: number): void => onChoose(toggled(chosen, id));
  const few = useMemo(() => fewRankedText(table.rows, kind), [table, kind]);
  const linksOf = (row?: TableRow): Readonly<Record<string, string>> =>
    mayOpenRecords
      ? recordLinks(kind.subject, address, row && { id: row.facts.id, name: rowName(row.facts, kind.dimension) })
      : {};
  const { shown, page: shownPage } = tablePage(table.rows, page, pageSize);
  const offeredKey = answer.offered === null ? null : keyOfDays(answer.offered.from, answer.offered.to, today);
  const isShort = answer.first_day !== null && answer.first_day > period.from;
  return (
    <>
      <FigureRow subject={kind.subject} table={table} city={answer.city} links={linksOf()} />
      {isShort && <NoticeLine text={`记录从 ${answer.first_day} 开始，之前的日子没有数据。`} />}
      {few !== null && (
        <NoticeLine text={few}>
          {offeredKey !== null && offeredKey !== period.key && (
            <Button size="small" onClick={() => onPeriod(offeredKey)}>
              改看 {describePeriod(readPeriod(offeredKey, today).period)}：半数可排名
            </Button>
          )}
        </NoticeLine>
      )}
      {table.rows.length === 0 ? (
        <div className="st-empty">
          {isNarrowed ? (
            <EmptyState
              icon="filter"
              title="没有符合条件的电梯"
              hint="所选区域可能没有下级区域，或没有这类电梯。"
              action={<Button onClick={onClearFilters}>清空筛选</Button>}
            />
          ) : (
            <EmptyState
              title="没有可统计的电梯"
              hint={`您的管辖范围内，这段时间没有在用电梯，因此没有${subjectFacts[kind.subject].title}。`}
            />
          )}
        </div>
      ) : (
        <div className="st-split" data-detail={chosenRows.length > 0 || undefined}>
          <div className="st-main">
            <section className="st-rows" aria-label={subjectFacts[kind.subject].title}>
              <StatisticsTable
                kind={kind}
                table={table}
                columns={columns}
                page={shownPage}
                pageSize={pageSize}
                rankedFrom={answer.city.ranked_from_expected}
                chosen={chosen}
                onToggle={toggle}
                below={below}
                linksOf={linksOf}
              />
              {table.rows.length > 20 && (
                <Pagination
                  page={shownPage}
                  pageSize={pageSize}
                  total={table.rows.length}
                  onPage={onPage}
                  onPageSize={onPageSize}
                />
              )}
            </section>
            <StatisticsCharts kind={kind} table={table} city={answer.city} chosen={chosen} onPick={toggle} />
            <HeatTable kind={kind} answer={answer} shown={shown} />
          </div>
          {chosenRows.length > 0 && (
            <ComparePanel kind={kind} table={table} rows={chosenRows} onClose={() => onChoose([])} />
          )}
        </div>
      )}
    </>
  );
}
