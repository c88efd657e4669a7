import { useMemo } from 'react';
import type { AgeDetail } from '../../contract/endpoints/stats.ts';
import type { AgeFilter } from '../../contract/liftAge.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { barOption, barTable, type BarChartData } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { percentText } from '../../ui/percent/percentText.ts';
import { describeAges } from './ageAddress.ts';
import { toAgeBars, toAgeFigures } from './ageFigures.ts';
import { Figures } from './Figures.tsx';

interface AgeOverviewProps {
  state: LoadState<AgeDetail>;
  filter: AgeFilter;
  /** Only this brand's lifts are counted; null for all. */
  brandName: string | null;
}

function AgeChart({ detail, filter }: { detail: AgeDetail; filter: AgeFilter }) {
  const drawn = useMemo(() => {
    const data: BarChartData = { name: '电梯', unit: '台', direction: 'columns', bars: toAgeBars(detail, filter) };
    const table = barTable(data);
    return {
      option: barOption(chartTheme(), data),
      table: { ...table, columns: ['满年数', ...table.columns.slice(1)] },
    };
  }, [detail, filter]);
  return (
    <Chart
      label={`各梯龄的电梯数，共 ${detail.fleet_total} 台；${describeAges(filter)} ${toAgeFigures(detail, filter).num} 台`}
      option={drawn.option}
      table={drawn.table}
    />
  );
}

/** The number of lifts of this age, and their share of all. */
export function AgeOverview({ state, filter, brandName }: AgeOverviewProps) {
  const detail = state.kind === 'ready' ? state.value : null;
  const figures = useMemo(() => (detail === null ? null : toAgeFigures(detail, filter)), [detail, filter]);
  const hasDated = detail !== null && detail.by_year.length > 0;
  const of = brandName === null ? '全部电梯' : `${brandName}电梯`;
  return (
    <div className="rs-overview">
      <Panel
        title={brandName === null ? describeAges(filter) : `${describeAges(filter)} · ${brandName}`}
        icon="calendar"
      >
        <Figures
          label="所选梯龄"
          figures={[
            { label: '电梯', value: figures?.num.toLocaleString('en-US') ?? null, unit: '台' },
            {
              label: `占${of}`,
              value: figures === null || detail === null ? null : percentText(figures.num, detail.fleet_total),
            },
            { label: '平均梯龄', value: figures?.averageYears?.toFixed(1) ?? null, unit: '年' },
            { label: '在线率', value: figures === null ? null : percentText(figures.onlineNum, figures.num) },
          ]}
        />
      </Panel>
      <Panel title="各梯龄电梯数（满年数）" icon="chart-bar">
        <div className="rs-overview__chart">
          {detail === null || !hasDated ? (
            <p className="rs-wait" role="status">
              {state.kind === 'loading'
                ? '正在加载…'
                : state.kind === 'failed'
                  ? `图表未能加载：${state.message}`
                  : '还没有登记了安装日期的电梯'}
            </p>
          ) : (
            <AgeChart detail={detail} filter={filter} />
          )}
        </div>
      </Panel>
    </div>
  );
}
