import type { BulletinContent, BulletinRow } from '../../contract/bulletin/bulletinContent.ts';
import { changedFigures } from '../../contract/bulletin/changedFigures.ts';
import type { BulletinDraft, FrozenBulletinAnswer } from '../../contract/endpoints/bulletin.ts';
import { bulletinComments } from '../../contract/bulletin/bulletinComments.ts';

const month = '2026-10';
const days = 31;

const rowFixture = (
  id: number,
  name: string,
  lifts: number,
  num: number,
  more: Partial<BulletinRow> = {},
): BulletinRow => {
  const exposure = lifts * days;
  const rate = (num / exposure) * 3_043.75;
  return {
    id,
    name,
    num,
    exposure_days: exposure,
    people_num: Math.round(num * 1.6),
    rate,
    rate_interval: { low: rate * 0.7, high: rate * 1.4 },
    adjusted_rate: rate * 0.9 + 0.09,
    judgement: 'normal',
    rank: { best: 1, worst: 3 },
    previous: { ratio: 1.08, is_significant: false, before_num: Math.round(num / 1.08) },
    ...more,
  };
};

const regions = [
  rowFixture(2, '东湖区', 1_900, 32, { judgement: 'high', rank: { best: 1, worst: 1 } }),
  rowFixture(3, '远山县', 1_400, 11),
  rowFixture(5, '云谷新区', 1_100, 7),
  rowFixture(6, '西岭景区', 40, 1, { judgement: 'tooFew', rank: null, previous: null }),
];
const counted = (num: number, lifts: number) => ({ num, exposure_days: lifts * days });

const contentFixture: BulletinContent = {
  from: `${month}-01`,
  to: `${month}-31`,
  data_at: '2026-11-21T08:30:00.000+08:00',
  lift_num: 4_440,
  exposure_days: 4_440 * days,
  total: {
    calls_num: 74,
    triggers: [
      { trigger: 'SOS', num: 38 },
      { trigger: 'trapped', num: 24 },
      { trigger: 'phone', num: 9 },
      { trigger: 'QR', num: 3 },
    ],
    false_num: 12,
    trapped_num: 51,
    people_num: 82,
    rate: 1.13,
    rate_interval: { low: 0.84, high: 1.48 },
    previous: { ratio: 1.063, is_significant: false, before_num: 48 },
    year_before: { ratio: 0.644, is_significant: true, before_num: 71 },
  },
  regions,
  response: {
    levels: [70, 3, 1],
    answered: { met: 72, total: 74 },
    arrived: { met: 49, total: 51 },
    arrival: { median_s: 612, p90_s: 1_240, mean_s: 690, num: 49, missing: 2 },
    release: { median_s: 240, p90_s: 610, mean_s: 291, num: 49, missing: 2 },
  },
  sites: [
    { site_type: 'residential', ...counted(38, 3_300) },
    { site_type: 'office', ...counted(7, 640) },
    { site_type: 'mall', ...counted(4, 320) },
    { site_type: null, ...counted(2, 180) },
  ],
  hours: [0, 1, 0, 0, 0, 1, 2, 4, 6, 3, 1, 2, 3, 1, 1, 2, 3, 5, 7, 4, 2, 2, 1, 0],
  months: Array.from({ length: 13 }, (_, index) => ({
    month: index < 3 ? `2025-${10 + index}` : `2026-${String(index - 2).padStart(2, '0')}`,
    ...counted([71, 52, 47, 44, 39, 46, 50, 58, 66, 74, 70, 48, 51][index] ?? 0, 4_400),
  })),
  causes: [
    {
      cause: 'door',
      num: 26,
      details: [
        { label: '轿门锁', num: 14 },
        { label: '层门地坎异物', num: 8 },
      ],
    },
    { cause: 'external', num: 12, details: [{ label: '停电', num: 12 }] },
    { cause: 'human', num: 7, details: [] },
    { cause: 'control', num: 4, details: [{ label: '主板故障', num: 2 }] },
    { cause: null, num: 2, details: [] },
  ],
  ages: [
    { band: 'under5', ...counted(9, 1_500) },
    { band: 'from5', ...counted(14, 1_400) },
    { band: 'from10', ...counted(17, 1_000) },
    { band: 'from15', ...counted(10, 480) },
    { band: 'unknown', ...counted(1, 60) },
  ],
  brands: { ranked: [rowFixture(201, '云梯', 1_800, 24), rowFixture(202, '恒升', 1_500, 15)], unranked_num: 6 },
  maintenance: {
    ranked: [
      rowFixture(401, '迅达维保', 900, 21, { judgement: 'high', rank: { best: 1, worst: 2 } }),
      rowFixture(402, '平安维保', 1_200, 12),
    ],
    unranked_num: 9,
    repeat_lifts_num: 3,
    overdue_num: 4,
    concerned: [
      { id: 401, name: '迅达维保', repeat_lifts_num: 2, overdue_num: 3 },
      { id: 403, name: '远山电梯服务', repeat_lifts_num: 1, overdue_num: 1 },
    ],
  },
};

