import { useMemo, type ReactNode } from 'react';
import {
  bulletinSections,
  bulletinSectionTitles,
  type BulletinContent,
  type BulletinSection,
} from '../../contract/bulletin/bulletinContent.ts';
import { sentenceOf } from '../../contract/bulletin/bulletinSentences.ts';
import { tablesOf, type BulletinTable } from '../../contract/bulletin/bulletinTables.ts';
import { barOption, barTable, type BarChartData } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { chartsOf } from './sectionCharts.ts';

/** Room for a bar and its name, and for standing bars, px. */
const barPx = 26;
const columnsPx = 150;

function BulletinChart({ title, data }: { title: string; data: BarChartData }) {
  const { option, table, words } = useMemo(
    () => ({
      option: barOption(chartTheme(), data),
      table: barTable(data),
      words: data.bars.map(({ name, value }) => `${name} ${value}`).join('，'),
    }),
    [data],
  );
  return (
    <Chart
      label={`${title}（${data.unit ?? ''}）：${words}`}
      option={option}
      table={table}
      height={data.direction === 'columns' ? columnsPx : data.bars.length * barPx}
    />
  );
}

/** `heading` is shown where a section has several tables. */
export function FiguresTable({
  table: { title, columns, rows },
  hasHeading,
}: {
  table: BulletinTable;
  hasHeading: boolean;
}) {
  return (
    <table aria-label={title}>
      {hasHeading && <caption>{title}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map(({ text, value }, index) =>
              index === 0 ? (
                <th key={index} scope="row">
                  {text}
                </th>
              ) : (
                <td key={index} data-figure={value !== null || undefined}>
                  {text}
                </td>
              ),
            )}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>没有可列的数据</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Room for a table on the page: a longer one scrolls, also by the keyboard. */
export const ScrolledTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="bl-table" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
);

interface SectionPanelProps {
  section: BulletinSection;
  content: BulletinContent;
  /** The comment, to read or to write. */
  children: ReactNode;
}

/** One of the nine sections: its sentence, tables, charts and comment. */
export function SectionPanel({ section, content, children }: SectionPanelProps) {
  const tables = useMemo(() => tablesOf(section, content), [section, content]);
  const charts = useMemo(() => chartsOf(section, content), [section, content]);
  const title = bulletinSectionTitles[section];
  return (
    <Panel title={`${bulletinSections.indexOf(section) + 1} ${title}`}>
      <p className="bl-sentence">{sentenceOf(section, content)}</p>
      <div className="bl-figures" data-wide={(tables[0]?.columns.length ?? 0) > 6 || undefined}>
        <div className="bl-tables">
          {tables.map((table) => (
            <ScrolledTable key={table.title} label={table.title}>
              <FiguresTable table={table} hasHeading={tables.length > 1} />
            </ScrolledTable>
          ))}
        </div>
        {charts.length > 0 && (
          <div className="bl-charts">
            {charts.map((data, index) => (
              <BulletinChart key={index} title={title} data={data} />
            ))}
          </div>
        )}
      </div>
      {children}
    </Panel>
  );
}
