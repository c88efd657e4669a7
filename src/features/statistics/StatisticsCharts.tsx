import { useMemo } from 'react';
import { subjectFacts } from '../../contract/statistics/subjects.ts';
import { rowName, type StatisticsTable } from '../../contract/statisticsTable/statisticsTable.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { funnelOption, funnelTable, type FunnelData } from '../../ui/chart/funnelOption.ts';
import { intervalOption, intervalTable, type IntervalData } from '../../ui/chart/intervalOption.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { toFunnel, toIntervals, type CityFacts, type PageKind } from './statisticsRows.ts';

const rowPx = 22;
const axisPx = 40;
const leastPx = 300;

const intervalsPx = ({ rows }: IntervalData): number => rows.length * rowPx + axisPx;

const names = (all: readonly string[]): string =>
  all.length <= 3 ? all.join('、') : `${all.slice(0, 3).join('、')} 等 ${all.length} 行`;

function FunnelChart({ data, heightPx, onPick }: { data: FunnelData; heightPx: number; onPick: (id: number) => void }) {
  const drawn = useMemo(() => {
    const outside = data.dots.filter(({ tone }) => tone === 'high' || tone === 'low').map(({ name }) => name);
    return {
      label: `漏斗图，${data.dots.length} 行：${outside.length === 0 ? '没有一行偏高或偏低' : `偏高或偏低的有 ${names(outside)}`}`,
      option: funnelOption(chartTheme(), data),
      table: funnelTable(data),
    };
  }, [data]);
  return (
    <Chart
      label={drawn.label}
      option={drawn.option}
      table={drawn.table}
      height={heightPx}
      onPick={(id) => onPick(Number(id))}
    />
  );
}

function IntervalChart({ data, onPick }: { data: IntervalData; onPick: (id: number) => void }) {
  const drawn = useMemo(
    () => ({
      label: `${data.rows.length} 行的${data.name}与 95% 区间`,
      option: intervalOption(chartTheme(), data),
      table: intervalTable(data),
    }),
    [data],
  );
  return (
    <Chart
      label={drawn.label}
      option={drawn.option}
      table={drawn.table}
      height={intervalsPx(data)}
      onPick={(id) => onPick(Number(id))}
    />
  );
}

interface StatisticsChartsProps {
  kind: PageKind;
  table: StatisticsTable;
  city: CityFacts;
  chosen: readonly number[];
  onPick: (id: number) => void;
}

/** The place of each row within the limits of its size, and beside it how sure its rate is. */
export function StatisticsCharts({ kind, table, city, chosen, onPick }: StatisticsChartsProps) {
  const chosenKey = chosen.join();
  const { funnel, intervals } = useMemo(() => {
    const ids = chosenKey === '' ? [] : chosenKey.split(',').map(Number);
    return {
      funnel: toFunnel(table.rows, city, ids, kind),
      intervals: toIntervals(table.rows, city, ids, kind),
    };
  }, [table, city, chosenKey, kind]);
  const outside = table.rows.filter(({ facts }) => facts.judgement === 'high' || facts.judgement === 'low');
  return (
    <div className="st-charts">
      <Panel title="漏斗图：各行是否超出机会波动" icon="filter">
        {funnel === undefined ? (
          <p className="st-wait">没有可以比较的行</p>
        ) : (
          <>
            <FunnelChart
              data={funnel}
              heightPx={Math.max(leastPx, intervals === undefined ? 0 : intervalsPx(intervals.data))}
              onPick={onPick}
            />
            <p className="st-key">
              <span>虚线 95%、实线 99.8% 界限</span>
              <span>▲ 偏高</span>
              <span>▼ 偏低</span>
              <span>● 正常</span>
              <span>○ 样本不足</span>
            </p>
            {outside.length > 0 && (
              <p className="st-outside">
                {outside.slice(0, 8).map(({ facts }) => (
                  <button key={facts.id} type="button" onClick={() => onPick(facts.id)}>
                    {facts.judgement === 'high' ? '▲' : '▼'} {rowName(facts, kind.dimension)}
                  </button>
                ))}
                {outside.length > 8 && <span>等 {outside.length} 行，见表</span>}
              </p>
            )}
          </>
        )}
      </Panel>
      <Panel title={`率与 95% 区间（${subjectFacts[kind.subject].rateLabel}）`} icon="sliders-h">
        {intervals === undefined ? (
          <p className="st-wait">没有可以比较的行</p>
        ) : (
          <>
            <IntervalChart data={intervals.data} onPick={onPick} />
            <p className="st-key">
              <span>虚线为全市率；区间重叠的行不分先后</span>
              {intervals.leftOut > 0 && <span>另有 {intervals.leftOut.toLocaleString('en-US')} 行只列在表中</span>}
            </p>
          </>
        )}
      </Panel>
    </div>
  );
}