const nothing = { num: 0, exposure_days: 0 };
/** A month before the first record. */
export const emptyContent: BulletinContent = {
  ...contentFixture,
  lift_num: 0,
  exposure_days: 0,
  total: {
    calls_num: 0,
    triggers: [],
    false_num: 0,
    trapped_num: 0,
    people_num: 0,
    rate: null,
    rate_interval: null,
    previous: null,
    year_before: null,
  },
  regions: [],
  response: {
    levels: [0, 0, 0],
    answered: { met: 0, total: 0 },
    arrived: { met: 0, total: 0 },
    arrival: { median_s: null, p90_s: null, mean_s: null, num: 0, missing: 0 },
    release: { median_s: null, p90_s: null, mean_s: null, num: 0, missing: 0 },
  },
  sites: [],
  hours: Array.from({ length: 24 }, () => 0),
  months: contentFixture.months.map(({ month: name }) => ({ month: name, ...nothing })),
  causes: [],
  ages: contentFixture.ages.map(({ band }) => ({ band, ...nothing })),
  brands: { ranked: [], unranked_num: 0 },
  maintenance: { ranked: [], unranked_num: 0, repeat_lifts_num: 0, overdue_num: 0, concerned: [] },
};

const head = {
  month,
  area: { id: null, name: '全市' },
  areas: [
    { id: null, name: '全市', level: 0 },
    { id: 1, name: '云川市', level: 0 },
    { id: 2, name: '东湖区', level: 1 },
    { id: 3, name: '远山县', level: 1 },
  ],
};
export const noComments = bulletinComments.parse({});

export const draftFixture = (more: Partial<BulletinDraft> = {}): BulletinDraft => ({
  ...head,
  versions: [],
  is_kept: true,
  freeze_problem: null,
  content: contentFixture,
  comments: { ...noComments, total: '国庆假期客流大，门系统故障多。' },
  comments_version: 3,
  ...more,
});

/** The same month with one entrapment fewer: what a correction made of it. */
export const correctedContent: BulletinContent = {
  ...contentFixture,
  total: { ...contentFixture.total, trapped_num: 50, people_num: 80 },
  causes: contentFixture.causes.map((row) => (row.cause === 'door' ? { ...row, num: 25 } : row)),
};

export const frozenFixture = (now: BulletinContent = contentFixture): FrozenBulletinAnswer => ({
  ...head,
  version: 1,
  at: '2026-11-03T09:12:00.000+08:00',
  by: '关立群',
  versions: [{ version: 1, at: '2026-11-03T09:12:00.000+08:00', by: '关立群' }],
  content: contentFixture,
  comments: draftFixture().comments,
  proof: { hash: '3f'.repeat(32), path: `/verify/${'3f'.repeat(32)}?p=4503599627370497` },
  changes: [...changedFigures(contentFixture, now)],
});
