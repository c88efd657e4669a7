import { reviewEvents, reviewSteps, type ReviewEvent } from '../contract/events/review.ts';
import {
  reviewProblemLabels,
  reviewStageLabels,
  reviewStatusLabels,
  reviewVerdictLabels,
  reviewWayLabels,
  type ReviewStage,
} from '../contract/reviews.ts';
import type { StatusIndex } from '../contract/labels.ts';
import { isPerson } from './actors.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { defineLifecycle, type EventWords, type ExampleData } from './lifecycle.ts';
import { reviewContextSchema, reviewMachine, verdictOf, type ReviewSnapshot } from './reviewMachine.ts';

/** The stage as the contract names it; undefined before it came in. */
export const reviewStageOf = (state: ReviewSnapshot): ReviewStage | undefined =>
  state.value === 'unreceived' ? undefined : state.value;

/** Nothing further is expected of anybody. */
export const isReviewClosed = (state: ReviewSnapshot): boolean => state.matches('answered') || state.matches('refused');

function statusIndex(state: ReviewSnapshot): StatusIndex {
  if (isReviewClosed(state)) return 2;
  return state.matches('published') || state.matches('kept') ? 1 : 0;
}

function describeState(state: ReviewSnapshot): string {
  const stage = reviewStageOf(state);
  if (stage === undefined) return '尚无评价';
  const { verdict } = state.context;
  const index = statusIndex(state);
  const also = stage === 'answered' && verdict !== null ? `（${reviewVerdictLabels[verdict]}）` : '';
  return `${index} ${reviewStatusLabels[index]} · ${reviewStageLabels[stage]}${also}`;
}

const sentence = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('，');

function describeEvent(event: ReviewEvent): EventWords {
  const title = reviewSteps[event.type].label;
  switch (event.type) {
    case 'review.received': {
      const { via, problem, score, text, exceptionId, joined } = event.data;
      return {
        title,
        detail: sentence(
          reviewWayLabels[via],
          problem === null ? undefined : `问题：${reviewProblemLabels[problem]}`,
          score === null ? undefined : `${score} 分`,
          exceptionId === null ? undefined : joined ? `并入故障 ${exceptionId}` : `开故障 ${exceptionId}`,
          text,
        ),
      };
    }
    case 'review.published':
      return { title, detail: event.data.note ?? '' };
    case 'review.kept':
    case 'review.refused':
      return { title, detail: event.data.reason };
    case 'review.answered':
      return { title, detail: event.data.text };
  }
}

function explainRefusal(state: ReviewSnapshot, event: ReviewEvent): string {
  const stage = reviewStageOf(state);
  if (stage === undefined) return '该评价不存在，请刷新后重试';
  if (event.type === 'review.received') return '该评价已存在，请刷新后查看';
  if (!isPerson(event.actor)) return `须由人员${reviewSteps[event.type].label}`;
  if (event.type === 'review.answered') return '该评价尚未审核，请先决定是否公开，再答复';
  const verdict = verdictOf(event);
  return verdict === undefined ? '当前状态不能执行该步骤' : `该评价已是“${reviewVerdictLabels[verdict]}”`;
}

/** A passenger's review as the server decides it and the page of reviews offers it: streams `review-<id>`. */
export const reviewLifecycle = defineLifecycle({
  name: 'review',
  title: '电梯评价',
  streamPrefix: 'review',
  machine: reviewMachine,
  contextSchema: reviewContextSchema,
  schemas: reviewEvents,
  steps: reviewSteps,
  moments: [],
  statusIndex,
  describeState,
  describeEvent,
  deadlines: () => [],
  eventForDeadline: () => undefined,
  isClosed: isReviewClosed,
  explainRefusal,
  exampleData: (): ExampleData<typeof reviewEvents> => ({
    'review.received': [
      {
        reviewId: 1,
        elevatorId: 1,
        tag: 'DT-0001',
        addr: '1 号楼',
        responsible: exampleResponsible,
        via: 'code',
        problem: 'noise',
        score: 2,
        text: '上行时有异响',
        photos: [],
        followHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        exceptionId: 7,
        joined: false,
      },
    ],
    'review.published': [{}],
    'review.kept': [{ reason: '涉及住户隐私' }],
    'review.refused': [{ reason: '与电梯无关' }],
    'review.answered': [{ text: '已安排维保单位检查，感谢反馈' }],
  }),
});
