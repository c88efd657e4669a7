import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState } from 'react';
import { expect, within } from 'storybook/test';
import { Countdown } from '../../ui/Countdown/Countdown.tsx';
import { ElapsedClock } from '../../ui/Countdown/ElapsedClock.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import type { FleetMapHandle } from '../../ui/map/createFleetMap.ts';
import { fixtureCalls, fixtureFleet, fixtureStyles } from '../../ui/map/FleetMap.fixtures.ts';
import { FleetMap } from '../../ui/map/FleetMap.tsx';
import type { ShaftReport } from '../../ui/shaft/shaftTypes.ts';
import { LiftShaft } from '../../ui/shaft/LiftShaft.tsx';
import { BigNumber } from '../../ui/wall/BigNumber.tsx';
import { createTickerRing } from '../../ui/wall/createTickerRing.ts';
import { DataAge } from '../../ui/wall/DataAge.tsx';
import { Indicator } from '../../ui/wall/Indicator.tsx';
import { ReplayMark } from '../../ui/wall/ReplayMark.tsx';
import { RescueCard } from './RescueCard.tsx';
import { Ticker } from '../../ui/wall/Ticker.tsx';
import { TimeBar } from '../../ui/wall/TimeBar.tsx';
import { AgeChart, alarms, BrandChart, nowMs, TodayChart } from '../../ui/wall/Wall.fixtures.tsx';
import { rescueCards } from './RescueCard.fixtures.ts';
import { WallFrame } from '../../ui/wall/WallFrame.tsx';
import { WallHeader } from '../../ui/wall/WallHeader.tsx';
import { WallLayout } from '../../ui/wall/WallLayout.tsx';
import { WallPanel } from '../../ui/wall/WallPanel.tsx';
import { WallTakeover } from '../../ui/wall/WallTakeover.tsx';

interface WallArgs {
  /** The age of the data. */
  ageMs: number;
  rescueCount: number;
  alarmCount: number;
  liftCount: number;
  hasTakeover: boolean;
  isReplay: boolean;
  metTargets: boolean;
}

const trapped: ShaftReport = {
  atMs: nowMs,
  floor: 8,
  isMoving: false,
  direction: 'none',
  speedMps: 0,
  door: 'closed',
  people: 2,
  isBetweenFloors: true,
};
const density = Array.from({ length: 96 }, (_, quarter) =>
  Math.round(6 + 5 * Math.sin(quarter / 7) + (quarter > 70 && quarter < 82 ? 9 : 0)),
);

