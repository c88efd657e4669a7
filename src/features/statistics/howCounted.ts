import { rankedFromExpected } from '../../contract/statistics/funnel.ts';
import { dimensionLabels, subjectFacts, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { CountedAnswer, StatisticsTable } from '../../contract/statisticsTable/statisticsTable.ts';
import { numberText } from './cellText.ts';
import type { PageKind } from './statisticsRows.ts';

export interface HowSection {
  readonly title: string;
  readonly lines: readonly string[];
}

const perWords: Readonly<Record<StatisticsSubject, string>> = {
  trap: '每百台·月（30.4375 天）',
  rescue: '每百台·月（30.4375 天）',
  exception: '每台·年（365.25 天）',
  alarm: '每百台·日',
};

const countedWords: Readonly<Record<StatisticsSubject, readonly string[]>> = {
  trap: [
    '只计确认有人被困的救援；选“含未确认”时，也计尚未判定有无被困的呼叫。',
    '重复困人：期末前 30 天内 2 起以上，或一年内 3 起以上的电梯。',
  ],
  rescue: [
    '计误报以外的全部呼叫，误报另列；受理时限前已结束、无人受理的呼叫不计入受理达标。',
    '到达用时从呼叫起，脱困用时从到达起，都只计确认有人被困的救援；同时给出中位数、P90 与均值。',
  ],
  exception: [
    '平均无故障：在用天数除以故障数。修复用时从报告到最后一次修复。',
    '停梯时间只计使轿厢停运的故障。30 天未复发：修复已满 30 天，且同一电梯、同一原因没有再发生的比例。',
  ],
  alarm: [
    '计 16 类报警，不含“通知失败”；误报不计入，另列其在全部报警中的比例。最多的 10 台：报警最多的 10 台电梯所占比例。',
    '报警泛滥：10 分钟内 10 条以上的时段（EEMUA 191）。',
  ],
};

/** Records that some figures had to leave out, in words. */
function leftOutLines({ rows, total, columns }: StatisticsTable, { subject, dimension }: PageKind): readonly string[] {
  const { noun, unit } = subjectFacts[subject];
  const unregistered = rows.find(({ facts }) => facts.id === 0)?.facts;
  const missing = columns.flatMap(({ id, header }) => {
    const cell = total.cellOf(id);
    return cell.kind === 'duration' && cell.missing > 0 ? [`${header}：缺 ${cell.missing} ${unit}`] : [];
  });
  const unnamed = total
    .compositions()
    .flatMap(({ title, parts }) =>
      parts
        .filter(({ label, num }) => num > 0 && (label.startsWith('未填') || label === '未登记'))
        .map(({ label, num }) => `${label === '未登记' ? `${title}未登记` : label} ${num} ${unit}`),
    );
  return [
    ...(unregistered === undefined
      ? []
      : [
          `${dimensionLabels[dimension]}未登记：${noun} ${numberText(unregistered.num, 0)} ${unit}，${numberText(unregistered.lift_num, 0)} 台，单列一行`,
        ]),
    ...missing,
    ...unnamed,
  ];
}

/** Returns how the figures of a page came about: formulas, what is left out, sources, and the time of the data. */
export function howCounted(counted: CountedAnswer, table: StatisticsTable, kind: PageKind): readonly HowSection[] {
  const { noun, unit } = subjectFacts[kind.subject];
  const { answer } = counted;
  const leftOut = leftOutLines(table, kind);
  return [
    {
      title: '计数',
      lines: [
        ...countedWords[kind.subject],
        `按事件发生时的责任${kind.dimension === 'region' ? '区域' : kind.dimension === 'brand' ? '品牌' : '单位'}归属；期中更换的，电梯的天数也分开计。`,
        '事后更正的按更正后的内容计；误报和已隐藏的记录不计。',
      ],
    },
    {
      title: '率与区间',
      lines: [
        `${noun}率 = ${noun}数 ÷ 在用天数，折合${perWords[kind.subject]}。未投用、报停和拆除的日子不计，离线的日子仍计。`,
        '率的 95% 区间：Byar 近似（Breslow 与 Day，1987）；比例的 95% 区间：Wilson。',
        '调整率：经验贝叶斯（Gamma–Poisson）。电梯越少，越向全市率收拢，一台一起不会成为 100%。',
        '标化比：实际数 ÷ 按全市同梯龄、同场所类型的率算出的预期数。',
      ],
    },
    {
      title: '判定与名次',
      lines: [
        `预期不到 ${rankedFromExpected} ${unit}的行不排名、不判定；名次是区间，率的区间重叠者不分先后。`,
        `偏高、偏低：超出漏斗图 99.8% 界限，或连续 3 个月超出 95% 界限（Spiegelhalter，2005，doi 10.1002/sim.1970）。界限已按过度离散 φ = ${numberText(answer.city.overdispersion, 2)} 放宽。`,
        '环比、同比：条件二项检验，p < 0.05 才标为显著；灰色表示在机会波动范围内。',
      ],
    },
    { title: '未计入与缺失', lines: leftOut.length === 0 ? ['没有缺失。'] : leftOut },
    {
      title: '时间',
      lines: [
        `统计期 ${answer.period.from} 至 ${answer.period.to}；环比对照 ${answer.previous.from} 至 ${answer.previous.to}；同比对照 ${answer.year_before.from} 至 ${answer.year_before.to}。`,
        `数据截至 ${toDisplayTime(answer.data_at)}${answer.first_day === null ? '' : `；最早的记录在 ${answer.first_day}`}。`,
      ],
    },
  ];
}
