import { and, assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { NotificationEvent } from '../contract/events/notification.ts';
import { isBySystem, isPerson, isSystem } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a notification. */
export const notificationContextSchema = z.object({
  priority: z.literal([1, 2, 3]),
  expiresAtMs: z.number(),
  /** The number of times that it has left. */
  attempts: z.number().int(),
  /** The provider's name for the newest attempt; empty until it has taken it on. */
  providerId: z.string(),
  /** The time of the next attempt after a failure. */
  retryAtMs: z.number().nullable(),
  /** The time at which it is sent again although nobody knows whether it left. */
  resendAtMs: z.number().nullable(),
  /** A recipient who has not reacted this long after it left, or after it was queued, counts as unheard. */
  unheardAfterMs: z.number().nullable(),
  waitsSinceMs: z.number(),
  isUnheard: z.boolean(),
  /** Only the key that is pressed counts as a reaction. */
  requireKey: z.boolean(),
  hidden: z.boolean(),
});
export type NotificationContext = z.infer<typeof notificationContextSchema>;

interface GuardArgs {
  readonly context: NotificationContext;
  readonly event: NotificationEvent;
}

/** A notification that no longer matters is not sent; each attempt has the next number, so that none counts twice. */
const canAttempt = ({ context, event }: GuardArgs): boolean =>
  event.type === 'notification.attempted' &&
  isSystem(event.actor) &&
  event.data.attempt === context.attempts + 1 &&
  event.receivedAtMs < context.expiresAtMs;

/** A provider reports it, or the person presses a link on a page of ours. */
const hasLeft = ({ context, event }: GuardArgs): boolean => event.actor.kind !== 'device' && context.attempts > 0;

const isRetryDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'notification.deadlinePassed' &&
  event.data.kind === 'retry' &&
  isSystem(event.actor) &&
  context.retryAtMs !== null &&
  event.receivedAtMs >= context.retryAtMs;

const isUnheardDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'notification.deadlinePassed' &&
  event.data.kind === 'unheard' &&
  isSystem(event.actor) &&
  !context.isUnheard &&
  context.unheardAfterMs !== null &&
  event.receivedAtMs >= context.waitsSinceMs + context.unheardAfterMs;

/** Without the key, a call that was picked up is not yet heard. */
const isUnheardWithoutKey = (args: GuardArgs): boolean => args.context.requireKey && isUnheardDue(args);

const isNewTerm = ({ event }: GuardArgs): boolean =>
  event.type === 'notification.resent' && event.data.expiresAtMs > event.receivedAtMs;

/**
 * A person decides that it leaves once more, though it may have arrived; the server does where that was settled before. If the server was
 * away until nobody needs it any longer, it is queued all the same and given up there: refused, the deadline would stand forever.
 */
const canResend = (args: GuardArgs): boolean =>
  isSystem(args.event.actor)
    ? args.context.resendAtMs !== null && args.event.receivedAtMs >= args.context.resendAtMs
    : isNewTerm(args) && isPerson(args.event.actor);

const canResendByHand = (args: GuardArgs): boolean => isNewTerm(args) && isPerson(args.event.actor);

const hasResendAhead = ({ context, event }: GuardArgs): boolean => isSystem(event.actor) && context.resendAtMs !== null;

/** The record stays for as long as an answer is awaited. */
const canHide = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && !context.hidden;
const isNotWaiting = ({ context }: GuardArgs): boolean => !isWaiting(context) && context.resendAtMs === null;
const isNotWaitingForKey = ({ context }: GuardArgs): boolean => !context.requireKey || !isWaiting(context);

/** The ladder goes on if nobody reacts in time. */
export const isWaiting = ({ unheardAfterMs, isUnheard }: NotificationContext): boolean =>
  unheardAfterMs !== null && !isUnheard;

const receipts = {
  'notification.delivered': { target: 'delivered', guard: 'hasLeft' },
  'notification.answered': { target: 'answered', guard: 'hasLeft' },
  'notification.acknowledged': { target: 'acknowledged', guard: 'hasLeft' },
} as const;
const unheard = { guard: 'isUnheardDue', actions: 'countUnheard' } as const;
const failed = { target: 'retrying', guard: 'isBySystem', actions: 'planRetry' } as const;
const givenUp = { target: 'givenUp', guard: 'isBySystem' } as const;
const cancelled = { target: 'cancelled', guard: 'isBySystem' } as const;

/** One message to one recipient by one channel: only a reaction of the person counts as informed. */
export const notificationMachine = setup({
  types: { context: typed<NotificationContext>(), events: typed<NotificationEvent>() },
  guards: {
    isBySystem,
    canAttempt,
    hasLeft,
    isRetryDue,
    isUnheardDue,
    isUnheardWithoutKey,
    canResend,
    canResendByHand,
    hasResendAhead,
    canHide,
    canHideUnlessWaiting: and([canHide, isNotWaiting]),
    canHideUnlessKeyIsDue: and([canHide, isNotWaitingForKey]),
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'notification.queued'
        ? {
            priority: event.data.priority,
            expiresAtMs: event.data.expiresAtMs,
            unheardAfterMs: event.data.unheardAfterMs,
            waitsSinceMs: event.receivedAtMs,
            requireKey: event.data.requireKey,
          }
        : context,
    ),
    countAttempt: assign(({ context, event }) => ({
      attempts: context.attempts + 1,
      providerId: '',
      // The first time that it leaves begins the wait for an answer.
      waitsSinceMs: context.attempts === 0 ? event.receivedAtMs : context.waitsSinceMs,
    })),
    planRetry: assign(({ context, event }) =>
      event.type === 'notification.failed' ? { retryAtMs: event.data.retryAtMs, resendAtMs: null } : context,
    ),
    planResend: assign(({ context, event }) =>
      event.type === 'notification.unknown' ? { resendAtMs: event.data.resendAtMs ?? null } : context,
    ),
    accept: assign(({ context, event }) =>
      event.type === 'notification.accepted' ? { providerId: event.data.providerId, resendAtMs: null } : context,
    ),
    forgetResend: assign({ resendAtMs: null }),
    requeue: assign({ retryAtMs: null }),
    beginAgain: assign(({ context, event }) =>
      event.type === 'notification.resent'
        ? { expiresAtMs: event.data.expiresAtMs, retryAtMs: null, resendAtMs: null }
        : context,
    ),
    countUnheard: assign({ isUnheard: true }),
    hide: assign({ hidden: true }),
  },
}).createMachine({
  id: 'notification',
  context: {
    priority: 3,
    expiresAtMs: 0,
    attempts: 0,
    providerId: '',
    retryAtMs: null,
    resendAtMs: null,
    unheardAfterMs: null,
    waitsSinceMs: 0,
    isUnheard: false,
    requireKey: false,
    hidden: false,
  },
  initial: 'unqueued',
  states: {
    unqueued: {
      description: '尚无通知。',
      on: { 'notification.queued': { target: 'queued', actions: 'open' } },
    },
    queued: {
      description: '等待发送；呼叫求助的通知排在前面。',
      on: {
        'notification.attempted': { target: 'attempted', guard: 'canAttempt', actions: 'countAttempt' },
        'notification.failed': failed,
        'notification.givenUp': givenUp,
        'notification.cancelled': cancelled,
        'notification.deadlinePassed': unheard,
        ...receipts,
      },
    },
    attempted: {
      description: '已记录并正在发出，等待渠道答复。',
      on: {
        'notification.accepted': { target: 'accepted', guard: 'isBySystem', actions: 'accept' },
        'notification.failed': failed,
        'notification.unknown': { target: 'unknown', guard: 'isBySystem', actions: 'planResend' },
        'notification.deadlinePassed': unheard,
        ...receipts,
      },
    },
    accepted: {
      description: '渠道已受理，尚不知道是否送达。',
      on: {
        'notification.failed': failed,
        'notification.deadlinePassed': unheard,
        'notification.hidden': { guard: 'canHideUnlessWaiting', actions: 'hide' },
        ...receipts,
      },
    },
    delivered: {
      description: '已送达对方的设备，还不能说明对方知道。',
      on: {
        'notification.answered': receipts['notification.answered'],
        'notification.acknowledged': receipts['notification.acknowledged'],
        'notification.deadlinePassed': unheard,
        'notification.hidden': { guard: 'canHideUnlessWaiting', actions: 'hide' },
      },
    },
    answered: {
      description: '已接听或已读；要求按键的，按键后才算确认。',
      on: {
        'notification.acknowledged': receipts['notification.acknowledged'],
        'notification.deadlinePassed': { guard: 'isUnheardWithoutKey', actions: 'countUnheard' },
        'notification.hidden': { guard: 'canHideUnlessKeyIsDue', actions: 'hide' },
      },
    },
    acknowledged: {
      description: '对方已确认：只有这一状态算作知情。',
      on: { 'notification.hidden': { guard: 'canHide', actions: 'hide' } },
    },
    retrying: {
      description: '本次发送失败，到时重试；不再重试的随即放弃。',
      on: {
        'notification.deadlinePassed': [{ target: 'queued', guard: 'isRetryDue', actions: 'requeue' }, unheard],
        'notification.givenUp': givenUp,
        'notification.cancelled': cancelled,
        ...receipts,
      },
    },
    unknown: {
      description: '已发出但没有答复，不知道是否送达；只有呼叫求助的通知由系统再发一次。',
      on: {
        'notification.accepted': { target: 'accepted', guard: 'isBySystem', actions: 'accept' },
        'notification.failed': failed,
        'notification.resent': { target: 'queued', guard: 'canResend', actions: 'beginAgain' },
        'notification.cancelled': { guard: 'hasResendAhead', actions: 'forgetResend' },
        'notification.deadlinePassed': unheard,
        'notification.hidden': { guard: 'canHideUnlessWaiting', actions: 'hide' },
        ...receipts,
      },
    },
    givenUp: {
      description: '已放弃；人员可以重发，迟到的回执仍然有效。',
      on: {
        'notification.resent': { target: 'queued', guard: 'canResendByHand', actions: 'beginAgain' },
        'notification.hidden': { guard: 'canHide', actions: 'hide' },
        ...receipts,
      },
    },
    cancelled: {
      description: '发出前已不再需要。',
      on: { 'notification.hidden': { guard: 'canHide', actions: 'hide' }, ...receipts },
    },
  },
});

export type NotificationSnapshot = SnapshotFrom<typeof notificationMachine>;
