import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { ReportStatisticsPage } from './ReportStatisticsPage.tsx';
import { fixtureNowMs, statisticLifts, statisticsServer, type StatisticsServer } from './reportStatistics.fixtures.ts';

function AgeStory({ server, address }: { server: StatisticsServer; address: string }) {
  return (
    <ScreenFrame address={`/report-statistics${address}`}>
      <ReportStatisticsPage deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/ReportStatistics',
  component: AgeStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { server: statisticsServer(statisticLifts(400)), address: '' },
} satisfies Meta<typeof AgeStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const address = (): string => screen.getByTestId('address').textContent ?? '';
const bodyRows = async (): Promise<HTMLElement[]> =>
  (await screen.findAllByRole('row')).filter((row) => within(row).queryAllByRole('cell').length > 5);
const numberIn = (element: HTMLElement): number =>
  Number(/[\d,]+$/.exec(element.textContent ?? '')?.[0].replace(',', ''));

/** All lifts; the choices add up to them. */
export const All: Story = {
  play: async () => {
    const choices = within(await screen.findByRole('navigation', { name: '梯龄' }));
    await waitFor(() =>
      expect(choices.getByRole('link', { name: '全部梯龄 400' })).toHaveAttribute('aria-current', 'true'),
    );
    const [, ...parts] = choices.getAllByRole('link').map(numberIn);
    await expect(parts.reduce((sum, value) => sum + value, 0)).toBe(400);
    await expect(await bodyRows()).toHaveLength(20);
  },
};

const narrow = statisticsServer(statisticLifts(400));
/** A group as the overview's tile asks for it: figures, chart and rows are of the same lifts, and the address says which. */
export const Group: Story = {
  args: { server: narrow, address: '?yearsStart=10&yearsEnd=5' },
  play: async () => {
    const [first] = await bodyRows();
    await expect(narrow.asked.filter(({ path }) => path === elevatorList.path)[0]?.body).toMatchObject({
      yearsStart: 10,
      yearsEnd: 5,
    });
    await expect(await screen.findByRole('img', { name: /5–10 年 \d+ 台/ })).toBeVisible();
    await userEvent.click(await screen.findByRole('link', { name: /^15 年以上/ }));
    await waitFor(() => expect(address()).toBe('/report-statistics?yearsEnd=15'));
    await waitFor(async () => expect((await bodyRows())[0]).not.toHaveTextContent(first?.textContent ?? ''));
  },
};

/** Any other range is shown in words, beside the groups. */
export const NarrowBand: Story = {
  args: { address: '?yearsStart=13&yearsEnd=12' },
  play: async () => {
    const choice = await screen.findByRole('link', { name: /^12–13 年 \d+$/ });
    await expect(choice).toHaveAttribute('aria-current', 'true');
    const rows = await bodyRows();
    await expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) await expect(row).toHaveTextContent(/12\.\d年/);
  },
};

/** Lifts without an installation date are listed separately. */
export const Unknown: Story = {
  args: { address: '?install_unknown=true' },
  play: async () => {
    await expect(await screen.findByRole('link', { name: '安装日期未登记 8' })).toHaveAttribute('aria-current', 'true');
    for (const row of await bodyRows()) await expect(row).toHaveTextContent('未登记');
  },
};

const ofBrand = statisticsServer(statisticLifts(400));
/** As it is reached from the brands: everything counts that brand. */
export const OfBrand: Story = {
  args: { server: ofBrand, address: '?brand=201' },
  play: async () => {
    for (const row of await bodyRows()) await expect(row).toHaveTextContent('峻达');
    await expect(await screen.findByRole('heading', { name: '全部梯龄 · 峻达' })).toBeVisible();
    await expect(ofBrand.asked.map(({ body }) => body)).toContainEqual({ detail: true, brand_id: 201 });
  },
};

/** A row opens the lift's own page. */
export const OpensLift: Story = {
  play: async () => {
    const [first] = await bodyRows();
    const cell = within(first ?? document.body).getAllByRole('cell')[1];
    if (cell === undefined) throw new Error('no cell to click');
    await userEvent.click(cell);
    await waitFor(() => expect(address()).toBe('/elevator-screening?id=1000'));
  },
};

/** A range that no lift can be in says so, with a way out beside it. */
export const BadRange: Story = {
  args: { address: '?yearsStart=5&yearsEnd=10' },
  play: async () => {
    await expect(await screen.findByText('链接中的梯龄范围无效')).toBeVisible();
    await expect(screen.getByText(/梯龄上限须大于下限/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '查看全部梯龄' }));
    await waitFor(() => expect(address()).toBe('/report-statistics'));
    await expect(await bodyRows()).toHaveLength(20);
  },
};

export const EmptyGroup: Story = {
  args: { address: '?yearsStart=90&yearsEnd=80' },
  play: async () => {
    await expect(await screen.findByText('没有符合条件的记录')).toBeVisible();
  },
};
export const Empty: Story = { args: { server: statisticsServer([]) } };
export const Loading: Story = { args: { server: statisticsServer([], { isSilent: true }) } };
export const Failed: Story = {
  args: { server: statisticsServer([], { failure: new CallError('offline', '网络连接已断开，请检查网络', 0) }) },
};
export const Denied: Story = {
  args: {
    server: statisticsServer([], {
      failure: new CallError('denied', '您没有查看电梯的权限，如需开通请联系系统管理员。', 403),
    }),
  },
};
