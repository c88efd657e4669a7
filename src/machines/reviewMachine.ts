import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { ReviewEvent } from '../contract/events/review.ts';
import { keysOf } from '../contract/exceptions.ts';
import { reviewVerdictLabels, type ReviewVerdict } from '../contract/reviews.ts';
import { isByPerson, isBySystem, isPerson } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a review. */
export const reviewContextSchema = z.object({
  /** The last decision about it; an answer leaves it as it is. */
  verdict: z.enum(keysOf(reviewVerdictLabels)).nullable(),
  answerCount: z.number().int(),
});
export type ReviewContext = z.infer<typeof reviewContextSchema>;

/** The decision that an event makes; undefined for an event that makes none. */
export function verdictOf({ type }: Pick<ReviewEvent, 'type'>): ReviewVerdict | undefined {
  switch (type) {
    case 'review.published':
      return 'published';
    case 'review.kept':
      return 'kept';
    case 'review.refused':
      return 'refused';
    default:
      return undefined;
  }
}

interface GuardArgs {
  readonly context: ReviewContext;
  readonly event: ReviewEvent;
}

/** After an answer a decision may still be changed, to another one. */
const isOtherVerdict = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) && verdictOf(event) !== context.verdict;

const decided = (target: ReviewVerdict) => ({ target, guard: 'isByPerson', actions: 'judge' }) as const;
const answered = { target: 'answered', guard: 'isByPerson', actions: 'answer' } as const;
const changed = { guard: 'isOtherVerdict', actions: 'judge' } as const;

/** One passenger's review of a lift: read by a person before anybody else sees it, and answered by the property. */
export const reviewMachine = setup({
  types: { context: typed<ReviewContext>(), events: typed<ReviewEvent>() },
  guards: { isByPerson, isBySystem, isOtherVerdict },
  actions: {
    judge: assign(({ context, event }) => ({ verdict: verdictOf(event) ?? context.verdict })),
    answer: assign(({ context }) => ({ answerCount: context.answerCount + 1 })),
  },
}).createMachine({
  id: 'review',
  context: { verdict: null, answerCount: 0 },
  initial: 'unreceived',
  states: {
    unreceived: {
      description: '尚无评价。',
      on: { 'review.received': { target: 'received' } },
    },
    received: {
      description: '等待审核；审核前任何人都不能在扫码页面看到。',
      on: {
        'review.published': decided('published'),
        'review.kept': decided('kept'),
        'review.refused': decided('refused'),
      },
    },
    published: {
      description: '扫码的人都能看到；物业可以答复。',
      on: {
        'review.kept': decided('kept'),
        'review.refused': decided('refused'),
        'review.answered': answered,
      },
    },
    kept: {
      description: '只有管理人员和提交人能看到；物业可以答复。',
      on: {
        'review.published': decided('published'),
        'review.refused': decided('refused'),
        'review.answered': answered,
      },
    },
    refused: {
      description: '不采纳；仍可向提交人说明。',
      on: {
        'review.published': decided('published'),
        'review.kept': decided('kept'),
        'review.answered': answered,
      },
    },
    answered: {
      description: '已答复，提交人凭查询链接可见；答复可以更正，公开与否可以更改。',
      on: {
        'review.answered': { guard: 'isByPerson', actions: 'answer' },
        'review.published': changed,
        'review.kept': changed,
        'review.refused': changed,
      },
    },
  },
});

export type ReviewSnapshot = SnapshotFrom<typeof reviewMachine>;
