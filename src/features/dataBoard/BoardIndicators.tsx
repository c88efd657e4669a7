import { useMemo } from 'react';
import { hourOf, toTodayCurve } from '../../streams/todayCurve.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { lineOption, lineTable } from '../../ui/chart/lineOption.ts';
import { Indicator } from '../../ui/wall/Indicator.tsx';
import { WallPanel } from '../../ui/wall/WallPanel.tsx';
import type { EventStats } from './DataBoard.tsx';

/** House targets for the two published indicators; the law itself wants every single call in time. */
const answerTarget = 0.95;
const arriveTarget = 0.98;

interface BoardIndicatorsProps {
  stats: EventStats | null;
  nowMs: number;
  isStale: boolean;
  isReplaying: boolean;
}

const shareOf = (counted: EventStats['answered'] | undefined): number | null => (counted === undefined || counted.total === 0 ? null : counted.met / counted.total);
const countOf = (counted: EventStats['answered'] | undefined): string => (counted === undefined || counted.total === 0 ? '近 30 天没有救援' : `${counted.met} / ${counted.total} 起`);

/** The wall's foot: the two public indicators and today's curve. They tell of now, also while the past is played. */
export function BoardIndicators({ stats, nowMs, isStale, isReplaying }: BoardIndicatorsProps) {
  const hours = stats?.hours;
  const hour = hourOf(nowMs);
  const curve = useMemo(() => {
    if (hours === undefined) return null;
    const data = { ...toTodayCurve(hours, hour), size: 'wall' as const };
    return { option: lineOption(chartTheme(), data), table: lineTable(data) };
  }, [hours, hour]);
  const note = isReplaying ? '当前值，不随回放变化' : `近 ${stats?.window_days ?? 30} 天`;
  const today = stats?.today;
  return (
    <>
      <WallPanel title="3 分钟内应答" note={note}>
        <Indicator label="呼救后 3 分钟内有人应答" share={shareOf(stats?.answered)} target={answerTarget} detail={countOf(stats?.answered)} />
      </WallPanel>
      <WallPanel title="30 分钟内到场" note={note}>
        <Indicator label="救援人员 30 分钟内到场" share={shareOf(stats?.arrived)} target={arriveTarget} detail={countOf(stats?.arrived)} />
      </WallPanel>
      <WallPanel title="今日曲线" {...(today === undefined ? {} : { note: isReplaying ? '今天，不随回放变化' : `救援 ${today.rescue} 起 · 报警 ${today.alarm} 条` })}>
        {curve === null ? null : <Chart label={`今日救援 ${today?.rescue ?? 0} 起，报警 ${today?.alarm ?? 0} 条`} option={curve.option} table={curve.table} isStale={isStale} />}
      </WallPanel>
    </>
  );
}
