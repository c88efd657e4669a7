import { dimensionLabels, subjectFacts } from '../../contract/statistics/subjects.ts';
import { toDisplayTime } from '../../contract/time.ts';
import {
  rowName,
  type ColumnHead,
  type CountedAnswer,
  type StatisticsTable,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { PrintPreview } from '../../ui/print/PrintPreview.tsx';
import { cellText, changeText, changeWords, intervalText, numberText } from './cellText.ts';
import { isFigure } from './CellView.tsx';
import { howCounted } from './howCounted.ts';
import { isRanked, type PageKind } from './statisticsRows.ts';
import '../../parts/record/PaperRecord.css';
import './printedStatistics.css';

/** Some fifteen sheets: who needs more takes the file. */
const mostRows = 400;

interface PrintedStatisticsProps {
  kind: PageKind;
  title: string;
  /** The period and what narrows it, in words. */
  scope: string;
  counted: CountedAnswer;
  table: StatisticsTable;
  columns: readonly ColumnHead[];
  printedBy: string;
  onClose: () => void;
}

/** The table on A4 sheets, lying, with how it was counted below. */
export function PrintedStatistics({
  kind,
  title,
  scope,
  counted,
  table,
  columns,
  printedBy,
  onClose,
}: PrintedStatisticsProps) {
  const { noun, unit, rateLabel } = subjectFacts[kind.subject];
  const { facts } = table.total;
  const rows = table.rows.slice(0, mostRows);
  const line = rows.findIndex((row) => !isRanked(row.facts));
  return (
    <PrintPreview
      label={`打印${title}`}
      isReady
      notes={
        table.rows.length > mostRows && (
          <p>
            只打印前 {mostRows} 行；其余 {(table.rows.length - mostRows).toLocaleString('en-US')} 行请导出 Excel。
          </p>
        )
      }
      onPrint={() => window.print()}
      onClose={onClose}
    >
      <article className="ti-paper st-paper" aria-label={title}>
        <header>
          <p>智慧电梯安全管理平台</p>
          <h1>{title}</h1>
          <dl>
            <div>
              <dt>统计期</dt>
              <dd>{scope}</dd>
            </div>
            <div>
              <dt>{noun}</dt>
              <dd>
                {numberText(facts.num, 0)} {unit}
              </dd>
            </div>
            <div>
              <dt>{noun}率</dt>
              <dd>
                {numberText(facts.rate, 2)}
                {facts.rate_interval !== null && `（${intervalText(facts.rate_interval, 2)}）`} {rateLabel}
              </dd>
            </div>
          </dl>
          <p>
            环比 {changeText(facts.previous)}（{changeWords(facts.previous, unit)}）；同比{' '}
            {changeText(facts.year_before)}（{changeWords(facts.year_before, unit)}）
          </p>
        </header>
        <table>
          <thead>
            <tr>
              <th scope="col" className="st-paper__name">
                {dimensionLabels[kind.dimension]}
              </th>
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.flatMap((row, index) => [
              ...(index === line
                ? [
                    <tr key="line">
                      <th colSpan={columns.length + 1}>样本不足，不排名（按名称排列）</th>
                    </tr>,
                  ]
                : []),
              <tr key={row.facts.id}>
                <th scope="row" className="st-paper__name">
                  {rowName(row.facts, kind.dimension)}
                </th>
                {columns.map(({ id }) => {
                  const cell = row.cellOf(id);
                  return (
                    <td key={id} data-figure={isFigure(cell) || undefined}>
                      {cellText(cell)}
                    </td>
                  );
                })}
              </tr>,
            ])}
          </tbody>
        </table>
        <footer>
          {howCounted(counted, table, kind).map(({ title: head, lines }) => (
            <p key={head}>
              <b>{head}</b>：{lines.join('')}
            </p>
          ))}
          <p>
            数据截至 {toDisplayTime(counted.answer.data_at)}；打印人 {printedBy}
          </p>
        </footer>
      </article>
    </PrintPreview>
  );
}
