import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { wilsonInterval } from '../../contract/statistics/intervals.ts';
import { subjectFacts, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import type { RowChange, StatisticsCell } from '../../contract/statisticsTable/columns.ts';
import { headlineIds } from '../../contract/statisticsTable/subjectColumns.ts';
import type { StatisticsTable, TableRow } from '../../contract/statisticsTable/statisticsTable.ts';
import { percentText } from '../../ui/percent/percentText.ts';
import { ChangeView } from './CellView.tsx';
import { cellText, changeWords, intervalText, nothing, numberText } from './cellText.ts';
import type { CityFacts } from './statisticsRows.ts';

interface TileProps {
  label: string;
  value: string;
  unit?: string | undefined;
  to?: string | undefined;
  isWide?: boolean;
  /** A name instead of a figure. */
  isText?: boolean;
  children?: ReactNode;
}

function Tile({ label, value, unit, to, isWide = false, isText = false, children }: TileProps) {
  return (
    <div className="st-tile" data-wide={isWide || undefined} data-text={isText || undefined}>
      <dt>{label}</dt>
      <dd>
        {to === undefined || value === nothing ? (
          <b>{value}</b>
        ) : (
          <Link to={to} title="查看这些记录">
            <b>{value}</b>
          </Link>
        )}
        {value !== nothing && unit !== undefined && <span>{unit}</span>}
        {children}
      </dd>
    </div>
  );
}

function ChangeLine({ label, change, unit }: { label: string; change: RowChange; unit: string }) {
  return (
    <small>
      {label} <ChangeView change={change} unit={unit} />（{changeWords(change, unit)}）
    </small>
  );
}

/** The unit that a heading holds in brackets: 到达中位（分）. */
function splitHeader(header: string): { readonly label: string; readonly unit: string | undefined } {
  const found = /^(.*)（([^）]*)）$/.exec(header);
  return found === null ? { label: header, unit: undefined } : { label: found[1] ?? header, unit: found[2] };
}

/** The lines below a figure: the whole of a share and its interval, the longest tenth of a time and what lacks one. */
function notesOf(cell: StatisticsCell, row: TableRow, id: string): readonly string[] {
  if (cell.kind === 'share' && cell.total > 0) {
    const { low, high } = wilsonInterval(cell.met, cell.total);
    return [
      `${numberText(cell.met, 0)}/${numberText(cell.total, 0)}`,
      `95% 区间 ${percentText(low, 1)}–${percentText(high, 1)}`,
    ];
  }
  if (cell.kind !== 'duration') return [];
  const p90 = row.cellOf(id.replace('_median', '_p90'));
  return [
    ...(p90.kind === 'duration' && p90.value !== null ? [`P90 ${numberText(p90.value, p90.digits)}`] : []),
    ...(cell.missing > 0 ? [`缺 ${cell.missing}`] : []),
  ];
}

/** The figures of one column of all rows together. */
function Headline({ table, id, to }: { table: StatisticsTable; id: string; to: string | undefined }) {
  const header = table.columns.find((column) => column.id === id)?.header ?? id;
  const { label, unit } = splitHeader(header);
  const cell = table.total.cellOf(id);
  const notes = notesOf(cell, table.total, id);
  const shown =
    cell.kind === 'share'
      ? { value: percentText(cell.met, cell.total), unit: undefined }
      : cell.kind === 'top'
        ? { value: cell.label ?? nothing, unit: percentText(cell.num, cell.total) }
        : cell.kind === 'duration'
          ? { value: numberText(cell.value, cell.digits), unit }
          : { value: cellText(cell), unit };
  return (
    <Tile label={label} {...shown} to={to} isText={cell.kind === 'top'}>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </Tile>
  );
}

interface FigureRowProps {
  subject: StatisticsSubject;
  table: StatisticsTable;
  city: CityFacts;
  links: Readonly<Record<string, string>>;
}

/** The figures of all rows together: count and changes, rate beside the city's, and the subject's own. */
export function FigureRow({ subject, table, city, links }: FigureRowProps) {
  const { noun, unit, rateLabel } = subjectFacts[subject];
  const { facts } = table.total;
  return (
    <dl className="st-figures" aria-label="合计">
      <Tile label={noun} value={numberText(facts.num, 0)} unit={unit} to={links['num']} isWide>
        <ChangeLine label="环比" change={facts.previous} unit={unit} />
        <ChangeLine label="同比" change={facts.year_before} unit={unit} />
      </Tile>
      <Tile label={`${noun}率`} value={numberText(facts.rate, 2)} unit={rateLabel}>
        <small>
          {facts.rate_interval === null ? '没有在用电梯' : `95% 区间 ${intervalText(facts.rate_interval, 2)}`}
        </small>
        <small>全市 {numberText(city.rate, 2)}</small>
      </Tile>
      {headlineIds[subject].map((id) => (
        <Headline key={id} table={table} id={id} to={links[id]} />
      ))}
    </dl>
  );
}
