import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { emptyTicker } from '../../streams/lists/alarmTicker.ts';
import { emptyScene } from '../../streams/fleet/cityScene.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import {
  boardCalls,
  boardCallsAfterLapse,
  boardCallsLapsedLongAgo,
  boardFleet,
  boardFrames,
  boardStats,
  calmTicker,
  floodTicker,
  manyBoardCalls,
  totalsOf,
} from './dataBoard.fixtures.ts';
import { describeHole } from './boardReplay.ts';
import { DataBoard, type BoardReplayState, type DataBoardProps } from './DataBoard.tsx';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const hour = 3_600_000;
const live: BoardReplayState = {
  state: 'live',
  range: { fromMs: fixtureNowMs - 48 * hour, toMs: fixtureNowMs },
  spans: [{ fromMs: fixtureNowMs - 48 * hour, toMs: fixtureNowMs }],
  hole: null,
  atMs: 0,
  speed: 10,
  marks: [],
  problem: null,
};

/** A city with this number of lifts as the wall shows it. */
function cityOf(count: number): Pick<DataBoardProps, 'view' | 'totals'> {
  const fleet = boardFleet(count);
  return {
    view: {
      scene: emptyScene,
      frames$: boardFrames(fleet),
      calls: [],
      centre: null,
      describeLift: (index) => ({ title: fleet.tags[index] ?? '' }),
    },
    totals: totalsOf(fleet),
  };
}
const [waiting] = boardCalls;
const [again] = boardCallsAfterLapse;
const acts = {
  onChoose: fn(),
  onSeek: fn(),
  onPlay: fn(),
  onPause: fn(),
  onSpeed: fn(),
  onLive: fn(),
  onFullScreen: fn(),
  onToggleTime: fn(),
  onArm: fn(),
  onPair: null,
};

const meta = {
  title: 'features/DataBoard',
  component: DataBoard,
  parameters: { layout: 'fullscreen' },
  args: {
    ...cityOf(1_000),
    address: { hidden: new Set<never>(), renderer: 'canvas', replayAtMs: null, speed: 10 },
    place: '云川市',
    calls: [],
    current: null,
    car: null,
    ticker: calmTicker,
    stats: boardStats,
    dataAtMs: fixtureNowMs - 1_000,
    localNowMs: fixtureNowMs,
    serverNowMs: fixtureNowMs,
    replay: live,
    isSoundBlocked: false,
    isFullScreen: false,
    waiting: [],
    hint: null,
    acts,
  },
} satisfies Meta<typeof DataBoard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** No one calls for help: the city is quiet and the data's age is on screen. */
export const Live: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('实时 · 1 秒前')).toBeVisible();
    await expect(canvas.getByText('当前没有进行中的救援')).toBeVisible();
    const open = within(canvas.getByRole('list', { name: '各区未结束的故障与电动车' }));
    await expect(open.getAllByRole('listitem')).toHaveLength(5);
    await expect(open.getByText(/电动车 1/)).toBeVisible();
  },
};

/** An unanswered call holds the centre, its car beside it. */
export const Calling: Story = {
  args: {
    calls: boardCalls,
    current: waiting ?? null,
    car: {
      report: {
        atMs: fixtureNowMs,
        floor: 8,
        isMoving: false,
        direction: 'none',
        speedMps: 0,
        door: 'closed',
        people: 2,
        isBetweenFloors: true,
      },
      floorMin: -1,
      floorMax: 18,
      trust: 'live',
      mode: null,
    },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('region', { name: /翠湖花园/ })).toHaveTextContent('等待受理');
    await userEvent.click(canvas.getByRole('button', { name: /文晖大厦/ }));
    await expect(args.acts.onChoose).toHaveBeenCalledWith(33);
  },
};

/** The words of cards and clocks that leave their frame. */
const beyondTheirFrames = (wall: HTMLElement): readonly Element[] =>
  [...wall.querySelectorAll('.ti-rescue-card, .ti-takeover .ti-clock')].flatMap((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    return [...frame.querySelectorAll('b, small, .ti-clock__value, .ti-clock__word, .ti-end-kept__end')].filter(
      (word) => word.getBoundingClientRect().right > right || word.getBoundingClientRect().left < left,
    );
  });
const [oldest] = manyBoardCalls;
/** Twenty calls under the longest names, one waiting for hours: the oldest and the newest are cards, no word leaves its frame. */
export const ManyCalls: Story = {
  args: { ...Calling.args, calls: manyBoardCalls, current: oldest ?? null },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('其间还有 11 起，都待受理')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /18 幢 1 单元 2 号梯/ })).toBeVisible();
    await expect(beyondTheirFrames(canvasElement)).toEqual([]);
    await expectSpokenWhole(canvasElement);
  },
};

/** A claim lapsed: not the three minutes, which were kept, but the second wait counts. */
export const ClaimLapsed: Story = {
  args: { calls: boardCallsAfterLapse, current: again ?? null },
  play: async ({ canvasElement }) => {
    const centre = within(within(canvasElement).getByRole('region', { name: /翠湖花园/ }));
    await expect(centre.getByRole('timer', { name: '重新等待受理：26 秒' })).toBeVisible();
    await expect(centre.queryByText('3 分钟受理')).toBeNull();
  },
};

