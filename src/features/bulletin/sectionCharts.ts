import { siteTypeLabels } from '../../contract/entities/community.ts';
import type { BulletinContent, BulletinRow, BulletinSection } from '../../contract/bulletin/bulletinContent.ts';
import { rateUnit, rounded } from '../../contract/bulletin/bulletinWords.ts';
import { rescueCauseLabels, rescueTriggerLabels } from '../../contract/labels.ts';
import { ageBandLabels } from '../../contract/statistics/subjects.ts';
import type { Bar, BarChartData } from '../../ui/chart/barOption.ts';

const mostBars = 12;
const entrapments = { name: '困人', unit: '起' } as const;

const judgedBar = ({ name, judgement }: BulletinRow, value: number): Bar => ({
  name,
  value,
  ...(judgement === 'high' ? { tone: 'medium' as const } : {}),
});
const counts = (bars: readonly Bar[]): readonly BarChartData[] =>
  bars.some(({ value }) => value > 0) ? [{ ...entrapments, bars: bars.slice(0, mostBars) }] : [];
const rates = (rows: readonly BulletinRow[]): readonly BarChartData[] =>
  rows.length === 0
    ? []
    : [
        {
          name: '调整率',
          unit: rateUnit,
          bars: rows.slice(0, mostBars).map((row) => judgedBar(row, rounded(row.adjusted_rate) ?? 0)),
        },
      ];

const charts: Readonly<Record<BulletinSection, (content: BulletinContent) => readonly BarChartData[]>> = {
  total: ({ total: { triggers } }) =>
    triggers.length === 0
      ? []
      : [
          {
            name: '接警',
            unit: '起',
            bars: triggers.map(({ trigger, num }) => ({ name: rescueTriggerLabels[trigger], value: num })),
          },
        ],
  region: ({ regions }) => counts(regions.map((row) => judgedBar(row, row.num)).toSorted((a, b) => b.value - a.value)),
  response: ({ response: { levels } }) =>
    levels.every((num) => num === 0)
      ? []
      : [
          {
            name: '救援',
            unit: '起',
            bars: levels.map((value, index) => ({ name: `${['一', '二', '三'][index] ?? ''}级`, value })),
          },
        ],
  site: ({ sites }) =>
    counts(
      sites.map(({ site_type: type, num }) => ({ name: type === null ? '未登记' : siteTypeLabels[type], value: num })),
    ),
  time: ({ hours, months }) => [
    {
      ...entrapments,
      direction: 'columns',
      bars: hours.map((value, hour) => ({ name: String(hour), value })),
    },
    {
      ...entrapments,
      direction: 'columns',
      bars: months.map(({ month, num }) => ({ name: month.slice(2), value: num })),
    },
  ],
  cause: ({ causes }) =>
    counts(
      causes.map(({ cause, num }) => ({ name: cause === null ? '未登记' : rescueCauseLabels[cause], value: num })),
    ),
  age: ({ ages }) => counts(ages.map(({ band, num }) => ({ name: ageBandLabels[band], value: num }))),
  brand: ({ brands }) => rates(brands.ranked),
  maintenance: ({ maintenance }) => rates(maintenance.ranked),
};

/** Returns the charts of a section; none where nothing was counted. */
export const chartsOf = (section: BulletinSection, content: BulletinContent): readonly BarChartData[] =>
  charts[section](content);
