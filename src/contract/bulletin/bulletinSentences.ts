import { siteTypeLabels } from '../entities/community.ts';
import { rescueCauseLabels } from '../labels.ts';
import { ageBandLabels } from '../statistics/subjects.ts';
import { judgementLabels } from '../statistics/funnel.ts';
import type { BulletinContent, BulletinRow, BulletinSection } from './bulletinContent.ts';
import {
  bandText,
  changeSentence,
  countText,
  durationText,
  metText,
  rateOfCounted,
  rateText,
  rateUnit,
  shareText,
  twoHourBands,
} from './bulletinWords.ts';

const noEntrapment = '本月没有确认的困人。';
const unregistered = '未登记';

const mostOf = <Row extends { readonly num: number }>(rows: readonly Row[]): Row | undefined =>
  rows.reduce<Row | undefined>((most, row) => (row.num > (most?.num ?? 0) ? row : most), undefined);

const namesOf = (rows: readonly BulletinRow[]): string => rows.map(({ name }) => name).join('、');

/** Names the rows that chance alone does not explain; too few are never named the worst. */
function judgedText(rows: readonly BulletinRow[], unit: string): string {
  const judged = rows.filter(({ judgement }) => judgement !== 'tooFew');
  if (judged.length === 0) return '';
  const [high, low] = [
    judged.filter((row) => row.judgement === 'high'),
    judged.filter((row) => row.judgement === 'low'),
  ];
  const parts = [
    ...(high.length === 0 ? [] : [`${judgementLabels.high}：${namesOf(high)}`]),
    ...(low.length === 0 ? [] : [`${judgementLabels.low}：${namesOf(low)}`]),
  ];
  return parts.length === 0
    ? `${countText(judged.length)} ${unit}的困人率都在机会波动范围内`
    : `困人率${parts.join('；')}；其余在机会波动范围内`;
}

const sentences: Readonly<Record<BulletinSection, (content: BulletinContent) => string>> = {
  total({ total }) {
    const calls = `本月接警 ${countText(total.calls_num)} 起，另有误报 ${countText(total.false_num)} 起。`;
    return total.trapped_num === 0
      ? `${calls}${noEntrapment}`
      : `${calls}本月困人 ${countText(total.trapped_num)} 起，被困 ${countText(total.people_num)} 人，${changeSentence('环比', total.previous)}；${changeSentence('同比', total.year_before)}。`;
  },
  region({ regions, total }) {
    const few = regions.filter(({ judgement }) => judgement === 'tooFew').length;
    const judged = judgedText(regions, '个区域');
    const most = mostOf(regions);
    return [
      most === undefined
        ? noEntrapment
        : `困人最多的区域是${most.name}，${countText(most.num)} 起，占 ${shareText(most.num, total.trapped_num)}。`,
      judged === '' ? '' : `${judged}。`,
      few === 0 ? '' : `${countText(few)} 个区域样本不足，不作判断。`,
    ].join('');
  },
  response({ response: { levels, answered, arrived, arrival, release } }) {
    const [first = 0, second = 0, third = 0] = levels;
    return `一级救援 ${countText(first)} 起，二级 ${countText(second)} 起，三级 ${countText(third)} 起。3 分钟受理 ${metText(answered)}，30 分钟到达 ${metText(arrived)}。到达用时${durationText(arrival)}；到达后脱困用时${durationText(release)}。`;
  },
  site({ sites, total }) {
    const most = mostOf(sites);
    const unknown = sites.find(({ site_type: type }) => type === null)?.num ?? 0;
    if (most === undefined) return noEntrapment;
    const name = most.site_type === null ? `${unregistered}场所` : siteTypeLabels[most.site_type];
    return `困人最多的场所是${name}，${countText(most.num)} 起，占 ${shareText(most.num, total.trapped_num)}。${unknown === 0 ? '' : `场所未登记 ${countText(unknown)} 起。`}`;
  },
  time(content) {
    const band = mostOf(twoHourBands(content));
    const month = mostOf(content.months);
    if (band === undefined) return noEntrapment;
    return `困人最多的时段是 ${bandText(band.hour)}，${countText(band.num)} 起，占 ${shareText(band.num, content.total.trapped_num)}。近 13 个月中困人最多的是 ${month?.month ?? ''}，${countText(month?.num ?? 0)} 起。`;
  },
  cause({ causes, total }) {
    const named = causes.filter(({ cause }) => cause !== null);
    const most = mostOf(named);
    const unnamed = total.trapped_num - named.reduce((sum, { num }) => sum + num, 0);
    const lacking = unnamed === 0 ? '' : `原因未登记 ${countText(unnamed)} 起。`;
    if (total.trapped_num === 0) return noEntrapment;
    if (most === undefined || most.cause === null) return lacking;
    const detail = mostOf(most.details);
    const inDetail = detail === undefined ? '' : `，其中${detail.label} ${countText(detail.num)} 起`;
    return `首要原因是${rescueCauseLabels[most.cause]}，${countText(most.num)} 起，占 ${shareText(most.num, total.trapped_num)}${inDetail}。${lacking}`;
  },
  age({ ages, total }) {
    if (total.trapped_num === 0) return noEntrapment;
    const rates = ages.flatMap((row) => {
      const rate = rateOfCounted(row);
      return rate === null ? [] : [`${ageBandLabels[row.band]} ${rateText(rate)}`];
    });
    return `各梯龄段困人率（${rateUnit}）：${rates.join('，')}。`;
  },
  brand({ brands }) {
    const judged = judgedText(brands.ranked, '个品牌');
    return [
      judged === '' ? '没有样本足够的品牌，不排名。' : `${judged}。`,
      judged === '' || brands.unranked_num === 0
        ? ''
        : `另有 ${countText(brands.unranked_num)} 个品牌样本不足，不排名。`,
    ].join('');
  },
  maintenance({ maintenance }) {
    const judged = judgedText(maintenance.ranked, '家单位');
    return [
      judged === '' ? '没有样本足够的维保单位，不排名。' : `${judged}。`,
      judged === '' || maintenance.unranked_num === 0
        ? ''
        : `另有 ${countText(maintenance.unranked_num)} 家单位样本不足，不排名。`,
      `30 天内重复困人的电梯 ${countText(maintenance.repeat_lifts_num)} 台，超时件 ${countText(maintenance.overdue_num)} 起。`,
    ].join('');
  },
};

/** Returns the automatic sentence of a section: page, sheets and file show the same. */
export const sentenceOf = (section: BulletinSection, content: BulletinContent): string => sentences[section](content);