function Wall({ ageMs, rescueCount, alarmCount, liftCount, hasTakeover, isReplay, metTargets }: WallArgs) {
  const map = useRef<FleetMapHandle>(null);
  const [ring] = useState(() => createTickerRing(200));
  const isStale = ageMs > 10_000;
  const shownMs = isReplay ? nowMs - 86_400_000 : nowMs;
  const fleet = fixtureFleet(liftCount);
  const open = rescueCards.slice(0, rescueCount);
  useEffect(() => {
    map.current?.setLifts(fleet.positions, fleet.states);
    map.current?.setCalls(fixtureCalls.slice(0, rescueCount));
    if (hasTakeover) void map.current?.flyTo([119.2712, 30.1301], 0.16);
  }, [fleet, rescueCount, hasTakeover]);
  useEffect(() => {
    ring.clear();
    ring.push(alarms(alarmCount));
  }, [ring, alarmCount]);
  const current = hasTakeover ? open[0] : undefined;
  return (
    <WallFrame label="电梯安全大屏">
      <WallLayout
        isStale={isStale}
        header={
          <WallHeader
            title="智慧电梯安全管理平台"
            place="临州市 · 全市"
            nowMs={shownMs}
            age={<DataAge dataAtMs={nowMs - ageMs} nowMs={nowMs} isReplay={isReplay} />}
            actions={<IconButton icon="expand" label="全屏" />}
          />
        }
        renderMap={(padding) => (
          <FleetMap
            ref={map}
            label={`全市 ${liftCount} 台电梯的位置与状态`}
            scene={fleet.scene}
            styles={fixtureStyles}
            padding={padding}
            hasControls={false}
            staleSince={isStale ? '数据已停止更新，最后更新于 18:38:02' : null}
          />
        )}
        left={
          <>
            <WallPanel title="电梯总览" grow={0}>
              <div style={{ display: 'grid', gridTemplateColumns: '1.25fr 1fr', gap: '6px 20px' }}>
                <BigNumber label="在册电梯" value={liftCount} unit="台" size="large" detail="在线率 98.7%" />
                <div style={{ display: 'grid', gap: 4 }}>
                  <BigNumber label="在线" value={Math.round(liftCount * 0.987)} unit="台" />
                  <BigNumber label="离线" value={liftCount - Math.round(liftCount * 0.987)} unit="台" />
                </div>
              </div>
            </WallPanel>
            <WallPanel title="品牌分布" note="前五与其他" grow={5}>
              <BrandChart isStale={isStale} />
            </WallPanel>
            <WallPanel title="梯龄" grow={4}>
              <AgeChart isStale={isStale} />
            </WallPanel>
            <WallPanel title="维保" grow={0}>
              <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)' }}>
                <BigNumber label="今日到期" value={23} unit="台" />
                <BigNumber label="已完成" value={17} unit="台" />
                <BigNumber label="已超时" value={2} unit="台" tone="high" />
              </div>
            </WallPanel>
          </>
        }
        right={
          <>
            <WallPanel
              title="正在救援"
              note={`${open.length} 起`}
              tone={open.some(({ isPulsing }) => isPulsing) ? 'critical' : 'normal'}
              grow={0}
            >
              <div style={{ display: 'grid', gap: 8, minHeight: 120 }}>
                {open.length === 0 && (
                  <p style={{ color: 'var(--text-2)', fontSize: 18, alignSelf: 'center', textAlign: 'center' }}>
                    当前没有困人
                  </p>
                )}
                {open.map(({ id, ...rescue }) => (
                  <RescueCard key={id} {...rescue} nowMs={nowMs} isCurrent={current?.id === id} />
                ))}
              </div>
            </WallPanel>
            <WallPanel title="报警" note={`今日 ${alarmCount.toLocaleString('zh-CN')} 条`}>
              <Ticker label="报警" ring={ring} />
            </WallPanel>
          </>
        }
        takeover={
          current === undefined ? null : (
            <WallTakeover
              kind="困人求救"
              title={current.title}
              place={current.place}
              number={current.number ?? ''}
              isUnanswered
              clocks={
                <>
                  <ElapsedClock label="呼叫至今" sinceMs={current.sinceMs} nowMs={nowMs} size="large" />
                  <Countdown label="3 分钟受理" deadlineMs={nowMs + 18_000} nowMs={nowMs} size="large" />
                </>
              }
              shaft={
                <LiftShaft
                  floorMin={-2}
                  floorMax={18}
                  report={trapped}
                  trust={isReplay ? 'replay' : isStale ? 'stale' : 'live'}
                  alert={{ label: '困人', isPulsing: true }}
                />
              }
              facts={[
                { label: '轿厢人数', value: '2 人' },
                { label: '使用单位', value: '翠湖物业' },
                { label: '维保单位', value: '安捷维保' },
                { label: '受理', value: '等待受理' },
              ]}
            />
          )
        }
        timeBar={
          isReplay ? (
            <TimeBar
              oldestMs={nowMs - 7 * 86_400_000}
              newestMs={nowMs}
              atMs={nowMs - 86_400_000}
              state="playing"
              speed={10}
              resolution="每分钟一帧"
              density={density}
              marks={[{ atMs: nowMs - 86_400_000 + 260_000, label: '困人 翠湖花园' }]}
              onSeek={() => undefined}
              onPlay={() => undefined}
              onPause={() => undefined}
              onSpeed={() => undefined}
              onLive={() => undefined}
            />
          ) : null
        }
        bottom={
          <>
            <WallPanel title="3 分钟内受理" note="本月">
              <Indicator
                label="呼叫后 3 分钟内有人受理"
                share={metTargets ? 0.984 : 0.931}
                target={0.95}
                detail="126 / 128 起"
              />
            </WallPanel>
            <WallPanel title="30 分钟内到场" note="本月">
              <Indicator label="救援人员 30 分钟内到场" share={0.992} target={0.98} detail="127 / 128 起" />
            </WallPanel>
            <WallPanel title="今日曲线">
              <TodayChart isStale={isStale} />
            </WallPanel>
          </>
        }
        replay={isReplay ? <ReplayMark atMs={nowMs - 86_400_000} speed={10} isPlaying resolution="每分钟一帧" /> : null}
      />
    </WallFrame>
  );
}

const meta: Meta<WallArgs> = {
  title: 'parts/Wall',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } }, layout: 'fullscreen' },
  args: {
    ageMs: 2000,
    rescueCount: 4,
    alarmCount: 86,
    liftCount: 1000,
    hasTakeover: false,
    isReplay: false,
    metTargets: true,
  },
  render: (args) => <Wall {...args} />,
};
export default meta;
type Story = StoryObj<WallArgs>;

export const Live: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { name: '智慧电梯安全管理平台' })).toBeVisible();
    await expect(canvas.getByText('实时 · 2 秒前')).toBeVisible();
  },
};

export const Calm: Story = { args: { rescueCount: 0 } };

export const Takeover: Story = {
  args: { hasTakeover: true },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('region', { name: '翠湖花园 3 栋 2 号梯' })).toBeVisible();
  },
};

export const Stale: Story = {
  args: { ageMs: 130_000 },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('数据停止于 18:38:02，已 2 分 10 秒')).toBeVisible();
  },
};

export const Replaying: Story = {
  args: { isReplay: true, rescueCount: 2 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status', { name: /历史回放 2026-03-03 18:40:12，非实时/ })).toBeVisible();
    await expect(canvas.getByRole('slider', { name: '回放时刻' })).toHaveAttribute(
      'aria-valuetext',
      '2026-03-03 18:40:12',
    );
  },
};

export const TargetMissed: Story = { args: { metTargets: false } };

export const Empty: Story = { args: { rescueCount: 0, alarmCount: 0, liftCount: 0 } };

export const Flood: Story = { args: { alarmCount: 5000 } };

export const TenThousand: Story = { args: { liftCount: 10_000 } };

export const HundredThousand: Story = { args: { liftCount: 100_000 } };
