import { barOption, barTable, type BarChartData } from '../chart/barOption.ts';
import { chartTheme } from '../chart/chartTheme.ts';
import { donutOption, donutTable, type DonutData } from '../chart/donutOption.ts';
import { lineOption, lineTable, type LineChartData } from '../chart/lineOption.ts';
import { Chart } from '../chart/Chart.tsx';
import type { TickerItem } from './createTickerRing.ts';

export const nowMs = Date.parse('2026-03-04T18:40:12+08:00');
const kinds: readonly Omit<TickerItem, 'id' | 'atMs'>[] = [
  { label: '门未关', tone: 'medium', text: '望岳新村 6 栋 1 号梯' },
  { label: '电动车', tone: 'high', text: '锦绣南苑 11 栋 2 号梯' },
  { label: '困人', tone: 'critical', text: '翠湖花园 3 栋 2 号梯' },
  { label: '反复开关', tone: 'medium', text: '桐荫家园 1 栋 1 号梯' },
  { label: '超载', tone: 'high', text: '星河湾畔 4 栋 3 号梯' },
  { label: '遮挡镜头', tone: 'medium', text: '听雨轩 8 栋 1 号梯' },
  { label: '停电', tone: 'high', text: '丰泽公寓 18 台' },
  { label: '无人运行', tone: 'medium', text: '临江府 2 栋 2 号梯' },
];

/** The last happenings, oldest first as they come. */
export function alarms(count: number): TickerItem[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[(index * 5) % kinds.length] ?? { label: '报警', tone: 'medium' as const, text: '' };
    return { ...kind, id: index, atMs: nowMs - (count - index) * 47_000 };
  });
}

const byHour = [1, 0, 0, 1, 0, 2, 4, 9, 13, 8, 6, 7, 9, 6, 5, 7, 8, 11, 14, 9, 6, 4, 2, 1];
const curve: LineChartData = {
  labels: byHour.map((_, hour) => `${hour}时`),
  nowIndex: 18,
  size: 'wall',
  series: [
    {
      name: '报警',
      tone: 'normal',
      isArea: true,
      values: byHour.map((value, hour) => (hour > 18 ? null : value * 3 + (hour % 4))),
    },
    { name: '故障', tone: 'second', values: byHour.map((value, hour) => (hour > 18 ? null : Math.round(value / 2))) },
    {
      name: '呼叫',
      tone: 'critical',
      values: byHour.map((value, hour) =>
        hour > 18 ? null : hour === 9 || hour === 13 ? 1 : hour === 18 ? 4 : value > 12 ? 1 : 0,
      ),
    },
  ],
};
const brands: BarChartData = {
  name: '电梯',
  unit: '台',
  size: 'wall',
  bars: [
    { name: '凌云', value: 152 },
    { name: '瑞升', value: 131 },
    { name: '天衡', value: 112 },
    { name: '华锐', value: 98 },
    { name: '远程', value: 83 },
    { name: '其他', value: 424, tone: 'quiet' },
  ],
};
const ages: DonutData = {
  name: '电梯',
  unit: '台',
  size: 'wall',
  slices: [
    { name: '5 年以内', value: 360 },
    { name: '5–10 年', value: 370 },
    { name: '10–15 年', value: 190 },
    { name: '15 年以上', value: 80 },
  ],
};

export function TodayChart({ isStale }: { isStale: boolean }) {
  return (
    <Chart
      label="今日报警、故障、呼叫按小时，呼叫现在 4 起"
      option={lineOption(chartTheme(), curve)}
      table={lineTable(curve)}
      isStale={isStale}
    />
  );
}

export function BrandChart({ isStale }: { isStale: boolean }) {
  return (
    <Chart
      label="按品牌的电梯数，凌云最多 152 台"
      option={barOption(chartTheme(), brands)}
      table={barTable(brands)}
      isStale={isStale}
    />
  );
}

export function AgeChart({ isStale }: { isStale: boolean }) {
  return (
    <Chart
      label="按梯龄的电梯数，15 年以上占 8%"
      option={donutOption(chartTheme(), ages)}
      table={donutTable(ages)}
      isStale={isStale}
    />
  );
}
