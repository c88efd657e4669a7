import type { Permission } from '../permissions.ts';

/** The records that are counted. */
export const statisticsSubjects = ['trap', 'rescue', 'exception', 'alarm'] as const;
export type StatisticsSubject = (typeof statisticsSubjects)[number];

/** The ways to group them: by the one who was responsible for the lift when it happened. */
export const statisticsDimensions = ['region', 'property', 'brand', 'maintenance'] as const;
export type StatisticsDimension = (typeof statisticsDimensions)[number];

export const dimensionLabels: Readonly<Record<StatisticsDimension, string>> = {
  region: '区域',
  property: '物业单位',
  brand: '品牌',
  maintenance: '维保单位',
};

interface SubjectFacts {
  readonly title: string;
  /** Shows what is counted, `困人 12 起`. */
  readonly noun: string;
  readonly unit: string;
  /** The permission that the records themselves need, beside `stats.view`. */
  readonly permission: Permission;
  /** Lift-days of the exposure to which a rate refers. */
  readonly rateDays: number;
  readonly rateLabel: string;
}

/** The longest period that is counted, in days: ten years. */
export const mostPeriodDays = 3_660;

/** The mean length of a month, in days. */
export const monthDays = 30.4375;

export const subjectFacts: Readonly<Record<StatisticsSubject, SubjectFacts>> = {
  trap: {
    title: '困人统计',
    noun: '困人',
    unit: '起',
    permission: 'rescue.view',
    rateDays: 100 * monthDays,
    rateLabel: '起/百台·月',
  },
  rescue: {
    title: '救援分析',
    noun: '接警',
    unit: '起',
    permission: 'rescue.view',
    rateDays: 100 * monthDays,
    rateLabel: '起/百台·月',
  },
  exception: {
    title: '故障统计',
    noun: '故障',
    unit: '起',
    permission: 'exception.view',
    rateDays: 365.25,
    rateLabel: '起/台·年',
  },
  alarm: {
    title: '报警统计',
    noun: '报警',
    unit: '条',
    permission: 'alarm.view',
    rateDays: 100,
    rateLabel: '条/百台·日',
  },
};

/** Ages in full years at the end of the period; `unknown` has no date of installation. */
export const ageBands = ['under5', 'from5', 'from10', 'from15', 'unknown'] as const;
export type AgeBand = (typeof ageBands)[number];
export const ageBandLabels: Readonly<Record<AgeBand, string>> = {
  under5: '5 年以下',
  from5: '5–10 年',
  from10: '10–15 年',
  from15: '15 年以上',
  unknown: '未登记',
};
