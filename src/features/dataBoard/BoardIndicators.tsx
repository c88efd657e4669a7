import { memo, useMemo } from 'react';
import { sysConfigDefaults } from '../../contract/sysConfigDefaults.ts';
import { toTodayCurve } from '../../streams/lists/todayCurve.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { lineOption, lineTable } from '../../ui/chart/lineOption.ts';
import { Indicator } from '../../ui/wall/Indicator.tsx';
import { WallPanel } from '../../ui/wall/WallPanel.tsx';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { statsElevatorEvent } from '../../contract/endpoints/stats.ts';

export type EventStats = OutputOf<typeof statsElevatorEvent>;

interface BoardIndicatorsProps {
  stats: EventStats | null;
  /** The hour of the city's day, 0–23. */
  hour: number;
  isStale: boolean;
  isReplaying: boolean;
}

const shareOf = (counted: EventStats['answered'] | undefined): number | null =>
  counted === undefined || counted.total === 0 ? null : counted.met / counted.total;
const noneLeftOut = { false_calls: 0, running: 0, not_needed: 0 };
const countOf = (counted: EventStats['answered'] | undefined): string =>
  counted === undefined || counted.total === 0 ? '近 30 天没有救援' : `${counted.met} / ${counted.total} 起`;

/** The calls of the window that the figure does not count, so that it can be set against 今日曲线; nothing where it counts all. */
function leftOutOf(counted: EventStats['answered'] | undefined, step: string): { readonly leftOut?: string } {
  const { false_calls: falseCalls, running, not_needed: notNeeded } = counted?.left_out ?? noneLeftOut;
  const parts = [
    falseCalls > 0 ? `误报 ${falseCalls}` : '',
    running > 0 ? `限时未到 ${running}` : '',
    notNeeded > 0 ? `无须${step} ${notNeeded}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? {} : { leftOut: `不计：${parts.join('、')}` };
}

/** The promised limits from the settings: 3 分钟内受理. Until the settings are known, the defaults are shown. */
const withinOf = (counted: EventStats['answered'] | undefined, otherwiseSeconds: number): string => {
  const seconds = counted?.limit_seconds ?? otherwiseSeconds;
  return seconds % 60 === 0 ? `${seconds / 60} 分钟内` : `${seconds} 秒内`;
};
const targetOf = (counted: EventStats['answered'] | undefined, otherwisePercent: number): number =>
  (counted?.target_percent ?? otherwisePercent) / 100;

/**
 * The wall's foot: the two public indicators and today's curve. They show the present even during a replay, and are
 * redrawn only when one of them changes, not with each tick of the wall's clock.
 */
export const BoardIndicators = memo(function BoardIndicators({
  stats,
  hour,
  isStale,
  isReplaying,
}: BoardIndicatorsProps) {
  const hours = stats?.hours;
  const curve = useMemo(() => {
    if (hours === undefined) return null;
    const data = { ...toTodayCurve(hours, hour), size: 'wall' as const };
    return { option: lineOption(chartTheme(), data), table: lineTable(data) };
  }, [hours, hour]);
  const note = isReplaying ? '当前值，不随回放变化' : `近 ${stats?.window_days ?? 30} 天`;
  const today = stats?.today;
  const falseCalls = today?.false_calls ?? 0;
  const answerWithin = withinOf(stats?.answered, sysConfigDefaults.respond_limit_seconds);
  const arriveWithin = withinOf(stats?.arrived, sysConfigDefaults.arrive_limit_minutes_city * 60);
  return (
    <>
      <WallPanel title={`${answerWithin}受理`} note={note}>
        <Indicator
          label={`呼叫后 ${answerWithin}有人受理`}
          share={shareOf(stats?.answered)}
          target={targetOf(stats?.answered, sysConfigDefaults.answered_target_percent)}
          detail={countOf(stats?.answered)}
          {...leftOutOf(stats?.answered, '受理')}
        />
      </WallPanel>
      <WallPanel title={`${arriveWithin}到场`} note={note}>
        <Indicator
          label={`救援人员 ${arriveWithin}到场`}
          share={shareOf(stats?.arrived)}
          target={targetOf(stats?.arrived, sysConfigDefaults.arrived_target_percent)}
          detail={countOf(stats?.arrived)}
          {...leftOutOf(stats?.arrived, '到场')}
        />
      </WallPanel>
      <WallPanel
        title="今日曲线"
        {...(today === undefined
          ? {}
          : { note: isReplaying ? '今天，不随回放变化' : `救援 ${today.rescue} 起 · 报警 ${today.alarm} 条` })}
      >
        <div className="ti-board__curve">
          {falseCalls > 0 && <p>救援含误报 {falseCalls} 起，指标不计误报</p>}
          {curve === null ? null : (
            <Chart
              label={`今日救援 ${today?.rescue ?? 0} 起，报警 ${today?.alarm ?? 0} 条`}
              option={curve.option}
              table={curve.table}
              isStale={isStale}
            />
          )}
        </div>
      </WallPanel>
    </>
  );
});
