import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { fixtureNowMs, statisticLifts, statisticsServer, type StatisticsServer } from './reportStatistics.fixtures.ts';
import { brandKind, parkKind, type ShareKind } from './shares.screen.tsx';
import { ShareStatisticsPage } from './ShareStatisticsPage.tsx';

function ShareStory({ kind, server }: { kind: ShareKind; server: StatisticsServer }) {
  return (
    <ScreenFrame address="/report-statistics/of">
      <ShareStatisticsPage kind={kind} deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/ShareStatistics',
  component: ShareStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { kind: brandKind, server: statisticsServer(statisticLifts(400)) },
} satisfies Meta<typeof ShareStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const address = (): string => screen.getByTestId('address').textContent ?? '';
const names = async (): Promise<(string | undefined)[]> =>
  (await screen.findAllByRole('row')).flatMap((row) => {
    const [cell] = within(row).queryAllByRole('cell');
    return cell === undefined || within(row).queryAllByRole('cell').length < 5 ? [] : [cell.textContent ?? ''];
  });

/** The largest first; the chart groups the rest and shows how many it contains; lifts without a brand are a row. */
export const Brands: Story = {
  play: async () => {
    await waitFor(async () => expect(await names()).toHaveLength(17));
    await expect((await names())[0]).toBe('峻达');
    await expect(await names()).toContain('品牌未登记');
    await expect(await screen.findByText(/其余 2 个共 \d+ 台/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '峻达' }));
    await waitFor(() => expect(address()).toBe('/report-statistics?brand=201'));
  },
};

/** Sorted by a column; what is not known stays last. */
export const BrandsByRate: Story = {
  play: async () => {
    await waitFor(async () => expect(await names()).toHaveLength(17));
    const before = await names();
    await userEvent.click(screen.getByRole('columnheader', { name: /平均梯龄/ }));
    await waitFor(async () => expect(await names()).not.toEqual(before));
    await expect((await names()).at(-1)).toBe('品牌未登记');
  },
};

export const Parks: Story = {
  args: { kind: parkKind },
  play: async () => {
    await waitFor(async () => expect(await names()).toHaveLength(8));
    const [row] = (await screen.findAllByRole('row')).filter((one) => within(one).queryByText('翠湖花园') !== null);
    const cell = within(row ?? document.body).getAllByRole('cell')[2];
    if (cell === undefined) throw new Error('no cell to click');
    await userEvent.click(cell);
    await waitFor(() => expect(address()).toBe('/elevator-screening?community=11'));
  },
};

/** Users who may not see rescue orders see no entrapments. */
export const WithoutRescues: Story = {
  args: { server: statisticsServer(statisticLifts(400), { mayViewRescues: false }) },
  play: async () => {
    await waitFor(async () => expect(await names()).toHaveLength(17));
    await expect(screen.queryByText(/困人/)).toBeNull();
  },
};

export const OneBrand: Story = { args: { server: statisticsServer(statisticLifts(1)) } };
export const Empty: Story = { args: { server: statisticsServer([]) } };
export const Loading: Story = { args: { server: statisticsServer([], { isSilent: true }) } };
export const Failed: Story = {
  args: { server: statisticsServer([], { failure: new CallError('offline', '网络连接已断开，请检查网络', 0) }) },
};
export const Denied: Story = {
  args: {
    kind: parkKind,
    server: statisticsServer([], {
      failure: new CallError('denied', '您没有查看电梯的权限，如需开通请联系系统管理员。', 403),
    }),
  },
};
