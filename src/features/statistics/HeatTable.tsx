import { useRef, useState, type KeyboardEvent } from 'react';
import { dimensionLabels, subjectFacts } from '../../contract/statistics/subjects.ts';
import type { CountedAnswer, TableRow } from '../../contract/statisticsTable/statisticsTable.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { heatText, toHeat, type HeatCell, type HeatRow, type PageKind } from './statisticsRows.ts';

interface Place {
  readonly row: number;
  readonly column: number;
}

const steps: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const marks = { high: '▲', low: '▼' } as const;

function Cell({ cell }: { cell: HeatCell }) {
  if (cell.rate === null) return <span className="ti-none">—</span>;
  return (
    <>
      {cell.num.toLocaleString('en-US')}
      {cell.outside !== null && <small>{marks[cell.outside]}</small>}
    </>
  );
}

interface HeatTableProps {
  kind: PageKind;
  answer: Pick<CountedAnswer['answer'], 'months' | 'city'>;
  /** The rows of the table's page. */
  shown: readonly TableRow[];
}

/** Thirteen months of the shown rows: the numbers, toned by how they compare with the city. The arrow keys read cell by cell. */
export function HeatTable({ kind, answer, shown }: HeatTableProps) {
  const { noun, unit } = subjectFacts[kind.subject];
  const rows = toHeat(shown, answer, kind);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const body = useRef<HTMLTableSectionElement>(null);
  const at = { row: Math.min(place.row, rows.length - 1), column: Math.min(place.column, answer.months.length - 1) };
  const read: HeatRow | undefined = rows[at.row];
  const cell = read?.cells[at.column];
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = Math.min(Math.max(0, at.row + step.row), rows.length - 1);
    const column = Math.min(Math.max(0, at.column + step.column), answer.months.length - 1);
    setPlace({ row, column });
    const target = body.current?.rows[row]?.cells[column + 1];
    target?.focus();
  };
  return (
    <Panel title={`近 13 个月的${noun}（${unit}）`} icon="calendar">
      <div className="st-scroll st-scroll--bare">
        <table className="st-heat" aria-label={`近 13 个月的${noun}`} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col" className="st-name">
                {dimensionLabels[kind.dimension]}
              </th>
              {answer.months.map(({ month }, index) => (
                <th key={month} scope="col">
                  {index === 0 || month.endsWith('-01') ? month : `${Number(month.slice(5))} 月`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, rowIndex) => (
              <tr key={row.id}>
                <th scope="row" className="st-name" title={row.name}>
                  {row.name}
                </th>
                {row.cells.map((one, column) => (
                  <td
                    key={one.month}
                    data-level={one.level ?? undefined}
                    data-few={one.rate !== null && one.level === null ? true : undefined}
                    tabIndex={rowIndex === at.row && column === at.column ? 0 : -1}
                    aria-label={heatText(row, one, kind)}
                    title={heatText(row, one, kind)}
                    onFocus={() => setPlace({ row: rowIndex, column })}
                    onClick={() => setPlace({ row: rowIndex, column })}
                  >
                    <Cell cell={one} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="st-key">
        <span>与全市率之比</span>
        {['<0.5', '0.5–0.8', '0.8–1.25', '1.25–2', '>2'].map((label, level) => (
          <span key={label} className="st-heat__key" data-level={level}>
            {label}
          </span>
        ))}
        <span>▲▼ 超出 99.8% 界限</span>
        {read !== undefined && cell !== undefined && (
          <output className="st-heat__read">{heatText(read, cell, kind)}</output>
        )}
      </p>
    </Panel>
  );
}
