import { assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { heartbeatDeadAfterMs } from '../contract/push.ts';
import { reconnectDelayMs } from '../contract/reconnectDelay.ts';
import { laterPoint, type ResumePoint } from '../contract/resumePoint.ts';
import { notProvided } from './notProvided.ts';
import { typed } from './typed.ts';

export type PushConnectionEvent =
  | { readonly type: 'socket.connecting' }
  | { readonly type: 'socket.opened' }
  | { readonly type: 'frame.arrived'; readonly resume?: ResumePoint }
  /** The transport heard no heartbeat for too long. */
  | { readonly type: 'heartbeat.missed' }
  /** `retryInMs`: when the transport itself will retry, if known. */
  | { readonly type: 'socket.dropped'; readonly retryInMs?: number }
  /**
   * The server does not know this session, or (`isCrowdedOut`) a newer page of the same user took its place: trying
   * again is left to a person.
   */
  | { readonly type: 'socket.refused'; readonly isCrowdedOut?: boolean }
  | { readonly type: 'user.retried' }
  | { readonly type: 'layout.left' };

export interface PushConnectionContext {
  readonly resume: ResumePoint | null;
  /** Connections that failed in a row. */
  readonly attempt: number;
  readonly retryInMs: number | null;
  /** True if it was refused because its user had too many pages open. */
  readonly isCrowdedOut: boolean;
  readonly random: () => number;
}

export interface PushConnectionInput {
  readonly resume: ResumePoint | null;
  /** Uniform in [0, 1): a thousand consoles must not come back at the same instant. */
  readonly random: () => number;
}

/** Orders of app to the transport. */
export type SocketCommand = { readonly type: 'reconnect.asked'; readonly resume: ResumePoint | null };

/** The live link as the screen shows it: anything but `live` means that what is shown may be old. */
export const pushConnectionMachine = setup({
  types: {
    context: typed<PushConnectionContext>(),
    events: typed<PushConnectionEvent>(),
    input: typed<PushConnectionInput>(),
    tags: typed<'fresh' | 'lost'>(),
  },
  actors: {
    /** The transport, in a worker: keeps the socket and reports on it until the machine stops, then closes with 1000. */
    socket: notProvided<SocketCommand, { readonly resume: ResumePoint | null }>('socket'),
  },
  delays: {
    deadAfter: heartbeatDeadAfterMs,
    backoff: ({ context }) => context.retryInMs ?? reconnectDelayMs(context.attempt, context.random),
  },
  actions: {
    keepResume: assign(({ context, event }) => {
      if (event.type !== 'frame.arrived' || event.resume === undefined) return context;
      return { resume: laterPoint(context.resume, event.resume) };
    }),
    countFailure: assign(({ context, event }) => ({
      attempt: context.attempt + 1,
      retryInMs: event.type === 'socket.dropped' ? (event.retryInMs ?? null) : null,
    })),
    keepRefusal: assign(({ event }) => ({
      isCrowdedOut: event.type === 'socket.refused' && event.isCrowdedOut === true,
    })),
    forgetFailures: assign({ attempt: 0, retryInMs: null }),
    askToReconnect: sendTo('socket', ({ context }: { context: PushConnectionContext }) => ({
      type: 'reconnect.asked',
      resume: context.resume,
    })),
  },
}).createMachine({
  id: 'pushConnection',
  context: ({ input }) => ({
    resume: input.resume,
    random: input.random,
    attempt: 0,
    retryInMs: null,
    isCrowdedOut: false,
  }),
  invoke: { src: 'socket', id: 'socket', input: ({ context }) => ({ resume: context.resume }) },
  initial: 'connecting',
  on: {
    'layout.left': { target: '.closed' },
    'socket.refused': { target: '.refused', actions: 'keepRefusal' },
  },
  states: {
    connecting: {
      description: '正在连接。',
      on: {
        'socket.opened': { target: 'authenticating' },
        'socket.dropped': { target: 'waiting', actions: 'countFailure' },
      },
    },
    authenticating: {
      description: '已连接，正在验证身份并补发遗漏的消息。',
      on: {
        'frame.arrived': { target: 'live', actions: ['keepResume', 'forgetFailures'] },
        'heartbeat.missed': { target: 'stale' },
        'socket.dropped': { target: 'waiting', actions: 'countFailure' },
      },
      after: { deadAfter: { target: 'stale' } },
    },
    live: {
      description: '实时连接正常。',
      tags: 'fresh',
      on: {
        // Each frame proves that the link is alive.
        'frame.arrived': { target: 'live', reenter: true, actions: 'keepResume' },
        'heartbeat.missed': { target: 'stale' },
        'socket.dropped': { target: 'waiting', actions: 'countFailure' },
      },
      after: { deadAfter: { target: 'stale' } },
    },
    stale: {
      description: '12 秒没有心跳：画面可能已过时，正在重连。',
      tags: 'lost',
      entry: 'askToReconnect',
      on: {
        'frame.arrived': { target: 'live', actions: ['keepResume', 'forgetFailures'] },
        'socket.connecting': { target: 'connecting' },
        'socket.opened': { target: 'authenticating' },
        'socket.dropped': { target: 'waiting', actions: 'countFailure' },
      },
    },
    waiting: {
      description: '连接中断，稍后自动重连。',
      tags: 'lost',
      on: {
        'socket.connecting': { target: 'connecting' },
        'socket.opened': { target: 'authenticating' },
        'user.retried': { target: 'connecting', actions: 'askToReconnect' },
      },
      after: { backoff: { target: 'connecting', actions: 'askToReconnect' } },
    },
    refused: {
      description: '服务器拒绝了连接：登录已失效，或同一账号打开的页面过多；不再自动重连。',
      tags: 'lost',
      on: { 'user.retried': { target: 'connecting', actions: ['forgetFailures', 'askToReconnect'] } },
    },
    closed: {
      description: '已离开页面，连接以 1000 关闭。',
      type: 'final',
    },
  },
});

export type PushConnectionSnapshot = SnapshotFrom<typeof pushConnectionMachine>;

/** The message on a page that had to give way to a newer one. */
export const crowdedOutText = '此账号同时打开的页面过多，本页的实时连接已让给较新的页面';

/** The banner's text; undefined while the link is live. */
export function pushConnectionNotice(state: PushConnectionSnapshot): string | undefined {
  if (state.hasTag('fresh') || state.matches('closed')) return undefined;
  if (state.matches('refused'))
    return state.context.isCrowdedOut
      ? `${crowdedOutText}，请关闭不用的页面后重新连接`
      : '登录已失效，实时连接被拒绝，请重新登录';
  const isFirst = state.context.attempt === 0 && state.context.resume === null && !state.matches('stale');
  return isFirst ? '正在建立实时连接…' : '连接中断，画面可能已过时，正在重连…';
}
