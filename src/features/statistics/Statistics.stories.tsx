import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { statisticsEndpoints } from '../../contract/endpoints/statistics.ts';
import { regionTree } from '../../contract/endpoints/region.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import type { StatisticsDimension, StatisticsSubject } from '../../contract/statistics/subjects.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { StatisticsPage } from './StatisticsPage.tsx';
import { statisticsScreen } from './statisticsScreens.ts';
import { answerOf, jinanCity, manyRows, usualCity, type FixtureCity } from './statistics.fixtures.ts';

interface StatisticsStoryProps {
  subject?: StatisticsSubject;
  dimension?: StatisticsDimension;
  city?: FixtureCity;
  /** Instead of a city's figures: the server does not answer, or refuses. */
  reply?: 'silent' | CallError;
  address?: string;
  onDownload?: (fileName: string, text: string) => void;
}

const replies = (
  subject: StatisticsSubject,
  city: FixtureCity,
  reply: StatisticsStoryProps['reply'],
): FixtureAnswer => {
  const endpoint = statisticsEndpoints[subject];
  if (reply === 'silent') return silent(endpoint);
  if (reply !== undefined) return failing(endpoint, reply);
  return {
    endpoint,
    answer: (input) => answerOf(subject, endpoint.input.parse(input), city).answer,
  };
};

const saved: { fileName: string; text: string }[] = [];

function StatisticsStory({
  subject = 'trap',
  dimension = 'maintenance',
  city = usualCity,
  reply,
  address = '?period=2026',
}: StatisticsStoryProps) {
  const [deps] = useState(() => {
    const { call } = fixtureCall([replies(subject, city, reply), answer(regionTree, () => [])]);
    return featureDepsFixture({ call });
  });
  return (
    <ScreenFrame address={`${statisticsScreen(subject, dimension).path}${address}`}>
      <StatisticsPage
        subject={subject}
        dimension={dimension}
        deps={deps}
        readNowMs={() => fixtureNowMs}
        download={(fileName, text) => saved.push({ fileName, text })}
      />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/Statistics',
  component: StatisticsStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => {
    localStorage.clear();
    saved.length = 0;
  },
} satisfies Meta<typeof StatisticsStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const shownAddress = (): string => screen.getByTestId('address').textContent ?? '';
const tableNamed = (name: string | RegExp) => screen.findByRole('table', { name });
const rowNames = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('row')
    .map(
      (row) =>
        within(row).queryByRole('rowheader')?.textContent ?? within(row).queryAllByRole('cell')[0]?.textContent ?? '',
    )
    .filter((name) => name !== '');

/** An outlier is named in the funnel, judged in words, and its press opens it beside all. */
export const Outlier: Story = {
  play: async () => {
    const table = await tableNamed('困人统计·维保单位');
    const [first] = within(table).getAllByRole('row', { name: /瑞升维保/ });
    await expect(first).toHaveTextContent(/偏高/);
    await expect(screen.getByRole('img', { name: /偏高或偏低的有 瑞升维保/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '▲ 瑞升维保' }));
    await waitFor(() => expect(shownAddress()).toContain('rows=103'));
    await expect(await screen.findByRole('complementary', { name: '瑞升维保 与 合计' })).toBeVisible();
  },
};

/** One entrapment on one lift stands below the line, not on top. */
export const TooFew: Story = {
  args: { city: jinanCity, address: '' },
  play: async () => {
    const names = rowNames(await tableNamed('困人统计·维保单位'));
    const line = names.findIndex((name) => name.startsWith('样本不足，不排名'));
    await expect(line).toBeGreaterThan(0);
    await expect(names.findIndex((name) => name.includes('一台一起'))).toBeGreaterThan(line);
    await expect(names[0]).toContain('川升');
    await expect(screen.getByText(/5 行中只有 2 行/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /改看 2026-07-01 至 2026-11-21/ }));
    await waitFor(() => expect(shownAddress()).toContain('period=2026-07-01_2026-11-21'));
  },
};

/** A company sees its own row beside the city's rate. */
export const OneRow: Story = {
  args: {
    address: '',
    city: { rows: [{ id: 7, name: '安行机电', lifts: 260, num: 2, before: 3 }], city: { lifts: 9_800, num: 88 } },
  },
  play: async () => {
    await expect(await screen.findByText(/安行机电本期预期 \d\.\d 起，不足 5 起/)).toBeVisible();
    await expect(within(screen.getByLabelText('合计')).getByText(/^全市 /)).toBeVisible();
  },
};

/** Grey while chance explains a change, marked in words where it does not. */
export const Significant: Story = {
  args: {
    city: {
      rows: [
        { id: 1, name: '川升', lifts: 900, num: 50, before: 38, yearBefore: 20 },
        { id: 2, name: '安行', lifts: 900, num: 41, before: 44, yearBefore: 44 },
      ],
    },
  },
  play: async () => {
    const table = await tableNamed('困人统计·维保单位');
    const row = within(table).getByRole('row', { name: /川升/ });
    await expect(within(row).getByRole('link', { name: '50' })).toHaveAttribute(
      'href',
      expect.stringMatching(/rescue-call-history\?.*was_trapped=yes.*responsible=maintenance-1&/),
    );
    await expect(within(row).getByTitle('对比期 38 起，在机会波动范围内')).not.toHaveTextContent('显著');
    await expect(within(row).getByTitle('对比期 20 起，超出机会波动')).toHaveTextContent('↑ 150%显著');
  },
};

