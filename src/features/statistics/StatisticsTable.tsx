import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { dimensionLabels, subjectFacts } from '../../contract/statistics/subjects.ts';
import type { StatisticsCell } from '../../contract/statisticsTable/columns.ts';
import {
  rowName,
  type ColumnHead,
  type StatisticsTable as Table,
  type TableRow,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { CellView, isFigure } from './CellView.tsx';
import { hasTotal, tablePage, type PageKind } from './statisticsRows.ts';

interface StatisticsTableProps {
  kind: PageKind;
  table: Table;
  columns: readonly ColumnHead[];
  page: number;
  pageSize: number;
  rankedFrom: number;
  chosen: readonly number[];
  onToggle: (id: number) => void;
  /** The address of the page with what lies below a row; undefined for rows without anything below. */
  below: (row: TableRow) => string | undefined;
  /** The lists of the records behind the figures of a row, or of all rows, by their column. */
  linksOf: (row?: TableRow) => Readonly<Record<string, string>>;
}

interface RowProps {
  row: TableRow;
  kind: PageKind;
  columns: readonly ColumnHead[];
  isChosen: boolean;
  onToggle: (id: number) => void;
  below: string | undefined;
  links: Readonly<Record<string, string>>;
}

/** A figure, and the way to its records. */
function Figure({ cell, unit, to }: { cell: StatisticsCell; unit: string; to: string | undefined }) {
  const figure = <CellView cell={cell} unit={unit} />;
  return to === undefined ? (
    figure
  ) : (
    <Link to={to} title="查看这些记录">
      {figure}
    </Link>
  );
}

function Row({ row, kind, columns, isChosen, onToggle, below, links }: RowProps) {
  const { facts, cellOf } = row;
  const name = rowName(facts, kind.dimension);
  const { unit } = subjectFacts[kind.subject];
  return (
    <tr data-chosen={isChosen || undefined} data-tone={facts.judgement === 'high' ? 'high' : undefined}>
      <th scope="row" className="st-name">
        <label title={name}>
          <input type="checkbox" checked={isChosen} aria-label={`选择 ${name}`} onChange={() => onToggle(facts.id)} />
          <span>{name}</span>
        </label>
        {below !== undefined && (
          <Link to={below} aria-label={`${name}的下级区域`} title="查看下级区域">
            <Icon name="chevron-right" />
          </Link>
        )}
      </th>
      {columns.map(({ id }) => {
        const cell = cellOf(id);
        return (
          <td key={id} data-figure={isFigure(cell) || undefined}>
            <Figure cell={cell} unit={unit} to={links[id]} />
          </td>
        );
      })}
    </tr>
  );
}

/** The words of a column, and below them the unit: both in one line would push the last columns out of sight. */
function Header({ text }: { text: string }) {
  const [, words = text, unit] = /^(.+?)(（[^）]+）)$/.exec(text) ?? [];
  return (
    <>
      {words}
      {unit !== undefined && <small>{unit}</small>}
    </>
  );
}

/** The rows by their adjusted rate, and below a line by name those that are too small to be ranked. */
export function StatisticsTable({
  kind,
  table,
  columns,
  page,
  pageSize,
  rankedFrom,
  chosen,
  onToggle,
  below,
  linksOf,
}: StatisticsTableProps) {
  const { noun, unit, title } = subjectFacts[kind.subject];
  const links = linksOf();
  const { shown, lineBefore } = tablePage(table.rows, page, pageSize);
  return (
    <div className="st-scroll" tabIndex={0} role="group" aria-label={`${title}表，可左右滚动`}>
      <table className="st-table" aria-label={`${title}·${dimensionLabels[kind.dimension]}`}>
        <thead>
          <tr>
            <th scope="col" className="st-name">
              {dimensionLabels[kind.dimension]}
            </th>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" data-figure={isFigure(table.total.cellOf(id)) || undefined}>
                <Header text={header} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <Fragment key={row.facts.id}>
              {index === lineBefore && (
                <tr className="st-line">
                  <td colSpan={columns.length + 1}>
                    <span>
                      样本不足，不排名（预期{noun}不到 {rankedFrom} {unit}，按名称排列）
                    </span>
                  </td>
                </tr>
              )}
              <Row
                row={row}
                kind={kind}
                columns={columns}
                isChosen={chosen.includes(row.facts.id)}
                onToggle={onToggle}
                below={below(row)}
                links={linksOf(row)}
              />
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="st-name">
              合计
            </th>
            {columns.map(({ id }) => {
              const cell = table.total.cellOf(id);
              return (
                <td key={id} data-figure={isFigure(cell) || undefined}>
                  {hasTotal(id) && <Figure cell={cell} unit={unit} to={links[id]} />}
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
