import type { BulletinComments } from './bulletinComments.ts';
import { toDisplayTime } from '../time.ts';
import { bulletinSections, bulletinSectionTitles, type BulletinContent } from './bulletinContent.ts';
import { sentenceOf } from './bulletinSentences.ts';
import { tablesOf } from './bulletinTables.ts';
import type { ChangedFigure } from './changedFigures.ts';

/** A bulletin with everything that its head says: a draft has no version. */
export interface WrittenBulletin {
  readonly month: string;
  readonly areaName: string;
  readonly content: BulletinContent;
  readonly comments: BulletinComments;
  readonly frozen: {
    readonly version: number;
    readonly at: string;
    readonly hash: string;
    readonly changes: readonly ChangedFigure[];
  } | null;
}

export interface BulletinSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** `东湖区电梯困人救援月报（2026-11）` */
export const bulletinTitle = ({ areaName, month }: Pick<WrittenBulletin, 'areaName' | 'month'>): string =>
  `${areaName}电梯困人救援月报（${month}）`;

/** The rules by which the figures of a bulletin are counted, in sentences. */
export const howCounted: readonly string[] = [
  '困人只计确认有人被困的救援，按呼叫时刻归入当月；误报不计。',
  '困人率为每 100 台在用电梯每月的困人起数；报停与拆除的电梯不计，离线的计入。',
  '预期困人不足 5 起的区域、品牌和单位样本不足，不作判断，也不排名。',
  '环比与同比按在用电梯数折算；变化不显著（p ≥ 0.05）时记为“在机会波动范围内”。',
];

/** Returns the sheets of a bulletin's workbook: its head, then one for each section. */
export function bulletinSheets(bulletin: WrittenBulletin): readonly BulletinSheet[] {
  const { content, comments, frozen } = bulletin;
  const head: BulletinSheet = {
    name: '说明',
    rows: [
      [bulletinTitle(bulletin)],
      ['统计期', `${content.from} 至 ${content.to}`],
      ['数据截至', toDisplayTime(content.data_at)],
      ...(frozen === null
        ? [['版本', '草稿，未定稿']]
        : [
            ['版本', `第 ${frozen.version} 版`],
            ['定稿时间', toDisplayTime(frozen.at)],
            ['校验 SHA-256', frozen.hash],
          ]),
      [],
      ...howCounted.map((text) => [text]),
    ],
  };
  const changes: readonly BulletinSheet[] =
    frozen === null || frozen.changes.length === 0
      ? []
      : [
          {
            name: '定稿后的变化',
            rows: [
              ['章节', '数据', '定稿时', '现在'],
              ...frozen.changes.map(({ section, figure, was, now }) => [section, figure, was, now]),
            ],
          },
        ];
  return [
    head,
    ...bulletinSections.map((section, index): BulletinSheet => ({
      name: `${index + 1} ${bulletinSectionTitles[section]}`,
      rows: [
        [`${index + 1} ${bulletinSectionTitles[section]}`],
        [sentenceOf(section, content)],
        ...(comments[section] === '' ? [] : [[`评注：${comments[section]}`]]),
        ...tablesOf(section, content).flatMap(({ title, columns, rows }) => [
          [],
          [title],
          [...columns],
          ...rows.map(({ cells }) => cells.map(({ text, value }) => value ?? text)),
        ]),
      ],
    })),
    ...changes,
  ];
}
