import { assign, setup, type EventObject } from 'xstate';
import { notProvided } from './notProvided.ts';
import { typed } from './typed.ts';

export const slowestReplay = 1;
export const fastestReplay = 60;

/** A stretch of the past, epoch ms. */
export interface ReplayStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

export type ReplayEvent =
  /** `play` false opens it standing still. */
  | { readonly type: 'user.opened'; readonly range: ReplayStretch; readonly atMs: number; readonly play?: boolean }
  | { readonly type: 'user.played' }
  | { readonly type: 'user.paused' }
  | { readonly type: 'user.sought'; readonly atMs: number }
  | { readonly type: 'user.changedSpeed'; readonly speed: number }
  | { readonly type: 'user.closed' }
  /** The frames at hand: playing on beyond them loads the next stretch. */
  | { readonly type: 'frames.loaded'; readonly stretch: ReplayStretch }
  | { readonly type: 'frames.failed'; readonly message: string }
  | { readonly type: 'playhead.moved'; readonly atMs: number };

export interface ReplayContext {
  /** All that could be played; null while nothing is open. */
  readonly range: ReplayStretch | null;
  readonly loaded: ReplayStretch | null;
  /** The replayed moment, epoch ms. */
  readonly atMs: number;
  readonly speed: number;
  /** True if it plays once it is loaded. */
  readonly wantsPlay: boolean;
  /** The reason why it could not be loaded, in Chinese. */
  readonly problem: string | null;
}

export interface PlayheadInput {
  readonly atMs: number;
  readonly speed: number;
}

const within = (stretch: ReplayStretch | null, atMs: number): boolean =>
  stretch !== null && atMs >= stretch.fromMs && atMs < stretch.toMs;
const clamp = ({ fromMs, toMs }: ReplayStretch, atMs: number): number => Math.min(toMs, Math.max(fromMs, atMs));
const momentOf = (event: ReplayEvent, context: ReplayContext): number => ('atMs' in event ? event.atMs : context.atMs);

/** Plays a stretch of the past at 1–60×: what it draws is never the present. */
export const replayMachine = setup({
  types: { context: typed<ReplayContext>(), events: typed<ReplayEvent>(), tags: typed<'replaying' | 'moving'>() },
  actors: {
    /** Loads the stretch around a moment; reports `frames.loaded` or `frames.failed`. */
    frames: notProvided<EventObject, { readonly atMs: number }>('frames'),
    /** Runs on from a moment at a speed; says `playhead.moved`. */
    playhead: notProvided<EventObject, PlayheadInput>('playhead'),
  },
  guards: {
    isPlayable: (_, { range }: { range: ReplayStretch }) => range.toMs > range.fromMs,
    isSpeed: (_, { speed }: { speed: number }) => speed >= slowestReplay && speed <= fastestReplay,
    isOver: ({ context, event }) => context.range !== null && momentOf(event, context) >= context.range.toMs,
    isLoaded: ({ context, event }) => within(context.loaded, momentOf(event, context)),
    wantsPlay: ({ context }) => context.wantsPlay,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'user.opened'
        ? {
            ...context,
            range: event.range,
            atMs: clamp(event.range, event.atMs),
            loaded: null,
            wantsPlay: event.play ?? true,
            problem: null,
          }
        : context,
    ),
    close: assign({ range: null, loaded: null, wantsPlay: false, problem: null }),
    move: assign(({ context, event }) =>
      context.range === null ? context : { ...context, atMs: clamp(context.range, momentOf(event, context)) },
    ),
    rewind: assign(({ context }) => ({ ...context, atMs: context.range?.fromMs ?? context.atMs })),
    keepStretch: assign(({ context, event }) =>
      event.type === 'frames.loaded' ? { ...context, loaded: event.stretch, problem: null } : context,
    ),
    keepProblem: assign(({ context, event }) =>
      event.type === 'frames.failed' ? { ...context, problem: event.message } : context,
    ),
    keepSpeed: assign(({ context, event }) =>
      event.type === 'user.changedSpeed' ? { ...context, speed: event.speed } : context,
    ),
    wantPlay: assign({ wantsPlay: true }),
    wantPause: assign({ wantsPlay: false }),
  },
}).createMachine({
  id: 'replay',
  context: { range: null, loaded: null, atMs: 0, speed: 10, wantsPlay: false, problem: null },
  initial: 'idle',
  on: {
    'user.opened': {
      target: '.loading',
      reenter: true,
      guard: { type: 'isPlayable', params: ({ event }) => ({ range: event.range }) },
      actions: 'open',
    },
    'user.closed': { target: '.idle', actions: 'close' },
    'user.changedSpeed': {
      guard: { type: 'isSpeed', params: ({ event }) => ({ speed: event.speed }) },
      actions: 'keepSpeed',
    },
  },
  states: {
    idle: { description: '未在回放：画面是实时的。' },
    loading: {
      description: '正在读取这一段历史。',
      tags: 'replaying',
      invoke: { src: 'frames', input: ({ context }) => ({ atMs: context.atMs }) },
      on: {
        'frames.loaded': [
          { guard: 'wantsPlay', target: 'playing', actions: 'keepStretch' },
          { target: 'paused', actions: 'keepStretch' },
        ],
        'frames.failed': { target: 'failed', actions: 'keepProblem' },
        'user.sought': { target: 'loading', reenter: true, actions: 'move' },
        'user.played': { actions: 'wantPlay' },
        'user.paused': { actions: 'wantPause' },
      },
    },
    playing: {
      description: '正在播放历史。',
      tags: ['replaying', 'moving'],
      entry: 'wantPlay',
      invoke: { src: 'playhead', input: ({ context }) => ({ atMs: context.atMs, speed: context.speed }) },
      on: {
        'playhead.moved': [
          { guard: 'isOver', target: 'ended', actions: 'move' },
          { guard: 'isLoaded', actions: 'move' },
          { target: 'loading', actions: 'move' },
        ],
        'user.paused': { target: 'paused', actions: 'wantPause' },
        'user.sought': [
          { guard: 'isOver', target: 'ended', actions: 'move' },
          { guard: 'isLoaded', target: 'playing', reenter: true, actions: 'move' },
          { target: 'loading', actions: 'move' },
        ],
        'user.changedSpeed': {
          target: 'playing',
          reenter: true,
          guard: { type: 'isSpeed', params: ({ event }) => ({ speed: event.speed }) },
          actions: 'keepSpeed',
        },
      },
    },
    paused: {
      description: '停在历史中的一刻。',
      tags: 'replaying',
      entry: 'wantPause',
      on: {
        'user.played': { target: 'playing' },
        'user.sought': [
          { guard: 'isOver', target: 'ended', actions: 'move' },
          { guard: 'isLoaded', actions: 'move' },
          { target: 'loading', actions: 'move' },
        ],
      },
    },
    ended: {
      description: '已播放到这段历史的末尾。',
      tags: 'replaying',
      entry: 'wantPause',
      on: {
        'user.played': { target: 'loading', actions: ['rewind', 'wantPlay'] },
        'user.sought': [
          { guard: 'isOver', actions: 'move' },
          { guard: 'isLoaded', target: 'paused', actions: 'move' },
          { target: 'loading', actions: 'move' },
        ],
      },
    },
    failed: {
      description: '这一段历史未能读取，可重试或换一个时间。',
      tags: 'replaying',
      on: {
        'user.played': { target: 'loading', actions: 'wantPlay' },
        'user.sought': { target: 'loading', actions: 'move' },
      },
    },
  },
});
