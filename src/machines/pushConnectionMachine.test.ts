import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { reconnectDelayMs } from '../contract/reconnectDelay.ts';
import type { ResumePoint } from '../contract/resumePoint.ts';
import { pushConnectionMachine, pushConnectionNotice, type SocketCommand } from './pushConnectionMachine.ts';
import { pushConnectionEvents } from './stories/interactionEvents.ts';
import { reachableStates } from './stories/reachableStates.ts';

/** A connection whose transport is played by the test. */
function connect({ resume = null, random = () => 0.5 }: { resume?: ResumePoint | null; random?: () => number } = {}) {
  const clock = new SimulatedClock();
  const told: (SocketCommand | 'opened' | 'closed')[] = [];
  const actor = createActor(
    pushConnectionMachine.provide({
      actors: {
        socket: fromCallback<SocketCommand, { readonly resume: ResumePoint | null }>(({ receive }) => {
          told.push('opened');
          receive((command) => told.push(command));
          return () => {
            told.push('closed');
          };
        }),
      },
    }),
    { clock, input: { resume, random } },
  );
  actor.start();
  return {
    actor,
    clock,
    told,
    value: () => actor.getSnapshot().value,
    notice: () => pushConnectionNotice(actor.getSnapshot()),
  };
}

describe('the live link', () => {
  it('connects, authenticates and is live with the first frame', () => {
    const { actor, notice, value } = connect();
    expect([value(), notice()]).toEqual(['connecting', '正在建立实时连接…']);
    actor.send({ type: 'socket.opened' });
    expect(value()).toBe('authenticating');
    actor.send({ type: 'frame.arrived' });
    expect([value(), notice()]).toEqual(['live', undefined]);
  });
  it('is stale after 12 s without a frame, and every frame counts', () => {
    const { actor, clock, notice, value } = connect();
    actor.send({ type: 'socket.opened' });
    actor.send({ type: 'frame.arrived' });
    for (let beat = 0; beat < 10; beat += 1) {
      clock.increment(11_999);
      expect(value()).toBe('live');
      actor.send({ type: 'frame.arrived' });
    }
    clock.increment(12_000);
    expect(value()).toBe('stale');
    expect(notice()).toBe('连接中断，画面可能已过时，正在重连…');
    actor.send({ type: 'frame.arrived' });
    expect(value()).toBe('live');
  });
  it('that gave way to a newer page of the same user says so, and comes back on request', () => {
    const { actor, notice, told, value } = connect();
    actor.send({ type: 'socket.refused', isCrowdedOut: true });
    expect(value()).toBe('refused');
    expect(notice()).toBe('此账号同时打开的页面过多，本页的实时连接已让给较新的页面，请关闭不用的页面后重新连接');
    actor.send({ type: 'user.retried' });
    expect([value(), told.at(-1)]).toEqual(['connecting', { type: 'reconnect.asked', resume: null }]);
    actor.send({ type: 'socket.refused' });
    expect(notice()).toBe('登录已失效，实时连接被拒绝，请重新登录');
  });
  it('that gets no answer from the server after opening is stale too', () => {
    const { actor, clock, told, value } = connect();
    actor.send({ type: 'socket.opened' });
    clock.increment(12_000);
    expect(value()).toBe('stale');
    expect(told.at(-1)).toEqual({ type: 'reconnect.asked', resume: null });
  });
  it('is stale at once when the transport says so', () => {
    const { actor, value } = connect();
    actor.send({ type: 'socket.opened' });
    actor.send({ type: 'frame.arrived' });
    actor.send({ type: 'heartbeat.missed' });
    expect(value()).toBe('stale');
  });
});

describe('a dropped link', () => {
  it('waits with full jitter and resumes from the last position', () => {
    const { actor, clock, told, value } = connect();
    actor.send({ type: 'socket.opened' });
    actor.send({ type: 'frame.arrived', resume: { epoch: 'e1', position: 7 } });
    actor.send({ type: 'socket.dropped' });
    expect(value()).toBe('waiting');
    clock.increment(249);
    expect(value()).toBe('waiting');
    clock.increment(1);
    expect(value()).toBe('connecting');
    expect(told.at(-1)).toEqual({ type: 'reconnect.asked', resume: { epoch: 'e1', position: 7 } });
  });
  it('waits longer each time, and starts over once live', () => {
    const { actor, value } = connect({ random: () => 0.999 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      actor.send({ type: 'socket.dropped' });
      expect(actor.getSnapshot().context.attempt).toBe(attempt);
      actor.send({ type: 'socket.connecting' });
    }
    actor.send({ type: 'socket.opened' });
    actor.send({ type: 'frame.arrived' });
    expect(actor.getSnapshot().context.attempt).toBe(0);
    expect(value()).toBe('live');
  });
  it('follows the transport if that announces its next attempt', () => {
    const { actor, clock, value } = connect();
    actor.send({ type: 'socket.dropped', retryInMs: 4_000 });
    clock.increment(3_999);
    expect(value()).toBe('waiting');
    clock.increment(1);
    expect(value()).toBe('connecting');
  });
  it('is retried immediately on request', () => {
    const { actor, value } = connect();
    actor.send({ type: 'socket.dropped', retryInMs: 4_000 });
    actor.send({ type: 'user.retried' });
    expect(value()).toBe('connecting');
  });
  it('spreads the retries of many consoles over the whole interval', () => {
    expect(reconnectDelayMs(1, () => 0)).toBe(0);
    expect(reconnectDelayMs(1, () => 1)).toBe(500);
    expect(reconnectDelayMs(4, () => 1)).toBe(4_000);
    expect(reconnectDelayMs(30, () => 1)).toBe(15_000);
  });
});

describe('the resume point', () => {
  it('never moves back within an epoch: reminders carry an old position', () => {
    const { actor } = connect({ resume: { epoch: 'e1', position: 5 } });
    actor.send({ type: 'socket.opened' });
    actor.send({ type: 'frame.arrived', resume: { epoch: 'e1', position: 9 } });
    actor.send({ type: 'frame.arrived', resume: { epoch: 'e1', position: 3 } });
    expect(actor.getSnapshot().context.resume).toEqual({ epoch: 'e1', position: 9 });
    actor.send({ type: 'frame.arrived', resume: { epoch: 'e2', position: 1 } });
    expect(actor.getSnapshot().context.resume).toEqual({ epoch: 'e2', position: 1 });
  });
});

describe('the end', () => {
  it('refused stops trying until someone signs in again', () => {
    const { actor, clock, notice, value } = connect();
    actor.send({ type: 'socket.refused' });
    clock.increment(60 * 60_000);
    expect(value()).toBe('refused');
    expect(notice()).toContain('请重新登录');
    actor.send({ type: 'user.retried' });
    expect(value()).toBe('connecting');
  });
  it('leaving the layout closes the transport', () => {
    const { actor, told } = connect();
    actor.send({ type: 'layout.left' });
    expect(actor.getSnapshot().status).toBe('done');
    expect(told.at(-1)).toBe('closed');
  });
});

it('reaches every state', () => {
  const keys = reachableStates(pushConnectionMachine, () => [...pushConnectionEvents], {
    input: { resume: null, random: () => 0.5 },
  }).map(({ key }) => key);
  expect(keys.toSorted()).toEqual(Object.keys(pushConnectionMachine.states).toSorted());
});
