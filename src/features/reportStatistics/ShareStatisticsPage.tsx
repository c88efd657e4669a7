import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { barOption, barTable, type BarChartData } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { percentText } from '../../ui/percent/percentText.ts';
import { Figures } from './Figures.tsx';
import { toShareBars, toSharePage, type Shares } from './shares.ts';
import { shareScreen, type ShareKind } from './shares.screen.tsx';
import { createStatisticsSources, type StatisticsDeps } from './statisticsSources.ts';
import './reportStatistics.css';

interface ShareStatisticsPageProps {
  kind: ShareKind;
  deps: StatisticsDeps;
  readNowMs?: () => number;
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

function ShareFigures({ shares, what, hasTrapped }: { shares: Shares | null; what: string; hasTrapped: boolean }) {
  const rows = shares?.rows ?? [];
  const named = rows.filter(({ id }) => id !== 0);
  const dated = rows.filter(({ averageYears }) => averageYears !== null);
  const reporting = rows.filter(({ onlineNum }) => onlineNum !== null);
  const datedNum = sum(dated.map(({ num }) => num));
  const whenKnown = (text: string): string | null => (shares === null ? null : text);
  return (
    <Figures
      label={`全部${what}`}
      figures={[
        { label: `${what}总数`, value: whenKnown(named.length.toLocaleString('en-US')), unit: '个' },
        { label: '电梯', value: whenKnown((shares?.liftNum ?? 0).toLocaleString('en-US')), unit: '台' },
        {
          label: '平均梯龄',
          value:
            datedNum === 0
              ? null
              : (sum(dated.map(({ averageYears, num }) => (averageYears ?? 0) * num)) / datedNum).toFixed(1),
          unit: '年',
        },
        {
          label: '在线率',
          value: whenKnown(
            percentText(sum(reporting.map(({ onlineNum }) => onlineNum)), sum(reporting.map(({ num }) => num))),
          ),
        },
        ...(hasTrapped
          ? [
              {
                label: '近一年困人',
                value: whenKnown(sum(rows.map(({ trappedNum }) => trappedNum)).toLocaleString('en-US')),
                unit: '起',
                hint: `近 ${shares?.trappedDays ?? 365} 天内确认有人被困的救援`,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Room for a bar and its name, px. */
const barPx = 30;

function ShareChart({ shares, what }: { shares: Shares; what: string }) {
  const drawn = useMemo(() => {
    const { bars, restNum, restLifts } = toShareBars(shares);
    const data: BarChartData = { name: '电梯', unit: '台', bars };
    return {
      words: bars.map(({ name, value }) => `${name} ${value} 台`).join('，'),
      option: barOption(chartTheme(), data),
      table: barTable(data),
      heightPx: bars.length * barPx,
      rest:
        restNum === 0
          ? null
          : `图中为电梯最多的 ${bars.length} 个${what}；` +
            `其余 ${restNum} 个共 ${restLifts.toLocaleString('en-US')} 台（${percentText(restLifts, shares.liftNum)}）`,
    };
  }, [shares, what]);
  return (
    <>
      <Chart
        label={`各${what}的电梯数：${drawn.words}`}
        option={drawn.option}
        table={drawn.table}
        height={drawn.heightPx}
      />
      {drawn.rest !== null && <p className="rs-rest">{drawn.rest}</p>}
    </>
  );
}

/** The lifts by brand or by community: a table, and beside it the largest as bars. Both are drawn of one answer. */
export function ShareStatisticsPage({ kind, deps, readNowMs = Date.now }: ShareStatisticsPageProps) {
  const navigate = useNavigate();
  const hasTrapped = deps.can('rescue.view');
  const [loaded$] = useState(() => new BehaviorSubject<Shares | null>(null));
  const [{ screen, subscribe }] = useState(() => {
    const sources = createStatisticsSources(deps);
    const load = kind.name === 'ReportStatisticsBrand' ? sources.loadBrands : sources.loadParks;
    return {
      subscribe: subscribeTo(sources.changes$),
      screen: shareScreen(kind, {
        load: async (query, signal) => {
          const shares = await load(signal);
          loaded$.next(shares);
          return toSharePage(shares.rows, query);
        },
        open: (path) => void navigate(path),
        hasTrapped,
      }),
    };
  });
  const shares = useObservable(loaded$, null);
  return (
    <ListScreen
      screen={screen}
      subscribe={subscribe}
      readNowMs={readNowMs}
      lead={<ShareFigures shares={shares} what={kind.what} hasTrapped={hasTrapped} />}
      aside={
        <Panel title={`各${kind.what}电梯数`} icon="chart-bar">
          {shares === null || shares.rows.length === 0 ? (
            <p className="rs-wait">{shares === null ? '等待数据…' : '没有可以比较的数据'}</p>
          ) : (
            <ShareChart shares={shares} what={kind.what} />
          )}
        </Panel>
      }
    />
  );
}
