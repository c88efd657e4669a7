import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useRef } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { Panel } from '../Panel/Panel.tsx';
import { barOption, barTable, type BarChartData } from './barOption.ts';
import { Chart } from './Chart.tsx';
import { chartTheme } from './chartTheme.ts';
import { donutOption, donutTable, type DonutData } from './donutOption.ts';
import { lineOption, lineTable, type LineChartData } from './lineOption.ts';
import type { ChartHandle } from './useEChart.ts';

const meta: Meta<typeof Chart> = { title: 'ui/Chart', tags: ['autodocs'], component: Chart };
export default meta;
type Story = StoryObj<typeof Chart>;

const hours = Array.from({ length: 24 }, (_, hour) => `${hour} 时`);
const byHour = [3, 2, 1, 1, 2, 4, 9, 17, 24, 19, 14, 12, 15, 13, 11, 12, 14, 19, 27, 22, 15, 10, 7, 4];
const today: LineChartData = {
  labels: hours,
  nowIndex: 15,
  unit: '件',
  series: [
    { name: '今日', tone: 'normal', isArea: true, values: byHour.map((value, hour) => (hour > 15 ? null : value)) },
    {
      name: '昨日',
      tone: 'quiet',
      isDashed: true,
      values: byHour.map((value, hour) => value + ((hour * 7) % 5) - 2).map((value) => Math.max(0, value)),
    },
  ],
};
const byPlace: BarChartData = {
  name: '数量',
  unit: '件',
  bars: [
    { name: '东湖', value: 312 },
    { name: '北塘', value: 254 },
    { name: '南浦', value: 228, tone: 'high' },
    { name: '西岭', value: 141 },
    { name: '云台', value: 65 },
  ],
};
const byAge: DonutData = {
  name: '数量',
  unit: '台',
  slices: [
    { name: '5 年以内', value: 360 },
    { name: '5–10 年', value: 370 },
    { name: '10–15 年', value: 190 },
    { name: '15 年以上', value: 80, tone: 'medium' },
  ],
};

const Framed = ({ title, width = 460, children }: { title: string; width?: number; children: React.ReactNode }) => (
  <div style={{ width }}>
    <Panel title={title}>
      <div style={{ height: 200 }}>{children}</div>
    </Panel>
  </div>
);

const Line = ({ data, isStale = false, width }: { data: LineChartData; isStale?: boolean; width?: number }) => (
  <Framed title="今日曲线" width={width ?? 460}>
    <Chart
      label="今日按小时的数量，高峰 8 时 24 件"
      option={lineOption(chartTheme(), data)}
      table={lineTable(data)}
      isStale={isStale}
    />
  </Framed>
);

export const Curve: Story = {
  render: () => <Line data={today} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('img', { name: /高峰 8 时/ })).toBeVisible();
    await expect(canvas.getByRole('cell', { name: '8 时' }).nextElementSibling).toHaveTextContent('24');
    await waitFor(() => expect(canvasElement.querySelectorAll('canvas')).toHaveLength(1));
  },
};

export const Stale: Story = { render: () => <Line data={today} isStale /> };

export const Empty: Story = {
  render: () => <Line data={{ ...today, series: [{ name: '今日', tone: 'normal', values: hours.map(() => null) }] }} />,
};

export const OnTheWall: Story = { render: () => <Line data={{ ...today, size: 'wall' }} width={620} /> };

export const Bars: Story = {
  render: () => (
    <Framed title="按地区" width={340}>
      <Chart label="按地区：南浦偏多" option={barOption(chartTheme(), byPlace)} table={barTable(byPlace)} />
    </Framed>
  ),
};

export const Columns: Story = {
  render: () => {
    const data: BarChartData = { ...byPlace, direction: 'columns' };
    return (
      <Framed title="按地区" width={340}>
        <Chart label="按地区：南浦偏多" option={barOption(chartTheme(), data)} table={barTable(data)} />
      </Framed>
    );
  },
};

export const Donut: Story = {
  render: () => (
    <Framed title="按梯龄" width={340}>
      <Chart label="按梯龄：15 年以上占 8%" option={donutOption(chartTheme(), byAge)} table={donutTable(byAge)} />
    </Framed>
  ),
};

const ticking: LineChartData = {
  labels: Array.from({ length: 600 }, (_, index) => String(index)),
  series: [{ name: '数值', tone: 'normal', values: [] }],
};

function Ticking() {
  const chart = useRef<ChartHandle>(null);
  const option = useMemo(() => lineOption(chartTheme(), ticking), []);
  useEffect(() => {
    const values = new Float32Array(600);
    let tick = 0;
    const timer = setInterval(() => {
      tick += 1;
      values.copyWithin(0, 1);
      values[599] = 20 + 8 * Math.sin(tick / 14);
      chart.current?.update([values]);
    }, 100);
    return () => clearInterval(timer);
  }, []);
  return <Chart ref={chart} label="实时数值" option={option} table={{ columns: ['数值'], rows: [] }} />;
}

/** New values reach the drawn chart without its option being built again. */
export const UpdatedInPlace: Story = {
  render: () => (
    <Framed title="实时">
      <Ticking />
    </Framed>
  ),
};
