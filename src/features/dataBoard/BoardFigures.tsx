import { memo, useMemo } from 'react';
import type { Todo } from '../../contract/endpoints/stats.ts';
import { largest, type NamedValue } from '../../streams/lists/largest.ts';
import { barOption, barTable, type BarChartData } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { donutOption, donutTable, type DonutData } from '../../ui/chart/donutOption.ts';
import { BigNumber } from '../../ui/wall/BigNumber.tsx';
import { WallPanel } from '../../ui/wall/WallPanel.tsx';

/** The lifts of a district, and what of it is open; null while the wall shows the past. */
export interface AreaValue extends NamedValue {
  readonly open: { readonly scooter: number; readonly fault: number } | null;
}

/** The state of the fleet; null for what is not known yet. */
export interface BoardTotals {
  readonly total: number | null;
  readonly online: number | null;
  readonly offline: number | null;
  /** Lifts whose device was never activated or is disabled. With the two above they are all lifts. */
  readonly unactivated: number | null;
  /** The number of offline lifts that have an open call and are drawn as such. */
  readonly silentCalls: number;
  /** Maintenance visits that wait for a person; absent for walls that may not see them, and while the wall shows the past. */
  readonly visits?: Todo | undefined;
  /** By picture, in the order of `liftLooks`. */
  readonly looks: readonly number[];
  readonly areas: readonly AreaValue[];
  readonly brands: readonly NamedValue[];
  readonly ages: readonly NamedValue[];
}

const shownBars = 6;

const sentence = (what: string, values: readonly NamedValue[]): string =>
  `${what}：${values.length === 0 ? '暂无数据' : values.map(({ name, value }) => `${name} ${value} 台`).join('，')}`;

function Bars({ label, values, isStale }: { label: string; values: readonly NamedValue[]; isStale: boolean }) {
  const data = useMemo<BarChartData>(
    () => ({ name: '电梯', unit: '台', size: 'wall', bars: largest(values, shownBars) }),
    [values],
  );
  const option = useMemo(() => barOption(chartTheme(), data), [data]);
  return <Chart label={sentence(label, data.bars)} option={option} table={barTable(data)} isStale={isStale} />;
}

/** Open work in each district, beside its bar. Quiet words: a call for help is the only bright thing on the wall. */
function OpenWork({ areas, shown }: { areas: readonly AreaValue[]; shown: readonly NamedValue[] }) {
  const openOf = (name: string): string => {
    const open = areas.find((area) => area.name === name)?.open;
    const parts = [
      ...((open?.fault ?? 0) > 0 ? [`故障 ${open?.fault}`] : []),
      ...((open?.scooter ?? 0) > 0 ? [`电动车 ${open?.scooter}`] : []),
    ];
    return parts.join(' · ');
  };
  return (
    <ul className="ti-board__open" aria-label="各区未结束的故障与电动车">
      {shown.map(({ name }) => (
        <li key={name}>
          <span className="ti-visually-hidden">{name}：</span>
          {openOf(name)}
        </li>
      ))}
    </ul>
  );
}

/** Lifts of each district, and beside the bars what is open there. The rows of the list are as high as those of the chart. */
function Areas({ areas, isStale }: { areas: readonly AreaValue[]; isStale: boolean }) {
  const hasOpen = areas.some(({ open }) => open !== null && open.scooter + open.fault > 0);
  return (
    <div className="ti-board__areas">
      <Bars label="各区电梯" values={areas} isStale={isStale} />
      {hasOpen && <OpenWork areas={areas} shown={largest(areas, shownBars)} />}
    </div>
  );
}

function Ages({ values, isStale }: { values: readonly NamedValue[]; isStale: boolean }) {
  const data = useMemo<DonutData>(() => ({ name: '电梯', unit: '台', size: 'wall', slices: values }), [values]);
  const option = useMemo(() => donutOption(chartTheme(), data), [data]);
  return <Chart label={sentence('梯龄', values)} option={option} table={donutTable(data)} isStale={isStale} />;
}

/** 维保待处理 36 单，已超时 2 单. */
const visitWords = ({ label, count, unit, notes }: Todo): string =>
  [
    `${label}待处理 ${count.toLocaleString('zh-CN')} ${unit}`,
    ...notes
      .filter((note) => note.count > 0)
      .map((note) => `${note.label} ${note.count.toLocaleString('zh-CN')} ${unit}`),
  ].join('，');

/**
 * The wall's left side: how many lifts, where, of which make and age. Redrawn only when one of them changes, not with
 * each tick of the wall's clock.
 */
export const BoardFigures = memo(function BoardFigures({
  totals: { total, online, offline, unactivated, silentCalls, visits, areas, brands, ages },
  isStale,
}: {
  totals: BoardTotals;
  isStale: boolean;
}) {
  const rate =
    total === null || online === null || total === 0
      ? null
      : Math.min(online === total ? 100 : 99.9, Math.floor((online / total) * 1000) / 10);
  return (
    <>
      <WallPanel title="电梯总览" grow={0}>
        <div className="ti-board__totals">
          <BigNumber
            label="在册电梯"
            value={total}
            unit="台"
            size="large"
            {...(rate === null ? {} : { detail: `在线率 ${rate}%` })}
          />
          <div>
            <BigNumber label="在线" value={online} unit="台" />
            <BigNumber
              label="离线"
              value={offline}
              unit="台"
              {...(silentCalls === 0 ? {} : { detail: `含求救 ${silentCalls} 台` })}
            />
          </div>
          {(unactivated ?? 0) > 0 && <p>另有未激活或禁用 {unactivated?.toLocaleString('zh-CN')} 台</p>}
          {visits !== undefined && <p>{visitWords(visits)}</p>}
        </div>
      </WallPanel>
      <WallPanel title="各区电梯" grow={4}>
        <Areas areas={areas} isStale={isStale} />
      </WallPanel>
      <WallPanel title="品牌分布" note="前五与其他" grow={4}>
        <Bars label="品牌分布" values={brands} isStale={isStale} />
      </WallPanel>
      <WallPanel title="梯龄" grow={3}>
        <Ages values={ages} isStale={isStale} />
      </WallPanel>
    </>
  );
});
