import { assign, enqueueActions, setup, type EventObject, type SnapshotFrom } from 'xstate';
import type { ClaimWay } from '../contract/labels.ts';
import { withCall, withoutCall, type RingingCall } from '../contract/ringingCall.ts';
import { notProvided } from './notProvided.ts';
import { typed } from './typed.ts';

export type AlarmDialogEvent =
  | { readonly type: 'push.arrived'; readonly call: RingingCall }
  /** The server reports that someone has it. */
  | {
      readonly type: 'push.claimed';
      readonly key: string;
      readonly byUserId: number;
      readonly byUserName: string;
      readonly via: ClaimWay;
    }
  /** The server says that it is over. */
  | { readonly type: 'push.over'; readonly key: string }
  /** All open calls, after the connection could not be resumed. */
  | { readonly type: 'push.resynced'; readonly calls: readonly RingingCall[] }
  | { readonly type: 'user.answered'; readonly by: 'click' | 'key' }
  | { readonly type: 'user.acknowledged' }
  /** Puts the dialog aside to work on a call already claimed; it still sounds. */
  | { readonly type: 'user.docked' }
  | { readonly type: 'user.undocked' }
  /** The number of open calls that this user has claimed. */
  | { readonly type: 'claims.counted'; readonly held: number }
  | { readonly type: 'claim.won' }
  | { readonly type: 'claim.lost'; readonly byUserName: string; readonly via: ClaimWay }
  | { readonly type: 'claim.failed'; readonly message: string }
  | { readonly type: 'sound.blocked' }
  | { readonly type: 'sound.armed' }
  /** The dialog has been there long enough that a key press is meant for it. */
  | { readonly type: 'key.readied' }
  | { readonly type: 'call.forgotten'; readonly key: string };

export interface AlarmDialogContext {
  readonly userId: number;
  /** Unanswered calls, the worst first, then the oldest. */
  readonly queue: readonly RingingCall[];
  /** The call on the dialog: the head of the queue while ringing, the one being answered afterwards. */
  readonly current: RingingCall | null;
  readonly isKeyReady: boolean;
  /** Open calls that this user has claimed: only who has one to work on may dock the dialog. */
  readonly heldClaims: number;
  /** The dialog is a bar at the edge of the page: queue and desk can be used while it sounds. */
  readonly isDocked: boolean;
  readonly winnerName: string | null;
  readonly winnerVia: ClaimWay;
  /** The reason why the last answer did not reach the server. */
  readonly message: string | null;
  /** Calls settled a moment ago: a reminder that was under way rings them no more. */
  readonly settled: readonly string[];
}

export interface AlarmDialogInput {
  readonly userId: number;
}

interface GuardArgs {
  readonly context: AlarmDialogContext;
  readonly event: AlarmDialogEvent;
}

const isNews = ({ context, event }: GuardArgs): boolean =>
  event.type === 'push.arrived' && !(event.call.isReminder && context.settled.includes(event.call.key));

const hasCalls = ({ context }: { context: AlarmDialogContext }): boolean => context.queue.length > 0;

const bringsCalls = ({ event }: GuardArgs): boolean => event.type === 'push.resynced' && event.calls.length > 0;

/** A click always; the key only once the dialog has been seen, so that typing does not answer a call. */
const isDeliberate = ({ context, event }: GuardArgs): boolean =>
  event.type === 'user.answered' && (event.by === 'click' || context.isKeyReady);

/** A docked dialog goes straight on to the next call: in a flood no one waits to read each colleague's name. */
const isCurrentTakenByOther = ({ context, event }: GuardArgs): boolean =>
  event.type === 'push.claimed' &&
  event.key === context.current?.key &&
  event.byUserId !== context.userId &&
  !context.isDocked;

const holdsClaim = ({ context }: { context: AlarmDialogContext }): boolean => context.heldClaims > 0;

const isLastOne = ({ context, event }: GuardArgs): boolean =>
  (event.type === 'push.over' || event.type === 'push.claimed') &&
  context.queue.every((call) => call.key === event.key);

const isAllOver = ({ event }: GuardArgs): boolean => event.type === 'push.resynced' && event.calls.length === 0;

