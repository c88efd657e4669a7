import { createActor, fromCallback, type EventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { replayMachine, type PlayheadInput } from './replayMachine.ts';
import { replayEvents } from './stories/interactionEvents.ts';
import { reachableStates } from './stories/reachableStates.ts';

const range = { fromMs: 0, toMs: 10_000 };
const firstHour = { fromMs: 0, toMs: 5_000 };

/** A replay whose frames and clock the test controls; `done` lists its requests. */
function startReplay() {
  const done: string[] = [];
  const actor = createActor(
    replayMachine.provide({
      actors: {
        frames: fromCallback<EventObject, { readonly atMs: number }>(
          ({ input }) => void done.push(`load ${input.atMs}`),
        ),
        playhead: fromCallback<EventObject, PlayheadInput>(({ input }) => {
          done.push(`run ${input.atMs} ×${input.speed}`);
          return () => void done.push('stop');
        }),
      },
    }),
  );
  actor.start();
  const open = (atMs: number, play = true): void => {
    actor.send({ type: 'user.opened', range, atMs, play });
    actor.send({ type: 'frames.loaded', stretch: firstHour });
  };
  return { actor, done, open, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

describe('playing the past', () => {
  it('loads the stretch around the wanted moment, then plays from there', () => {
    const { actor, done, value, context } = startReplay();
    actor.send({ type: 'user.opened', range, atMs: 2_000 });
    expect(value()).toBe('loading');
    actor.send({ type: 'frames.loaded', stretch: firstHour });
    expect(value()).toBe('playing');
    actor.send({ type: 'playhead.moved', atMs: 2_500 });
    expect(context().atMs).toBe(2_500);
    expect(done).toEqual(['load 2000', 'run 2000 ×10']);
  });
  it('stands still when it was opened so, and plays at a click', () => {
    const { actor, open, value } = startReplay();
    open(1_000, false);
    expect(value()).toBe('paused');
    actor.send({ type: 'user.played' });
    expect(value()).toBe('playing');
  });
  it('stops the playhead while paused', () => {
    const { actor, done, open, value } = startReplay();
    open(1_000);
    actor.send({ type: 'user.paused' });
    expect(value()).toBe('paused');
    expect(done.at(-1)).toBe('stop');
  });
  it('goes on at another speed from the moment it is at', () => {
    const { actor, done, open, context } = startReplay();
    open(0);
    actor.send({ type: 'playhead.moved', atMs: 700 });
    actor.send({ type: 'user.changedSpeed', speed: 60 });
    expect(done.slice(-2)).toEqual(['stop', 'run 700 ×60']);
    expect(context().speed).toBe(60);
  });
  it('never plays slower than 1× or faster than 60×', () => {
    const { actor, open } = startReplay();
    open(0);
    expect(actor.getSnapshot().can({ type: 'user.changedSpeed', speed: 0.5 })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'user.changedSpeed', speed: 61 })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'user.changedSpeed', speed: 1 })).toBe(true);
  });
  it('loads the next stretch when it reaches the end of the loaded one, and keeps playing', () => {
    const { actor, done, open, value } = startReplay();
    open(4_000);
    actor.send({ type: 'playhead.moved', atMs: 5_000 });
    expect(value()).toBe('loading');
    expect(done.at(-1)).toBe('load 5000');
    actor.send({ type: 'frames.loaded', stretch: { fromMs: 5_000, toMs: 10_000 } });
    expect(value()).toBe('playing');
  });
  it('stops at the end of the data, and restarts from the beginning', () => {
    const { actor, done, open, value, context } = startReplay();
    open(0);
    actor.send({ type: 'frames.loaded', stretch: range });
    actor.send({ type: 'playhead.moved', atMs: 12_000 });
    expect(value()).toBe('ended');
    expect(context().atMs).toBe(range.toMs);
    actor.send({ type: 'user.played' });
    expect(done.at(-1)).toBe('load 0');
  });
});

describe('dragging the time bar', () => {
  it('within what is loaded loads nothing, and what was paused stays paused', () => {
    const { actor, done, open, value, context } = startReplay();
    open(0, false);
    actor.send({ type: 'user.sought', atMs: 4_900 });
    expect(value()).toBe('paused');
    expect(context().atMs).toBe(4_900);
    expect(done).toEqual(['load 0']);
  });
  it('elsewhere loads that stretch; only the last of several drags counts', () => {
    const { actor, done, open, value } = startReplay();
    open(0);
    actor.send({ type: 'user.sought', atMs: 7_000 });
    actor.send({ type: 'user.sought', atMs: 8_000 });
    expect(value()).toBe('loading');
    expect(done.slice(-2)).toEqual(['load 7000', 'load 8000']);
  });
  it('cannot leave the range', () => {
    const { actor, open, context, value } = startReplay();
    open(3_000);
    actor.send({ type: 'user.sought', atMs: -500 });
    expect(context().atMs).toBe(0);
    actor.send({ type: 'frames.loaded', stretch: firstHour });
    actor.send({ type: 'user.sought', atMs: 99_000 });
    expect(value()).toBe('ended');
    expect(context().atMs).toBe(10_000);
  });
});

describe('a stretch that cannot be loaded', () => {
  it('says why and is tried again by playing', () => {
    const { actor, done, value, context } = startReplay();
    actor.send({ type: 'user.opened', range, atMs: 0 });
    actor.send({ type: 'frames.failed', message: '网络连接失败' });
    expect(value()).toBe('failed');
    expect(context().problem).toBe('网络连接失败');
    actor.send({ type: 'user.played' });
    expect(done).toEqual(['load 0', 'load 0']);
    actor.send({ type: 'frames.loaded', stretch: firstHour });
    expect(context().problem).toBeNull();
  });
});

it('an empty range opens nothing', () => {
  const { actor } = startReplay();
  expect(actor.getSnapshot().can({ type: 'user.opened', range: { fromMs: 5, toMs: 5 }, atMs: 5 })).toBe(false);
});

it('closing returns to the live picture from anywhere', () => {
  const { actor, open, value } = startReplay();
  open(0);
  actor.send({ type: 'user.closed' });
  expect(value()).toBe('idle');
  expect(actor.getSnapshot().hasTag('replaying')).toBe(false);
});

it('every state is reached', () => {
  const states = reachableStates(replayMachine, () => [...replayEvents]);
  expect(states.map(({ key }) => key).toSorted()).toEqual(['ended', 'failed', 'idle', 'loading', 'paused', 'playing']);
});
