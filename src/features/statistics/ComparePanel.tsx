import { subjectFacts } from '../../contract/statistics/subjects.ts';
import {
  rowName,
  type Composition,
  type StatisticsTable,
  type TableRow,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { DetailPanel } from '../../ui/list/DetailPanel.tsx';
import { CellView } from './CellView.tsx';
import { hasTotal, type PageKind } from './statisticsRows.ts';

const mostParts = 6;

/** The parts of a whole, the largest as bars. */
function CompositionView({ composition: { title, parts } }: { composition: Composition }) {
  const total = parts.reduce((sum, { num }) => sum + num, 0);
  if (total === 0) return <p className="ti-none">没有{title}</p>;
  const some = parts.filter(({ num }) => num > 0);
  return (
    <ul className="st-parts">
      {some.slice(0, mostParts).map(({ label, num }) => (
        <li key={label} title={`${label} ${num}`}>
          <span>{label}</span>
          <b>{num}</b>
          <i style={{ width: `${(num / total) * 100}%` }} />
        </li>
      ))}
      {some.length > mostParts && (
        <li>
          <span>其余 {some.length - mostParts} 种</span>
          <b>{some.slice(mostParts).reduce((sum, { num }) => sum + num, 0)}</b>
        </li>
      )}
    </ul>
  );
}

interface ComparePanelProps {
  kind: PageKind;
  table: StatisticsTable;
  rows: readonly TableRow[];
  onClose: () => void;
}

/** One row beside all, or two rows side by side: every figure and what it is made of. */
export function ComparePanel({ kind, table, rows, onClose }: ComparePanelProps) {
  const { unit } = subjectFacts[kind.subject];
  const sides = [
    ...rows.map((row) => ({ name: rowName(row.facts, kind.dimension), row })),
    ...(rows.length < 2 ? [{ name: '合计', row: table.total }] : []),
  ];
  const titles = table.total.compositions().map(({ title }) => title);
  return (
    <DetailPanel title={sides.map(({ name }) => name).join(' 与 ')} onClose={onClose}>
      {rows.length < 2 && <p className="st-hint">再选一行，可两行并排比较。</p>}
      <table className="st-compare" aria-label="并排比较">
        <thead>
          <tr>
            <td />
            {sides.map(({ name }) => (
              <th key={name} scope="col" title={name}>
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ id, header }) => (
            <tr key={id}>
              <th scope="row">{header}</th>
              {sides.map(({ name, row }) => (
                <td key={name}>
                  {(row !== table.total || hasTotal(id)) && <CellView cell={row.cellOf(id)} unit={unit} />}
                </td>
              ))}
            </tr>
          ))}
          {titles.map((title) => (
            <tr key={title} className="st-compare__parts">
              <th scope="row">{title}</th>
              {sides.map(({ name, row }) => {
                const composition = row.compositions().find((one) => one.title === title);
                return <td key={name}>{composition !== undefined && <CompositionView composition={composition} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </DetailPanel>
  );
}