/** The dialog that rings for a call anywhere in the layout; it closes only by an answer or by the server. */
export const alarmDialogMachine = setup({
  types: {
    context: typed<AlarmDialogContext>(),
    events: typed<AlarmDialogEvent>(),
    input: typed<AlarmDialogInput>(),
    tags: typed<'open' | 'ringing'>(),
  },
  actors: {
    /** Plays alarm.mp3 in a loop until stopped; reports `sound.blocked` or `sound.armed`. */
    alarmSound: notProvided<EventObject, Record<string, never>>('alarmSound'),
    /** Claims the call; reports `claim.won`, `claim.lost` or `claim.failed`. */
    claim: notProvided<EventObject, { readonly call: RingingCall | null }>('claim'),
  },
  delays: { answerKeyGuard: 500, handlingDelay: 500, winnerShown: 3_000, claimTimeout: 10_000, settledFor: 3_000 },
  guards: { isNews, hasCalls, bringsCalls, isDeliberate, isCurrentTakenByOther, isLastOne, isAllOver, holdsClaim },
  actions: {
    enqueue: assign(({ context, event }) =>
      event.type === 'push.arrived'
        ? {
            queue: withCall(context.queue, event.call),
            settled: context.settled.filter((key) => key !== event.call.key),
          }
        : context,
    ),
    dequeue: assign(({ context, event }) =>
      event.type === 'push.over' || event.type === 'push.claimed'
        ? { queue: withoutCall(context.queue, event.key) }
        : context,
    ),
    replaceQueue: assign(({ context, event }) =>
      event.type === 'push.resynced'
        ? { queue: event.calls.reduce<readonly RingingCall[]>((queue, call) => withCall(queue, call), []) }
        : context,
    ),
    dequeueCurrent: assign(({ context }) => ({
      queue: context.current === null ? context.queue : withoutCall(context.queue, context.current.key),
    })),
    /** Puts the head of the queue on the dialog; if that is another call, the key must be pressed again. */
    showHead: enqueueActions(({ context, enqueue }) => {
      const head = context.queue[0] ?? null;
      const isOther = head?.key !== context.current?.key;
      enqueue.assign({ current: head, ...(isOther ? { isKeyReady: false, message: null } : {}) });
      if (isOther) {
        enqueue.cancel('keyGuard');
        enqueue.raise({ type: 'key.readied' }, { delay: 'answerKeyGuard', id: 'keyGuard' });
      }
    }),
    readyKey: assign({ isKeyReady: true }),
    leaveCall: assign({
      current: null,
      isKeyReady: false,
      isDocked: false,
      message: null,
      winnerName: null,
      winnerVia: 'console',
    }),
    dock: assign({ isDocked: true }),
    undock: assign({ isDocked: false }),
    /** Without a claim to work on the dialog comes back. */
    countClaims: assign(({ context, event }) =>
      event.type === 'claims.counted'
        ? { heldClaims: event.held, isDocked: context.isDocked && event.held > 0 }
        : context,
    ),
    nameWinner: assign(({ context, event }) =>
      event.type === 'claim.lost' || event.type === 'push.claimed'
        ? { winnerName: event.byUserName, winnerVia: event.via }
        : context,
    ),
    forgetWinner: assign({ winnerName: null, current: null }),
    keepMessage: assign(({ context, event }) => (event.type === 'claim.failed' ? { message: event.message } : context)),
    sayTimedOut: assign({ message: '服务器没有响应，请再次点击“接听”' }),
    settleCurrent: enqueueActions(({ context, enqueue }) => {
      const key = context.current?.key;
      if (key === undefined) return;
      enqueue.assign({ settled: [...context.settled.filter((settled) => settled !== key), key] });
      enqueue.raise({ type: 'call.forgotten', key }, { delay: 'settledFor' });
    }),
    forgetSettled: assign(({ context, event }) =>
      event.type === 'call.forgotten' ? { settled: context.settled.filter((key) => key !== event.key) } : context,
    ),
    /** Provided by app: to RescueCall. */
    openRescueCall: () => {},
    /** Provided by app: opens the handling of this lift's call. */
    openHandling: (_args: unknown, _params: { readonly call: RingingCall | null }) => {},
  },
}).createMachine({
  id: 'alarmDialog',
  context: ({ input }) => ({
    userId: input.userId,
    queue: [],
    current: null,
    isKeyReady: false,
    heldClaims: 0,
    isDocked: false,
    winnerName: null,
    winnerVia: 'console',
    message: null,
    settled: [],
  }),
  initial: 'closed',
  // Whatever the dialog does with one call, the others queue up and leave the queue.
  on: {
    'push.arrived': { guard: 'isNews', actions: 'enqueue' },
    'push.claimed': { actions: 'dequeue' },
    'push.over': { actions: 'dequeue' },
    'push.resynced': { actions: 'replaceQueue' },
    'call.forgotten': { actions: 'forgetSettled' },
    'key.readied': { actions: 'readyKey' },
    'claims.counted': { actions: 'countClaims' },
  },
  states: {
    closed: {
      description: '没有未受理的呼叫。',
      entry: 'leaveCall',
      on: {
        'push.arrived': { target: 'ringing', guard: 'isNews', actions: 'enqueue' },
        'push.resynced': { target: 'ringing', guard: 'bringsCalls', actions: 'replaceQueue' },
      },
    },
    ringing: {
      description: '弹窗振铃，最紧急的呼叫在最前；不能关闭，只能接听；已有受理中的救援时可停靠，仍然振铃。',
      tags: ['open', 'ringing'],
      entry: 'showHead',
      invoke: { src: 'alarmSound', input: {} },
      initial: 'audible',
      on: {
        'push.arrived': { guard: 'isNews', actions: ['enqueue', 'showHead'] },
        'push.resynced': [
          { target: 'closed', guard: 'isAllOver', actions: 'replaceQueue' },
          { actions: ['replaceQueue', 'showHead'] },
        ],
        'push.claimed': [
          { target: 'claimedByOther', guard: 'isCurrentTakenByOther', actions: ['dequeue', 'nameWinner'] },
          { target: 'closed', guard: 'isLastOne', actions: 'dequeue' },
          { actions: ['dequeue', 'showHead'] },
        ],
        'push.over': [
          { target: 'closed', guard: 'isLastOne', actions: 'dequeue' },
          { actions: ['dequeue', 'showHead'] },
        ],
        'user.answered': { target: 'answering', guard: 'isDeliberate' },
        'user.docked': { guard: 'holdsClaim', actions: 'dock' },
        'user.undocked': { actions: 'undock' },
      },
      states: {
        audible: {
          description: '循环播放报警声。',
          on: { 'sound.blocked': { target: 'soundBlocked' } },
        },
        soundBlocked: {
          description: '浏览器阻止了声音，提示点击开启。',
          on: { 'sound.armed': { target: 'audible' } },
        },
      },
    },
    answering: {
      description: '已点击接听，等待服务器确认由谁受理。',
      tags: 'open',
      invoke: { src: 'claim', input: ({ context }) => ({ call: context.current }) },
      on: {
        'claim.won': { target: 'navigating', actions: ['dequeueCurrent', 'settleCurrent'] },
        'claim.lost': { target: 'claimedByOther', actions: ['dequeueCurrent', 'settleCurrent', 'nameWinner'] },
        'claim.failed': [{ target: 'ringing', guard: 'hasCalls', actions: 'keepMessage' }, { target: 'closed' }],
      },
      after: {
        claimTimeout: [{ target: 'ringing', guard: 'hasCalls', actions: 'sayTimedOut' }, { target: 'closed' }],
      },
    },
    navigating: {
      description: '已受理，正在打开救援呼叫中心。',
      entry: 'openRescueCall',
      after: {
        handlingDelay: [
          {
            target: 'ringing',
            guard: 'hasCalls',
            actions: { type: 'openHandling', params: ({ context }) => ({ call: context.current }) },
          },
          { target: 'closed', actions: { type: 'openHandling', params: ({ context }) => ({ call: context.current }) } },
        ],
      },
    },
    claimedByOther: {
      description: '显示由谁受理，随后关闭或显示下一个呼叫。',
      tags: 'open',
      exit: 'forgetWinner',
      on: {
        'user.acknowledged': [{ target: 'ringing', guard: 'hasCalls' }, { target: 'closed' }],
      },
      after: {
        winnerShown: [{ target: 'ringing', guard: 'hasCalls' }, { target: 'closed' }],
      },
    },
  },
});

export type AlarmDialogSnapshot = SnapshotFrom<typeof alarmDialogMachine>;