/** Five thousand rows are paged, here and in the months. */
export const ManyRows: Story = {
  args: { dimension: 'property', city: manyRows(5_000) },
  play: async () => {
    const table = await tableNamed('困人统计·物业单位');
    await expect(within(table).getAllByRole('rowheader')).toHaveLength(21);
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(shownAddress()).toContain('page=2'));
  },
};

export const Compare: Story = {
  args: { address: '?period=2026&rows=101,103' },
  play: async () => {
    const compared = await tableNamed('并排比较');
    await expect(
      within(compared)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['安行机电', '瑞升维保']);
    await userEvent.click(screen.getByRole('button', { name: '关闭详情' }));
    await waitFor(() => expect(shownAddress()).not.toContain('rows'));
  },
};

/** Every bad value of a link is named, and this month is shown instead. */
export const BadAddress: Story = {
  args: { address: '?period=2031-01&site_type=moon&age_band=7' },
  play: async () => {
    await expect(await screen.findByText('链接中的时间“2031-01”尚未开始，已改为本月')).toBeVisible();
    await expect(screen.getByText('链接中的场所类型“moon”无法识别，未按它筛选')).toBeVisible();
    await expect(await screen.findByText('2026 年 11 月（至 11 月 21 日）')).toBeVisible();
  },
};

/** Regions lead to what lies below them; the other dimensions keep the filters. */
export const Regions: Story = {
  args: {
    dimension: 'region',
    address: '?period=2026-Q3&site_type=residential',
    city: {
      rows: ['东湖区', '西岭区', '南浦区', '远山县'].map((name, index) => ({
        id: index + 2,
        name,
        lifts: 2_600 - index * 400,
        num: 60 - index * 11,
        before: 52,
      })),
    },
  },
  play: async () => {
    await expect(await screen.findByRole('link', { name: '按品牌' })).toHaveAttribute(
      'href',
      '/report-statistics/trapped-people-statistics-brand?period=2026-Q3&site_type=residential',
    );
    await userEvent.click(await screen.findByRole('link', { name: '东湖区的下级区域' }));
    await waitFor(() => expect(shownAddress()).toContain('area_id=2&area_id_name=东湖区'));
  },
};

const longName = '云川市高新技术产业开发区特种设备安装维修改造工程服务有限责任公司第二分公司';
/** Long names are cut, with the whole in the title; figures never are. */
export const LongNames: Story = {
  args: {
    city: {
      rows: usualCity.rows.map((row, index) => (index % 3 === 0 ? { ...row, name: `${longName}${index}` } : row)),
    },
  },
};

/** The months are read cell by cell with the arrow keys. */
export const Months: Story = {
  play: async () => {
    const heat = await tableNamed('近 13 个月的困人');
    const [first] = within(heat).getAllByRole('cell');
    if (first === undefined) throw new Error('no month');
    first.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    const read = document.querySelector('.st-heat__read');
    await expect(read).toHaveTextContent(/2025-12：/);
    await expect(document.activeElement).toHaveAccessibleName(read?.textContent ?? '');
  },
};

/** Formulas, sources, and who is left out. */
export const HowCounted: Story = {
  args: { subject: 'rescue', city: { rows: [...usualCity.rows, { id: 0, name: '', lifts: 40, num: 2 }] } },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: '怎样计算' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByText(/Spiegelhalter/)).toBeVisible();
    await expect(dialog.getByText(/维保单位未登记：接警 2 起，40 台/)).toBeVisible();
    await expect(dialog.getByText(/到达中位（分）：缺 \d+ 起/)).toBeVisible();
  },
};

/** The file holds the shown columns, intervals and wholes in columns of their own. */
export const Export: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: '导出' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    await expect(saved[0]?.fileName).toBe('困人统计·维保单位_2026-01-01至2026-11-21.csv');
    await expect(saved[0]?.text).toMatch(/"维保单位","名次","判定".*"困人率（起\/百台·月） 95% 下限"/);
    await expect(saved[0]?.text.trim().split('\r\n')).toHaveLength(13);
  },
};

export const Print: Story = {
  args: { address: '?period=2026&print=1' },
  play: async () => {
    const sheet = within(await screen.findByRole('region', { name: '打印困人统计·维保单位' }));
    await expect(sheet.getByRole('button', { name: '打印' })).toBeEnabled();
    await expect(sheet.getByText('样本不足，不排名（按名称排列）')).toBeVisible();
  },
};

export const Rescue: Story = { args: { subject: 'rescue' } };
export const Exceptions: Story = { args: { subject: 'exception', dimension: 'brand' } };
export const Alarms: Story = {
  args: {
    subject: 'alarm',
    dimension: 'property',
    city: {
      rows: usualCity.rows.map((row) => ({
        ...row,
        num: row.num * 40,
        before: row.num * 41,
        yearBefore: row.num * 30,
      })),
    },
  },
};

export const Empty: Story = { args: { city: { rows: [] } } };
export const EmptyFiltered: Story = {
  args: { city: { rows: [] }, address: '?area_id=9&area_id_name=远山县' },
  play: async () => {
    const state = (await screen.findByText('没有符合条件的电梯')).parentElement ?? document.body;
    await userEvent.click(within(state).getByRole('button', { name: '清空筛选' }));
    await waitFor(() => expect(shownAddress()).not.toContain('area_id'));
  },
};
export const Loading: Story = { args: { reply: 'silent' } };
export const Failed: Story = { args: { reply: new CallError('offline', '网络连接已断开，请检查网络', 0) } };
export const Denied: Story = {
  args: { reply: new CallError('denied', '您没有查看统计的权限，如需开通请联系系统管理员。', 403) },
};
