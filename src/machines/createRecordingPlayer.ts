import { createActor, fromCallback, type EventObject } from 'xstate';
import { replayMachine, type PlayheadInput, type ReplayStretch } from './replayMachine.ts';

export interface RecordingState {
  readonly state: 'playing' | 'paused' | 'ended';
  /** The replayed moment, epoch ms. */
  readonly atMs: number;
  readonly speed: number;
}

/** A player's commands and state; for `useSyncExternalStore`. */
export interface RecordingPlayer {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => RecordingState;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (atMs: number) => void;
  readonly changeSpeed: (speed: number) => void;
  /** Falls silent: no timer outlives the screen. */
  readonly stop: () => void;
}

/** Plays from a moment at a speed until stopped. */
export type Playhead = (input: PlayheadInput, onMoved: (atMs: number) => void) => () => void;

const stateOf = (isPlaying: boolean, isOver: boolean): RecordingState['state'] => {
  if (isOver) return 'ended';
  return isPlaying ? 'playing' : 'paused';
};

/** Plays a fully loaded recording with the same machine that replays the city; starts paused at `startMs`. */
export function createRecordingPlayer(stretch: ReplayStretch, startMs: number, playhead: Playhead): RecordingPlayer {
  const actor = createActor(
    replayMachine.provide({
      actors: {
        // One past the end: the last moment itself is still at hand.
        frames: fromCallback<EventObject, { readonly atMs: number }>(({ sendBack }) =>
          sendBack({ type: 'frames.loaded', stretch: { fromMs: stretch.fromMs, toMs: stretch.toMs + 1 } }),
        ),
        playhead: fromCallback<EventObject, PlayheadInput>(({ input, sendBack }) =>
          playhead(input, (atMs) => sendBack({ type: 'playhead.moved', atMs })),
        ),
      },
    }),
  );
  actor.start();
  actor.send({ type: 'user.changedSpeed', speed: 1 });
  actor.send({ type: 'user.opened', range: stretch, atMs: startMs, play: false });
  const read = (): RecordingState => {
    const state = actor.getSnapshot();
    return {
      state: stateOf(state.matches('playing'), state.matches('ended')),
      atMs: state.context.atMs,
      speed: state.context.speed,
    };
  };
  let snapshot = read();
  return {
    subscribe: (onChange) => {
      const watching = actor.subscribe(() => {
        snapshot = read();
        onChange();
      });
      return () => watching.unsubscribe();
    },
    getSnapshot: () => snapshot,
    play: () => actor.send({ type: 'user.played' }),
    pause: () => actor.send({ type: 'user.paused' }),
    seek: (atMs) => actor.send({ type: 'user.sought', atMs }),
    changeSpeed: (speed) => actor.send({ type: 'user.changedSpeed', speed }),
    stop: () => actor.send({ type: 'user.paused' }),
  };
}
