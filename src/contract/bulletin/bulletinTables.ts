import { siteTypeLabels } from '../entities/community.ts';
import { rescueCauseLabels, rescueTriggerLabels } from '../labels.ts';
import { judgementLabels } from '../statistics/funnel.ts';
import { ageBandLabels, monthDays } from '../statistics/subjects.ts';
import { rankText } from '../statisticsTable/columns.ts';
import type { BulletinContent, BulletinDuration, BulletinRow, BulletinSection } from './bulletinContent.ts';
import {
  changeText,
  countText,
  metText,
  minutesOf,
  rateOfCounted,
  rateText,
  rateUnit,
  rounded,
  shareText,
} from './bulletinWords.ts';

/** `value` is the figure that a spreadsheet calculates with; null where the cell is text. */
export interface BulletinCell {
  readonly text: string;
  readonly value: number | null;
}
export interface BulletinTableRow {
  /** Names the row in its table, also in another version of the bulletin. */
  readonly key: string;
  readonly cells: readonly BulletinCell[];
}
export interface BulletinTable {
  readonly title: string;
  /** The first one names the row. */
  readonly columns: readonly string[];
  readonly rows: readonly BulletinTableRow[];
}

const words = (text: string): BulletinCell => ({ text, value: null });
const count = (value: number): BulletinCell => ({ text: countText(value), value });
const rate = (value: number | null): BulletinCell => ({ text: rateText(value), value: rounded(value) });
const minutes = (seconds: number | null): BulletinCell => {
  const value = minutesOf(seconds);
  return { text: value === null ? '—' : value.toFixed(1), value };
};
const line = (key: string, ...cells: readonly BulletinCell[]): BulletinTableRow => ({ key, cells });

/** The exposure of a mean month is a lift-month. */
const liftMonths = (days: number): BulletinCell => {
  const value = rounded(days / monthDays, 1) ?? 0;
  return { text: value.toLocaleString('en-US', { minimumFractionDigits: 1 }), value };
};
const monthsHead = '电梯·月';
const rateHead = `困人率（${rateUnit}）`;

const intervalCell = (interval: BulletinRow['rate_interval']): BulletinCell =>
  words(interval === null ? '—' : `${interval.low.toFixed(2)}–${interval.high.toFixed(2)}`);
const rankCell = (rank: BulletinRow['rank']): BulletinCell => words(rank === null ? '不排名' : rankText(rank));

const rowColumns = [
  monthsHead,
  '困人（起）',
  '被困（人）',
  rateHead,
  '95% 区间',
  '调整率',
  '位次',
  '判定',
  '环比',
] as const;
const rowCells = (row: BulletinRow): readonly BulletinCell[] => [
  liftMonths(row.exposure_days),
  count(row.num),
  count(row.people_num),
  rate(row.rate),
  intervalCell(row.rate_interval),
  rate(row.adjusted_rate),
  rankCell(row.rank),
  words(judgementLabels[row.judgement]),
  words(changeText(row.previous)),
];
const rowsTable = (title: string, name: string, rows: readonly BulletinRow[]): BulletinTable => ({
  title,
  columns: [name, ...rowColumns],
  rows: rows.map((row) => line(String(row.id), words(row.name), ...rowCells(row))),
});

const countedColumns = ['困人（起）', '占比', monthsHead, rateHead] as const;
const countedCells = (
  counted: { readonly num: number; readonly exposure_days: number },
  total: number,
): readonly BulletinCell[] => [
  count(counted.num),
  words(shareText(counted.num, total)),
  liftMonths(counted.exposure_days),
  rate(rateOfCounted(counted)),
];

const durationLine = (key: string, name: string, { median_s, mean_s, p90_s, num, missing }: BulletinDuration) =>
  line(key, words(name), minutes(median_s), minutes(mean_s), minutes(p90_s), count(num), count(missing));

/** Single figures, each a row with its value. */
const factsTable = (title: string, facts: readonly (readonly [string, BulletinCell])[]): BulletinTable => ({
  title,
  columns: ['指标', '数值'],
  rows: facts.map(([name, cell]) => line(name, words(name), cell)),
});