const [longAgo] = boardCallsLapsedLongAgo;
/** Eleven hours later the three clocks still stand in their frames. */
export const LapsedLongAgo: Story = {
  args: { calls: boardCallsLapsedLongAgo, current: longAgo ?? null },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByText('11:00:00')[0]).toBeVisible();
    await expect(beyondTheirFrames(canvasElement)).toEqual([]);
  },
};

/** The server is unreachable: everything turns grey and shows since when. */
export const Stale: Story = {
  args: { ...Calling.args, dataAtMs: fixtureNowMs - 96_000, car: null },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('数据停止于 18:40:54，已 1 分 36 秒')).toBeVisible();
    await expect(canvasElement.querySelector('.ti-wall-layout[data-stale]')).toBeVisible();
  },
};

export const Empty: Story = {
  args: {
    totals: {
      total: null,
      online: null,
      offline: null,
      unactivated: null,
      silentCalls: 0,
      looks: [],
      areas: [],
      brands: [],
      ages: [],
    },
    ticker: emptyTicker,
    stats: null,
    dataAtMs: null,
    replay: null,
  },
};

/** Five thousand alarms: grouped by community and cause, all counted, the trapped person on top. */
export const Flood: Story = {
  args: { ticker: floodTicker },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/报警激增，已按小区归并 · 近 10 分钟 5,001 条/)).toBeVisible();
    await expect(canvasElement.querySelector('.ti-ticker li')).toHaveTextContent('紧急，尚未结束');
    await expect(canvasElement.querySelector('.ti-ticker li:not([data-heading])')).toHaveTextContent('困人');
  },
};

/** The past, framed and named: never to be taken for live. */
export const Replaying: Story = {
  args: {
    replay: {
      ...live,
      state: 'playing',
      atMs: fixtureNowMs - 24 * hour,
      marks: [{ atMs: fixtureNowMs - 24.5 * hour, label: '困人 翠湖花园' }],
    },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status', { name: /历史回放 2026-11-20 18:42:30，非实时/ })).toBeVisible();
    await expect(canvas.queryByText(/^实时 · /)).toBeNull();
    await expect(canvas.getByText('现在')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '回到实时' }));
    await expect(args.acts.onLive).toHaveBeenCalled();
  },
};

/** Someone calls while the past is shown: in red, with the way to the call. */
export const ReplayingWhileSomeoneCalls: Story = {
  args: { ...Replaying.args, waiting: boardCalls.filter(({ isUnanswered }) => isUnanswered) },
  play: async ({ canvasElement, args }) => {
    const alert = within(canvasElement).getByRole('alert');
    await expect(alert).toHaveTextContent('现在有 1 起呼叫等待受理：翠湖花园');
    await userEvent.click(within(alert).getByRole('button', { name: '查看呼叫' }));
    await expect(args.acts.onLive).toHaveBeenCalled();
  },
};

/** The server was down then: the wall shows which hours have data. */
export const ReplayHole: Story = {
  args: {
    totals: { ...cityOf(1_000).totals, online: null, offline: null, unactivated: null, looks: [] },
    replay: {
      ...live,
      state: 'paused',
      atMs: fixtureNowMs - 24 * hour,
      spans: [
        { fromMs: fixtureNowMs - 48 * hour, toMs: fixtureNowMs - 26 * hour },
        { fromMs: fixtureNowMs - 20 * hour, toMs: fixtureNowMs },
      ],
      hole: describeHole(fixtureNowMs - 24 * hour, [
        { fromMs: fixtureNowMs - 48 * hour, toMs: fixtureNowMs - 26 * hour },
        { fromMs: fixtureNowMs - 20 * hour, toMs: fixtureNowMs },
      ]),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      canvas.getByText('11-20 18:42 没有记录，有记录的是 11-19 18:42–11-20 16:42 和 11-20 22:42–11-21 18:42'),
    ).toBeVisible();
    await expect(canvas.getByText('此刻没有记录')).toBeVisible();
  },
};

export const ReplayFailed: Story = {
  args: {
    replay: { ...live, state: 'paused', atMs: fixtureNowMs - 24 * hour, problem: '网络连接失败，请检查网络后重试' },
  },
};

/** A site that aims higher than the working values, in its own limits. */
export const OwnTargets: Story = {
  args: {
    stats: {
      ...boardStats,
      answered: { ...boardStats.answered, limit_seconds: 90, target_percent: 99 },
      arrived: { ...boardStats.arrived, limit_seconds: 1_200, target_percent: 92.5 },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      canvas.getByRole('img', { name: '呼叫后 90 秒内有人受理 98.4%，目标 99%，未达标' }),
    ).toBeInTheDocument();
    await expect(
      canvas.getByRole('img', { name: '救援人员 20 分钟内到场 95.3%，目标 92.5%，达标' }),
    ).toBeInTheDocument();
  },
};

export const SoundBlocked: Story = {
  args: { ...Calling.args, isSoundBlocked: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /声音被浏览器阻止/ }));
    await expect(args.acts.onArm).toHaveBeenCalled();
  },
};

export const WithoutPanels: Story = {
  args: {
    address: { hidden: new Set(['left', 'bottom', 'time'] as const), renderer: 'canvas', replayAtMs: null, speed: 10 },
  },
};

export const HundredThousand: Story = { args: cityOf(100_000) };
