import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { BigNumber } from './BigNumber.tsx';
import { createTickerRing } from './createTickerRing.ts';
import { DataAge } from './DataAge.tsx';
import { Indicator } from './Indicator.tsx';
import { Ticker } from './Ticker.tsx';
import { alarms, nowMs } from './Wall.fixtures.tsx';
import { WallPanel } from './WallPanel.tsx';

const meta: Meta = { title: 'ui/WallParts', tags: ['autodocs'] };
export default meta;
type Story = StoryObj;

export const BigNumbers: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 40 }}>
      <BigNumber label="在册" value={1000} unit="台" size="large" detail="在线率 98.7%" />
      <BigNumber label="在册" value={100_000} unit="台" size="large" />
      <BigNumber label="在线" value={987} unit="台" />
      <BigNumber label="已超时" value={2} unit="台" tone="high" />
      <BigNumber label="被困" value={1} unit="起" tone="critical" detail="1 起待受理" />
      <BigNumber label="未知" value={null} unit="台" />
    </div>
  ),
};

export const Indicators: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 320px)', gap: 32 }}>
      <Indicator label="3 分钟内受理" share={0.984} target={0.95} detail="126 / 128 起" />
      <Indicator label="30 分钟内到场" share={0.931} target={0.98} detail="119 / 128 起" />
      <Indicator label="30 分钟内到场" share={null} target={0.98} detail="本月尚无" />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('达标')).toBeVisible();
    await expect(canvas.getByText('未达标')).toBeVisible();
    await expect(canvas.getByText('暂无数据')).toBeVisible();
  },
};

export const Ages: Story = {
  render: () => (
    <div style={{ display: 'grid', justifyItems: 'start', gap: 16 }}>
      <DataAge dataAtMs={nowMs - 1000} nowMs={nowMs} />
      <DataAge dataAtMs={nowMs - 75_000} nowMs={nowMs} />
      <DataAge dataAtMs={null} nowMs={nowMs} />
      <DataAge dataAtMs={nowMs - 86_400_000} nowMs={nowMs} isReplay />
    </div>
  ),
};

/** Five thousand in one go: two hundred kept, a dozen drawn, all counted. */
function Flooded() {
  const [ring] = useState(() => createTickerRing(200));
  useEffect(() => {
    for (const alarm of alarms(5000)) ring.push([alarm]);
  }, [ring]);
  return <Ticker label="报警" ring={ring} />;
}

export const TickerInFlood: Story = {
  render: () => (
    <div style={{ display: 'flex', width: 420, height: 420 }}>
      <WallPanel title="报警" note="今日 5,000 条">
        <Flooded />
      </WallPanel>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const log = await within(canvasElement).findByRole('log', { name: '报警，共 5000 条' });
    await waitFor(() => expect(log.querySelectorAll('li').length).toBeGreaterThan(5));
    await expect(log.querySelectorAll('li').length).toBeLessThan(30);
  },
};

function Quiet() {
  const [ring] = useState(() => createTickerRing(200));
  return <Ticker label="报警" ring={ring} />;
}

export const TickerEmpty: Story = {
  render: () => (
    <div style={{ width: 420, height: 240 }}>
      <Quiet />
    </div>
  ),
};
