import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import {
  ageGroups,
  type statsAreaCommunityElevator,
  type statsElevator,
  type statsElevatorBrand,
  type statsElevatorEvent,
} from '../../contract/endpoints/stats.ts';
import { largest, type NamedValue } from '../../streams/lists/largest.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { hourOf, toTodayCurve } from '../../streams/lists/todayCurve.ts';
import { barOption, barTable } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { donutOption, donutTable } from '../../ui/chart/donutOption.ts';
import { lineOption, lineTable } from '../../ui/chart/lineOption.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';

/** The figures of the overview; they change slowly. */
export interface Figures {
  readonly ages: OutputOf<typeof statsElevator>;
  readonly brands: OutputOf<typeof statsElevatorBrand>;
  readonly tree: OutputOf<typeof statsAreaCommunityElevator>;
}
export type Today = OutputOf<typeof statsElevatorEvent>;

interface ChartsProps {
  figures: LoadState<Figures>;
  today: LoadState<Today>;
  nowMs: number;
  isStale: boolean;
}

const shownBars = 7;
const inWords = (values: readonly NamedValue[]): string =>
  values.map(({ name, value }) => `${name} ${value} 台`).join('，');

function Bars({ label, values, isStale }: { label: string; values: readonly NamedValue[]; isStale: boolean }) {
  const drawn = useMemo(() => {
    const data = { name: '电梯', unit: '台', bars: largest(values, shownBars) };
    return { words: inWords(data.bars), option: barOption(chartTheme(), data), table: barTable(data) };
  }, [values]);
  return <Chart label={`${label}：${drawn.words}`} option={drawn.option} table={drawn.table} isStale={isStale} />;
}

function Ages({ values, isStale }: { values: readonly NamedValue[]; isStale: boolean }) {
  const drawn = useMemo(() => {
    const data = { name: '电梯', unit: '台', slices: values };
    return { option: donutOption(chartTheme(), data), table: donutTable(data) };
  }, [values]);
  return <Chart label={`按梯龄：${inWords(values)}`} option={drawn.option} table={drawn.table} isStale={isStale} />;
}

function TodayCurve({ today, nowMs, isStale }: { today: Today; nowMs: number; isStale: boolean }) {
  const hour = hourOf(nowMs);
  const { hours } = today;
  const drawn = useMemo(() => {
    const data = toTodayCurve(hours, hour);
    return { option: lineOption(chartTheme(), data), table: lineTable(data) };
  }, [hours, hour]);
  return (
    <Chart
      label={`今日困人救援 ${today.today.rescue} 起，报警 ${today.today.alarm} 条`}
      option={drawn.option}
      table={drawn.table}
      isStale={isStale}
    />
  );
}

const Wait = ({ state }: { state: LoadState<unknown> }) => (
  <p className="ti-overview__wait">{state.kind === 'failed' ? state.message : '正在加载…'}</p>
);

/** Returns the query of an age group's tile, written as the specification does (section 2, dashboard). */
const ageQuery = (yearsStart: number | undefined, yearsEnd: number | undefined): string =>
  [yearsStart === undefined ? [] : `yearsStart=${yearsStart}`, yearsEnd === undefined ? [] : `yearsEnd=${yearsEnd}`]
    .flat()
    .join('&');

interface Tile {
  readonly label: string;
  readonly value: number | null;
  readonly unit: string;
  readonly to: string;
  /** The path to which it leads. */
  readonly target: string;
}

/** Totals, and the lifts by age as the law's inspections group them; each leads to its statistics. */
export function Tiles({ figures }: { figures: LoadState<Figures> }) {
  const known = figures.kind === 'ready' ? figures.value : null;
  const tiles: readonly Tile[] = [
    {
      label: '品牌总数',
      value: known?.brands.brands.length ?? null,
      unit: '个',
      to: '/report-statistics/report-statistics-brand',
      target: '品牌统计',
    },
    {
      label: '小区总数',
      value: known?.tree.community_total ?? null,
      unit: '个',
      to: '/report-statistics/report-statistics-park',
      target: '小区统计',
    },
    ...ageGroups.map(({ label, yearsStart, yearsEnd }, index): Tile => ({
      label: `梯龄 ${label}`,
      value: known?.ages.groups[index]?.value ?? null,
      unit: '台',
      to: `/report-statistics?${ageQuery(yearsStart, yearsEnd)}`,
      target: `梯龄 ${label}的电梯`,
    })),
  ];
  return (
    <section className="ti-overview__figures" aria-label="电梯统计">
      {tiles.map(({ label, value, unit, to, target }) => (
        <article key={label} className="ti-frame ti-figure">
          <h2>
            <Link
              to={to}
              className="ti-figure__link"
              aria-label={`${label}${value === null ? '' : ` ${value.toLocaleString('zh-CN')} ${unit}`}，查看${target}`}
            >
              {label}
              <Icon name="angle-right" />
            </Link>
          </h2>
          <p>
            <b>{value?.toLocaleString('zh-CN') ?? '—'}</b>
            {unit}
          </p>
        </article>
      ))}
    </section>
  );
}

/** Today's figures, and the make-up of the fleet. */
export function Charts({ figures, today, nowMs, isStale }: ChartsProps) {
  const known = figures.kind === 'ready' ? figures.value : null;
  const values = useMemo(
    () =>
      known === null
        ? null
        : {
            areas: known.tree.areas.map(({ name, elevator_num: value }) => ({ name, value })),
            brands: known.brands.brands.map(({ name, value }) => ({ name, value })),
            ages: known.ages.groups.map(({ label: name, value }) => ({ name, value })),
          },
    [known],
  );
  return (
    <section className="ti-overview__charts" aria-label="统计图">
      <Panel title="今日曲线" icon="chart-line">
        <div className="ti-overview__chart">
          {today.kind === 'ready' ? (
            <TodayCurve today={today.value} nowMs={nowMs} isStale={isStale} />
          ) : (
            <Wait state={today} />
          )}
        </div>
      </Panel>
      <Panel title="各区电梯" icon="map" actions={<Link to="/elevator-screening">查看电梯</Link>}>
        <div className="ti-overview__chart">
          {values === null ? (
            <Wait state={figures} />
          ) : (
            <Bars label="各区电梯" values={values.areas} isStale={isStale} />
          )}
        </div>
      </Panel>
      <Panel
        title="品牌分布"
        icon="tag"
        actions={<Link to="/report-statistics/report-statistics-brand">查看品牌</Link>}
      >
        <div className="ti-overview__chart">
          {values === null ? (
            <Wait state={figures} />
          ) : (
            <Bars label="品牌分布" values={values.brands} isStale={isStale} />
          )}
        </div>
      </Panel>
      <Panel title="梯龄" icon="calendar" actions={<Link to="/report-statistics">查看梯龄</Link>}>
        <div className="ti-overview__chart">
          {values === null ? <Wait state={figures} /> : <Ages values={values.ages} isStale={isStale} />}
        </div>
      </Panel>
    </section>
  );
}
