import type { FaultPhenomenon } from './exceptions.ts';

/** Problems of a lift in a passenger's everyday words: the eight tiles of the page behind the code. */
export const reviewProblemLabels = {
  noise: '异响',
  vibration: '抖动',
  doorPinch: '门夹人',
  levelling: '不平层',
  button: '按钮坏',
  smell: '异味脏',
  stopped: '停运',
  other: '其他',
} as const;
export type ReviewProblem = keyof typeof reviewProblemLabels;

/** The fault that a problem becomes: one open fault of a phenomenon on a lift takes in every report of the same. */
export const phenomenonOfProblem = {
  noise: 'noise',
  vibration: 'vibration',
  doorPinch: 'doorPinch',
  levelling: 'levelling',
  button: 'button',
  smell: 'smell',
  stopped: 'notRunning',
  other: 'other',
} as const satisfies Readonly<Record<ReviewProblem, FaultPhenomenon>>;

/** Ways in which a review came in. */
export const reviewWayLabels = { code: '乘客扫码', desk: '人员登记' } as const;
export type ReviewWay = keyof typeof reviewWayLabels;

/** A person's decisions about a review. Only a published one is shown to everybody who scans the code. */
export const reviewVerdictLabels = { published: '已公开', kept: '仅内部', refused: '不采纳' } as const;
export type ReviewVerdict = keyof typeof reviewVerdictLabels;

export const reviewStageLabels = { received: '待审核', ...reviewVerdictLabels, answered: '已答复' } as const;
export type ReviewStage = keyof typeof reviewStageLabels;

/** Indexes of the specification's kind: 0 waits, 1 decided, 2 over. */
export const reviewStatusLabels = ['待审核', '已审核', '已答复', ''] as const;

export const longestReview = 500;
export const mostReviewPhotos = 3;
export const bestScore = 5;
/** A review with at most this score asks for an answer, as a reported problem does. */
export const lowScore = 2;

/** Letters alone: what stands between them, such as spaces or stars, hides no word. */
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** True if the text has one of the words, which a comma, an enumeration comma or a space separates. */
export function hasSensitiveWord(text: string, words: string): boolean {
  const plain = letters(text);
  return words
    .split(/[、，,;；\s]+/)
    .map(letters)
    .some((word) => word !== '' && plain.includes(word));
}
