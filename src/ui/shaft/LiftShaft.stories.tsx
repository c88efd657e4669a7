import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, within } from 'storybook/test';
import { LiftShaft, type LiftShaftProps } from './LiftShaft.tsx';
import type { ShaftReport } from './shaftTypes.ts';

const atMs = Date.parse('2026-03-04T18:40:00+08:00');
const standing: ShaftReport = {
  atMs,
  floor: 12,
  isMoving: false,
  direction: 'none',
  speedMps: 0,
  door: 'closed',
  people: 2,
  isBetweenFloors: false,
};

const meta: Meta<typeof LiftShaft> = {
  title: 'ui/LiftShaft',
  tags: ['autodocs'],
  component: LiftShaft,
  args: { floorMin: -2, floorMax: 26, trust: 'live', report: standing },
  render: (args) => (
    <div style={{ width: 210, height: 460 }}>
      <LiftShaft {...args} />
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof LiftShaft>;

export const Standing: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('img', { name: '井道：12 层，静止，门关，2 人' })).toBeVisible();
  },
};

export const DoorsOpen: Story = { args: { report: { ...standing, door: 'open', people: 1 } } };

export const RidingDown: Story = {
  args: { report: { ...standing, isMoving: true, direction: 'down', speedMps: 1.75, people: 5 } },
};

export const Trapped: Story = {
  args: {
    report: { ...standing, floor: 8, isBetweenFloors: true, people: 3 },
    alert: { label: '困人', isPulsing: true },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('停于层间')).toBeVisible();
    await expect(within(canvasElement).getByText('困人')).toBeVisible();
  },
};

export const TrappedAndTaken: Story = { args: { ...Trapped.args, alert: { label: '困人', isPulsing: false } } };

export const Inspection: Story = {
  args: { mode: { label: '检修', tone: 'medium' }, report: { ...standing, people: 0 } },
};

export const Stale: Story = {
  args: { trust: 'stale', trustText: '数据停止于 18:39:41' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('数据停止于 18:39:41')).toBeVisible();
  },
};

export const Offline: Story = {
  args: { trust: 'offline', trustText: '设备离线，最后上报 18:02:10', report: { ...standing, door: 'open' } },
};

export const NoReportYet: Story = { args: { report: null } };

export const UnknownParts: Story = { args: { report: { ...standing, people: null, door: null } } };

export const Replaying: Story = {
  args: { trust: 'replay', report: { ...standing, isMoving: true, direction: 'up', speedMps: 1.6 } },
};

export const Tower: Story = { args: { floorMin: -3, floorMax: 88, report: { ...standing, floor: 61 } } };

/** Its floors have not been recorded: the car stands in a shaft without ends, never in one a floor high. */
export const FloorsUnknown: Story = {
  args: { floorMin: 1, floorMax: 1 },
  play: async ({ canvasElement }) => {
    const well = within(canvasElement).getByRole('img', { name: '井道：12 层，静止，门关，2 人（楼层范围未知）' });
    const car = well.querySelector('.ti-shaft__car');
    if (car === null) throw new Error('no car is drawn');
    const [around, inside] = [well.getBoundingClientRect(), car.getBoundingClientRect()];
    await expect(Math.abs(inside.top - around.top - (around.bottom - inside.bottom))).toBeLessThan(4);
  },
};

/** Beside facts that say the rest. */
export const WithoutReadout: Story = {
  args: { hasReadout: false, report: { ...standing, isBetweenFloors: true } },
  render: (args) => (
    <div style={{ width: 118, height: 240 }}>
      <LiftShaft {...args} />
    </div>
  ),
};

export const TwoFloors: Story = { args: { floorMin: 1, floorMax: 2, report: { ...standing, floor: 2 } } };

/** A lift that rides: what the reports of a minute look like. */
function Riding(args: LiftShaftProps) {
  const [report, setReport] = useState<ShaftReport>(standing);
  useEffect(() => {
    let second = 0;
    const timer = setInterval(() => {
      second += 1;
      const turn = second % 36;
      const floor =
        turn < 12 ? 1 + Math.floor(turn * 0.58) : turn < 18 ? 8 : turn < 30 ? 8 - Math.floor((turn - 18) * 0.58) : 1;
      const isMoving = turn < 12 || (turn >= 18 && turn < 30);
      const pause = turn >= 30 ? turn - 30 : turn - 12;
      setReport({
        atMs: atMs + second * 1000,
        floor,
        isMoving,
        direction: isMoving ? (turn < 12 ? 'up' : 'down') : 'none',
        speedMps: isMoving ? 1.75 : 0,
        door: isMoving ? 'closed' : pause < 1 ? 'opening' : pause < 4 ? 'open' : 'closing',
        people: turn < 15 ? 2 : 0,
        isBetweenFloors: false,
      });
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div style={{ width: 210, height: 460 }}>
      <LiftShaft {...args} report={report} floorMin={-1} floorMax={11} />
    </div>
  );
}

export const Live: Story = { render: (args) => <Riding {...args} /> };
