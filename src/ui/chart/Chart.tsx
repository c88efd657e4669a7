import { useImperativeHandle, useRef, type Ref } from 'react';
import './Chart.css';
import type { ChartTable } from './chartTypes.ts';
import type { ChartOption } from './echartsCore.ts';
import { updateSeries, useEChart, type ChartHandle } from './useEChart.ts';

export interface ChartProps {
  /** The content of the chart in a sentence: 今日呼叫 12 次，高峰在 18 时. */
  label: string;
  /** From a pure builder (`lineOption(chartTheme(), data)`); keep it between renders while the data is the same. */
  option: ChartOption;
  /** The same figures for those who cannot see the chart. */
  table: ChartTable;
  /** Layout pixels or CSS; fills its parent by default. */
  height?: number | string;
  /** The data is old: drawn pale. */
  isStale?: boolean;
  /** Called with the id of a drawn item that was clicked. Whatever it does must have another way for the keyboard. */
  onPick?: (id: string) => void;
  ref?: Ref<ChartHandle>;
}

/** An ECharts chart with its summary and its figures as a table. */
export function Chart({ label, option, table, height = '100%', isStale = false, onPick, ref }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useEChart(host, option, onPick);
  useImperativeHandle(
    ref,
    () => ({
      update: (series) => {
        if (chart.current !== null) updateSeries(chart.current, series);
      },
    }),
    [chart],
  );
  return (
    <div className="ti-chart" data-stale={isStale || undefined} style={{ height }}>
      <div
        className="ti-chart__canvas"
        ref={host}
        role="img"
        aria-label={isStale ? `${label}（数据已停止更新）` : label}
      />
      {/* A table always takes the height of its rows: only a box around it can hide it. */}
      <div className="ti-visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <th key={index} scope="col">
                  {column === '' ? '名称' : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, place) => (
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
