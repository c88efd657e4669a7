import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';
import { expect, within } from 'storybook/test';
import { Panel } from '../Panel/Panel.tsx';
import { noSamples, type CurveSamples } from './curveSource.ts';
import { doorLane, speedLane } from './carLanes.ts';
import type { CurvePicture } from './drawCurves.ts';
import { LiveCurve, type LiveCurveHandle } from './LiveCurve.tsx';

const meta: Meta<typeof LiveCurve> = { title: 'ui/LiveCurve', tags: ['autodocs'], component: LiveCurve };
export default meta;
type Story = StoryObj<typeof LiveCurve>;

const endMs = Date.parse('2026-03-04T18:40:00+08:00');
const picture: CurvePicture = {
  windowMs: 300_000,
  series: [
    { name: '速度', tone: 'normal', isArea: true },
    { name: '门', tone: 'second', isStep: true, isArea: true },
  ],
  lanes: [speedLane(2, 0, 2), doorLane(1)],
};

/** Five minutes of rides: up, wait with open doors, down. */
function rides(count: number, hasGap = false): CurveSamples {
  const timesMs = Float64Array.from({ length: count }, (_, index) => endMs - 300_000 + (300_000 * index) / count);
  const speed = Float32Array.from({ length: count }, (_, index) => {
    const second = (300 * index) / count;
    if (hasGap && second > 150 && second < 215) return Number.NaN;
    const phase = second % 48;
    const direction = Math.floor(second / 48) % 2 === 0 ? 1 : -1;
    return phase < 14 || phase > 34 ? 0 : direction * 1.75 * Math.min(1, (phase - 14) / 3, (34 - phase) / 3);
  });
  const door = Float32Array.from(speed, (value, index) =>
    Number.isNaN(value) ? value : value === 0 && ((300 * index) / count) % 48 < 12 ? 1 : 0,
  );
  return { length: count, timesMs, values: [speed, door] };
}

function Drawn({ samples, isStale = false }: { samples: CurveSamples; isStale?: boolean }) {
  const curve = useRef<LiveCurveHandle>(null);
  useEffect(() => curve.current?.update(samples, endMs), [samples]);
  return (
    <div style={{ width: 520 }}>
      <Panel title="近 5 分钟">
        <LiveCurve
          ref={curve}
          label="近 5 分钟的速度与轿门，现在静止、门关"
          picture={picture}
          height={220}
          isStale={isStale}
        />
      </Panel>
    </div>
  );
}

const some = rides(300);
const many = rides(36_000);
const broken = rides(300, true);

export const Live: Story = {
  render: () => <Drawn samples={some} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('img', { name: /现在静止/ })).toBeVisible();
  },
};

export const Stale: Story = {
  render: () => <Drawn samples={some} isStale />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('img', { name: /数据已停止更新/ })).toBeVisible();
  },
};

export const WithGap: Story = { render: () => <Drawn samples={broken} /> };

export const Empty: Story = { render: () => <Drawn samples={noSamples} /> };

export const ThirtySixThousandSamples: Story = { render: () => <Drawn samples={many} /> };