const tables: Readonly<Record<BulletinSection, (content: BulletinContent) => readonly BulletinTable[]>> = {
  total: ({ total, lift_num: lifts, exposure_days: days }) => [
    factsTable('总量', [
      ['在用电梯（台）', count(lifts)],
      [monthsHead, liftMonths(days)],
      ['接警（起，不含误报）', count(total.calls_num)],
      ['误报（起）', count(total.false_num)],
      ['困人（起）', count(total.trapped_num)],
      ['被困（人）', count(total.people_num)],
      [rateHead, rate(total.rate)],
      ['困人率 95% 区间', intervalCell(total.rate_interval)],
      ['困人率环比', words(changeText(total.previous))],
      ['困人率同比', words(changeText(total.year_before))],
    ]),
    {
      title: '接警按触发方式',
      columns: ['触发方式', '接警（起）', '占比'],
      rows: total.triggers.map(({ trigger, num }) =>
        line(trigger, words(rescueTriggerLabels[trigger]), count(num), words(shareText(num, total.calls_num))),
      ),
    },
  ],
  region: ({ regions }) => [rowsTable('分区域困人', '区域', regions)],
  response: ({ response: { levels, answered, arrived, arrival, release } }) => [
    factsTable('级别与时限', [
      ['一级救援（起）', count(levels[0] ?? 0)],
      ['二级救援（起）', count(levels[1] ?? 0)],
      ['三级救援（起）', count(levels[2] ?? 0)],
      ['3 分钟受理', words(metText(answered))],
      ['30 分钟到达', words(metText(arrived))],
    ]),
    {
      title: '用时（只计确认的困人）',
      columns: ['用时', '中位（分）', '均值（分）', 'P90（分）', '有记录（起）', '缺（起）'],
      rows: [durationLine('arrival', '接警至到达', arrival), durationLine('release', '到达至脱困', release)],
    },
  ],
  site: ({ sites, total }) => [
    {
      title: '使用场所',
      columns: ['场所', ...countedColumns],
      rows: sites.map((site) =>
        line(
          site.site_type ?? 'unknown',
          words(site.site_type === null ? '未登记' : siteTypeLabels[site.site_type]),
          ...countedCells(site, total.trapped_num),
        ),
      ),
    },
  ],
  time: ({ hours, months }) => [
    {
      title: '时段（按呼叫时刻）',
      columns: ['时段', '困人（起）'],
      rows: hours.map((num, hour) => line(`h${hour}`, words(`${String(hour).padStart(2, '0')} 时`), count(num))),
    },
    {
      title: '近 13 个月',
      columns: ['月份', '困人（起）', monthsHead, rateHead],
      rows: months.map((row) =>
        line(row.month, words(row.month), count(row.num), liftMonths(row.exposure_days), rate(rateOfCounted(row))),
      ),
    },
  ],
  cause: ({ causes, total }) => [
    {
      title: '困人原因',
      columns: ['原因', '具体原因', '困人（起）', '占比'],
      rows: causes.flatMap(({ cause, num, details }) => {
        const name = cause === null ? '未登记' : rescueCauseLabels[cause];
        const key = cause ?? 'unknown';
        const shareOf = (part: number) => words(shareText(part, total.trapped_num));
        return [
          line(key, words(name), words('合计'), count(num), shareOf(num)),
          ...details.map((detail) =>
            line(`${key} ${detail.label}`, words(name), words(detail.label), count(detail.num), shareOf(detail.num)),
          ),
        ];
      }),
    },
  ],
  age: ({ ages, total }) => [
    {
      title: '梯龄',
      columns: ['梯龄', ...countedColumns],
      rows: ages.map((age) => line(age.band, words(ageBandLabels[age.band]), ...countedCells(age, total.trapped_num))),
    },
  ],
  brand: ({ brands }) => [rowsTable('品牌（样本足够的）', '品牌', brands.ranked)],
  maintenance: ({ maintenance }) => [
    rowsTable('维保单位（样本足够的前十）', '维保单位', maintenance.ranked),
    {
      title: '重复困人与超时件',
      columns: ['维保单位', '30 天内重复困人（台）', '超时件（起）'],
      rows: maintenance.concerned.map(({ id, name, repeat_lifts_num: repeated, overdue_num: overdue }) =>
        line(String(id), words(name), count(repeated), count(overdue)),
      ),
    },
  ],
};

/** Returns the tables of a section: page, sheets and file draw the same cells, and versions are compared by them. */
export const tablesOf = (section: BulletinSection, content: BulletinContent): readonly BulletinTable[] =>
  tables[section](content);
