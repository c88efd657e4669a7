import type { LiftCategory } from '../liftCategories.ts';

/** The four visits that TSG T5002-2017, article 6, demands, from the shallowest to the deepest. */
export const cycleKinds = ['halfMonth', 'quarter', 'halfYear', 'year'] as const;
export type CycleKind = (typeof cycleKinds)[number];

/** `extra` is a visit that somebody ordered; it resets no clock. New kinds go to the end. */
export const visitKinds = [...cycleKinds, 'extra'] as const;
export type VisitKind = (typeof visitKinds)[number];

export const visitKindLabels: Readonly<Record<VisitKind, string>> = {
  halfMonth: '半月维保',
  quarter: '季度维保',
  halfYear: '半年维保',
  year: '年度维保',
  extra: '临时维保',
};

/**
 * Days after which a visit of a kind is due again. The rule says 15 days, a quarter, half a year and a year; Chongqing's upload
 * refuses more than 90 and 180 days, and the stricter value is never refused.
 */
export const cycleDays: Readonly<Record<CycleKind, number>> = { halfMonth: 15, quarter: 90, halfYear: 180, year: 365 };

export const isCycleKind = (kind: string): kind is CycleKind => cycleKinds.some((cycle) => cycle === kind);

/** The kinds whose clock a visit of this kind resets: its own and every shallower one. */
export const kindsDoneBy = (kind: VisitKind): readonly CycleKind[] =>
  kind === 'extra' ? [] : cycleKinds.slice(0, cycleKinds.indexOf(kind) + 1);

/** Returns the depth of a kind, 1 to 4; 0 for `extra`, which counts as none. */
export const depthOf = (kind: VisitKind): number => kindsDoneBy(kind).length;

/** The appendix of TSG T5002-2017 whose lists a category of lifts follows. */
export const appendixOf: Readonly<Record<LiftCategory, 'A' | 'B' | 'C' | 'D'>> = {
  traction: 'A',
  hydraulic: 'B',
  dumbwaiter: 'C',
  escalator: 'D',
};

/** Lifts whose maker writes the list (TSG T5002-2017, article 2): none is planned until a list of their own is entered. */
export const specialTypeLabels = { firefighter: '消防员电梯', explosionProof: '防爆电梯' } as const;
export type SpecialType = keyof typeof specialTypeLabels;

export const visitStages = ['planned', 'due', 'working', 'submitted', 'signed', 'replanned', 'imported'] as const;
export type VisitStage = (typeof visitStages)[number];
export const visitStageLabels: Readonly<Record<VisitStage, string>> = {
  planned: '待维保',
  due: '今日到期',
  working: '作业中',
  submitted: '待会签',
  signed: '已会签',
  replanned: '已改排',
  imported: '历史导入',
};
/** A lift has one visit at most in one of these; it is then the lift's next. */
export const openVisitStages = ['planned', 'due', 'working'] as const satisfies readonly VisitStage[];
/** A visit in one of these has been made: it set the clocks. */
export const doneVisitStages = ['submitted', 'signed', 'imported'] as const satisfies readonly VisitStage[];

/** Reasons for which a planned visit was given up for another. */
export const replanReasonLabels = {
  contractEnded: '维保单位变更',
  outOfUse: '电梯停用',
  scrapped: '电梯报废',
  listChanged: '类别或清单变更',
  history: '补录了维保历史',
  person: '人工改排',
  rejected: '上次维保被退回',
} as const;
export type ReplanReason = keyof typeof replanReasonLabels;

/** Permanent marks on the record of a visit; it is kept all the same. */
export const visitFlagLabels = {
  paper: '纸质补录',
  lateEntry: '事后补传',
  clockOff: '手机时钟不准',
  noPlace: '无定位',
  farAway: '签到地点偏远',
  noCode: '无动态码',
  wrongCode: '动态码错误',
  shortStay: '停留过短',
  apart: '两人签到相隔过久',
  oneWorker: '仅一人签到',
} as const;
export type VisitFlag = keyof typeof visitFlagLabels;

/** The device's word about a visit: inspection mode during the stay. */
export const evidenceLabels = {
  supported: '检修记录相符',
  doubtful: '存疑：检修状态不足',
  none: '无设备佐证',
} as const;
export type Evidence = keyof typeof evidenceLabels;
