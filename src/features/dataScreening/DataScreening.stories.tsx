import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, within } from 'storybook/test';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { DataScreening } from './DataScreening.tsx';
import { LatestAlarms } from './LatestAlarms.tsx';
import {
  busyWorks,
  calmWorks,
  datedWorks,
  figures,
  latestAlarms,
  longRow,
  openRows,
  today,
  todosOf,
} from './dataScreening.fixtures.ts';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const meta = {
  title: 'features/DataScreening',
  component: DataScreening,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  args: {
    works: ready(datedWorks(busyWorks)),
    rescues: ready(openRows),
    alarms: ready({ list: latestAlarms, total: 64 }),
    figures: ready(figures),
    today: ready(today),
    isLinkLive: true,
    localNowMs: fixtureNowMs,
    serverNowMs: fixtureNowMs,
    onRetry: fn(),
    onOpenRescue: fn(),
  },
} satisfies Meta<typeof DataScreening>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The unclaimed call is on top, and leads to its handling. */
export const Live: Story = {
  play: async ({ canvasElement, args }) => {
    const rows = within(canvasElement).getAllByRole('listitem');
    await expect(rows[0]).toHaveTextContent('等待受理');
    await userEvent.click(within(canvasElement).getByRole('button', { name: /等待受理/ }));
    await expect(args.onOpenRescue).toHaveBeenCalledWith(1235);
  },
};

/** As narrow as in a window of 1,152 px: a place takes a second line rather than lose its community. */
export const NarrowAlarms: Story = {
  render: () => {
    const list = latestAlarms.map((alarm) => ({
      ...alarm,
      kind: 'moto' as const,
      kind_label: '电动车入梯',
      community_name: '碧波康城',
      addr: '12 幢 2 单元 2 号梯',
    }));
    return (
      <div style={{ width: 384 }}>
        <LatestAlarms state={ready({ list, total: 7 })} />
      </div>
    );
  },
  play: async ({ canvasElement }) => {
    const communities = [...canvasElement.querySelectorAll('.place-text__community')];
    await expect(communities).toHaveLength(7);
    for (const community of communities) {
      await expect(community.clientWidth).toBeGreaterThan(40);
      await expect(community.scrollWidth).toBeLessThanOrEqual(community.clientWidth);
    }
    const [place] = canvasElement.querySelectorAll('.place-text');
    const edges = [...(place?.children ?? [])].map((part) => part.getBoundingClientRect().left);
    await expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1);
  },
};

/** Each statistic links to the page that the specification gives, and its name says so. */
export const TilesLead: Story = {
  play: async ({ canvasElement }) => {
    const tiles = within(within(canvasElement).getByRole('region', { name: '电梯统计' }));
    const links = tiles
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    await expect(links).toEqual([
      ['品牌总数 8 个，查看品牌统计', '/report-statistics/report-statistics-brand'],
      ['小区总数 42 个，查看小区统计', '/report-statistics/report-statistics-park'],
      ['梯龄 5 年以下 334 台，查看梯龄 5 年以下的电梯', '/report-statistics?yearsStart=5'],
      ['梯龄 5–10 年 389 台，查看梯龄 5–10 年的电梯', '/report-statistics?yearsStart=10&yearsEnd=5'],
      ['梯龄 10–15 年 197 台，查看梯龄 10–15 年的电梯', '/report-statistics?yearsStart=15&yearsEnd=10'],
      ['梯龄 15 年以上 80 台，查看梯龄 15 年以上的电梯', '/report-statistics?yearsEnd=15'],
    ]);
  },
};

/** Each to-do tile leads to the list of exactly what it counts. */
export const TodosLead: Story = {
  play: async ({ canvasElement }) => {
    const tiles = within(within(canvasElement).getByRole('region', { name: '待办事项' }));
    await expect(tiles.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['困人救援', '/alarm-center'],
      ['电动车', '/alarm-center/electric-scooter'],
      ['故障', '/alarm-center/fault-fault'],
      ['事件', '/alarm-center/fault-event'],
      ['待处理报警', '/alarm-center/elevator-alarm'],
    ]);
  },
};

/** A quiet city: nothing is coloured. */
export const Empty: Story = {
  args: { works: ready(datedWorks(calmWorks)), rescues: ready([]), alarms: ready({ list: [], total: 0 }) },
};

export const Loading: Story = {
  args: {
    works: { kind: 'loading' },
    rescues: { kind: 'loading' },
    alarms: { kind: 'loading' },
    figures: { kind: 'loading' },
    today: { kind: 'loading' },
  },
};

export const Error: Story = {
  args: { works: { kind: 'failed', failure: 'offline', message: '网络连接失败，请检查网络后重试' } },
};

/** The link is down: the numbers stay, greyed out, and the page shows their age. */
export const Stale: Story = {
  args: { works: { kind: 'ready', value: datedWorks(busyWorks, 96_000), problem: '网络连接失败' }, isLinkLive: false },
};

export const CountsOnly: Story = { args: { rescues: null, alarms: null, figures: null, today: null } };

export const NoLifts: Story = {
  args: {
    works: ready(datedWorks({ ...calmWorks, elevator_total: 0, elevator_online: 0, elevator_offline: 0 })),
    rescues: ready([]),
    alarms: ready({ list: [], total: 0 }),
  },
};

export const LongLabels: Story = {
  args: {
    works: ready(
      datedWorks({
        rescue: 1288,
        rescue_unanswered: 312,
        rescue_overdue: 976,
        alarm_unprocessed: 100_234,
        todos: todosOf(1288, 312, 976, 100_234, [1_024, 23_456, 3_210]),
        elevator_total: 1_204_311,
        elevator_online: 1_180_002,
        elevator_offline: 20_113,
      }),
    ),
    rescues: ready([longRow]),
  },
  play: ({ canvasElement }) => expectSpokenWhole(canvasElement),
};
