import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { RingingCall } from '../contract/ringingCall.ts';
import { alarmDialogMachine } from './alarmDialogMachine.ts';
import { alarmDialogEvents } from './stories/interactionEvents.ts';
import { reachableStates } from './stories/reachableStates.ts';

const call = (
  orderId: number,
  {
    priority = 1,
    raisedAtMs = orderId,
    isReminder = false,
  }: { priority?: 1 | 2 | 3; raisedAtMs?: number; isReminder?: boolean } = {},
): RingingCall => ({
  key: `rescue-${orderId}`,
  kind: 'rescue',
  orderId,
  alarmId: null,
  elevatorId: 1000 + orderId,
  priority,
  title: '电梯困人求救',
  tag: `DT-${orderId}`,
  addr: '1 号楼',
  sosTel: '96333',
  communityName: '翠湖花园',
  fullArea: '示范市',
  raisedAtMs,
  isReminder,
});
const me = 1;

/** A dialog whose sound and claims the test controls; `done` lists what the app was asked to do, and when. */
function openDialog() {
  const clock = new SimulatedClock();
  const done: string[] = [];
  let playing = 0;
  const actor = createActor(
    alarmDialogMachine.provide({
      actors: {
        alarmSound: fromCallback<EventObject, Record<string, never>>(() => {
          playing += 1;
          return () => {
            playing -= 1;
          };
        }),
        claim: fromCallback<EventObject, { readonly call: RingingCall | null }>(
          ({ input }) => void done.push(`claim ${input.call?.key}`),
        ),
      },
      actions: {
        openRescueCall: () => void done.push(`openRescueCall at ${clock.now()}`),
        openHandling: (_args, { call: handled }) =>
          void done.push(`openHandling ${handled?.elevatorId} at ${clock.now()}`),
      },
    }),
    { clock, input: { userId: me } },
  );
  actor.start();
  const snapshot = () => actor.getSnapshot();
  return {
    actor,
    clock,
    done,
    value: () => snapshot().value,
    shown: () => snapshot().context.current?.key,
    queue: () => snapshot().context.queue.map(({ key }) => key),
    isPlaying: () => playing === 1,
    ring: (...calls: RingingCall[]) => calls.forEach((arrived) => actor.send({ type: 'push.arrived', call: arrived })),
  };
}

describe('a call', () => {
  it('opens the dialog and sounds; answering claims at the click and silences', () => {
    const { actor, done, isPlaying, ring, value } = openDialog();
    expect(isPlaying()).toBe(false);
    ring(call(7));
    expect(value()).toEqual({ ringing: 'audible' });
    expect(isPlaying()).toBe(true);
    actor.send({ type: 'user.answered', by: 'click' });
    expect(value()).toBe('answering');
    expect(done).toEqual(['claim rescue-7']);
    expect(isPlaying()).toBe(false);
  });
  it('won leads to RescueCall, and 500 ms after the navigation starts opens the handling of that lift', () => {
    const { actor, clock, done, ring, value } = openDialog();
    ring(call(7));
    clock.increment(2_000);
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.won' });
    expect(done).toEqual(['claim rescue-7', 'openRescueCall at 2000']);
    clock.increment(499);
    expect(value()).toBe('navigating');
    clock.increment(1);
    expect(value()).toBe('closed');
    expect(done.at(-1)).toBe('openHandling 1007 at 2500');
  });
  it('lost shows who has it, then closes', () => {
    const { actor, clock, ring, shown, value } = openDialog();
    ring(call(7));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.lost', byUserName: '李娜', via: 'console' });
    expect(value()).toBe('claimedByOther');
    expect(actor.getSnapshot().context.winnerName).toBe('李娜');
    expect(shown()).toBe('rescue-7');
    clock.increment(3_000);
    expect(value()).toBe('closed');
    expect(actor.getSnapshot().context.winnerName).toBeNull();
  });
  it('that the server never confirmed rings again with what to do', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(7));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.failed', message: '网络错误' });
    expect(value()).toEqual({ ringing: 'audible' });
    expect(actor.getSnapshot().context.message).toBe('网络错误');
    actor.send({ type: 'user.answered', by: 'click' });
    clock.increment(10_000);
    expect(value()).toEqual({ ringing: 'audible' });
    expect(actor.getSnapshot().context.message).toContain('再次点击');
  });
  it('is closed only by an answer or by the server, never on its own', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(7));
    clock.increment(60 * 60_000);
    actor.send({ type: 'user.acknowledged' });
    expect(value()).toEqual({ ringing: 'audible' });
    actor.send({ type: 'push.over', key: 'rescue-8' });
    expect(value()).toEqual({ ringing: 'audible' });
    actor.send({ type: 'push.over', key: 'rescue-7' });
    expect(value()).toBe('closed');
  });
  it("taken elsewhere shows the winner on every other dialog, and just closes on the winner's own", () => {
    const other = openDialog();
    other.ring(call(7));
    other.actor.send({ type: 'push.claimed', key: 'rescue-7', byUserId: 2, byUserName: '李娜', via: 'console' });
    expect(other.value()).toBe('claimedByOther');
    expect(other.isPlaying()).toBe(false);
    other.actor.send({ type: 'user.acknowledged' });
    expect(other.value()).toBe('closed');
    const own = openDialog();
    own.ring(call(7));
    own.actor.send({ type: 'push.claimed', key: 'rescue-7', byUserId: me, byUserName: '张伟', via: 'console' });
    expect(own.value()).toBe('closed');
  });
  it("being answered waits for the server's word, also when the push is faster", () => {
    const { actor, ring, value } = openDialog();
    ring(call(7));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'push.claimed', key: 'rescue-7', byUserId: me, byUserName: '张伟', via: 'console' });
    expect(value()).toBe('answering');
    actor.send({ type: 'claim.won' });
    expect(value()).toBe('navigating');
  });
});

describe('the queue', () => {
  it('shows the worst first, then the oldest', () => {
    const { queue, ring, shown } = openDialog();
    ring(call(1, { priority: 2 }), call(5), call(4), call(6, { priority: 3 }));
    expect(queue()).toEqual(['rescue-4', 'rescue-5', 'rescue-1', 'rescue-6']);
    expect(shown()).toBe('rescue-4');
  });
  it('moves on to the next call after each answer', () => {
    const { actor, clock, isPlaying, ring, shown, value } = openDialog();
    ring(call(1), call(2));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.won' });
    clock.increment(500);
    expect(value()).toEqual({ ringing: 'audible' });
    expect(isPlaying()).toBe(true);
    expect(shown()).toBe('rescue-2');
  });
  it('keeps the call that is being answered, also when a worse one arrives', () => {
    const { actor, clock, done, ring, shown } = openDialog();
    ring(call(3, { priority: 2 }));
    actor.send({ type: 'user.answered', by: 'click' });
    ring(call(4));
    actor.send({ type: 'claim.won' });
    clock.increment(500);
    expect(done.at(-1)).toBe('openHandling 1003 at 500');
    expect(shown()).toBe('rescue-4');
  });
  it('drops calls that others took or that are over, without a word', () => {
    const { actor, queue, ring, value } = openDialog();
    ring(call(1), call(2), call(3));
    actor.send({ type: 'push.claimed', key: 'rescue-2', byUserId: 2, byUserName: '李娜', via: 'console' });
    actor.send({ type: 'push.over', key: 'rescue-1' });
    expect(queue()).toEqual(['rescue-3']);
    expect(value()).toEqual({ ringing: 'audible' });
  });
  it('holds a repeated call once', () => {
    const { queue, ring } = openDialog();
    ring(call(1), call(1, { isReminder: true }));
    expect(queue()).toEqual(['rescue-1']);
  });
  it('does not ring for a reminder that was under way when the call was answered, but does ten seconds later', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(1));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.won' });
    clock.increment(500);
    ring(call(1, { isReminder: true }));
    expect(value()).toBe('closed');
    clock.increment(10_000);
    ring(call(1, { isReminder: true }));
    expect(value()).toEqual({ ringing: 'audible' });
  });
  it('rings at once for an answered call that lapsed', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(1));
    actor.send({ type: 'user.answered', by: 'click' });
    actor.send({ type: 'claim.won' });
    clock.increment(500);
    ring(call(1));
    expect(value()).toEqual({ ringing: 'audible' });
  });
  it('is sent by the server after a connection that could not be resumed', () => {
    const { actor, queue, ring, shown, value } = openDialog();
    ring(call(1), call(2));
    actor.send({ type: 'push.resynced', calls: [call(9), call(2)] });
    expect(queue()).toEqual(['rescue-2', 'rescue-9']);
    expect(shown()).toBe('rescue-2');
    actor.send({ type: 'push.resynced', calls: [] });
    expect(value()).toBe('closed');
    actor.send({ type: 'push.resynced', calls: [call(3)] });
    expect(value()).toEqual({ ringing: 'audible' });
  });
});

/** Three calls ring at a dispatcher who works on another and has docked the dialog. */
const docked = () => {
  const dialog = openDialog();
  dialog.ring(call(1), call(2), call(3));
  dialog.actor.send({ type: 'claims.counted', held: 1 });
  dialog.actor.send({ type: 'user.docked' });
  return { ...dialog, isDocked: () => dialog.actor.getSnapshot().context.isDocked };
};

describe('a docked dialog', () => {
  it('is for a dispatcher who has a claim to work on; without one nothing puts the call aside', () => {
    const { actor, ring } = openDialog();
    ring(call(1));
    actor.send({ type: 'user.docked' });
    expect(actor.getSnapshot().context.isDocked).toBe(false);
    actor.send({ type: 'claims.counted', held: 1 });
    actor.send({ type: 'user.docked' });
    expect(actor.getSnapshot().context.isDocked).toBe(true);
  });
  it('still sounds, and the key still answers the worst', () => {
    const { actor, clock, done, isPlaying, ring, isDocked, value } = docked();
    expect(isPlaying()).toBe(true);
    clock.increment(500);
    actor.send({ type: 'user.answered', by: 'key' });
    expect(done).toEqual(['claim rescue-1']);
    actor.send({ type: 'claim.won' });
    ring(call(4));
    clock.increment(500);
    expect(value()).toEqual({ ringing: 'audible' });
    expect(isPlaying()).toBe(true);
    expect(isDocked()).toBe(true);
  });
  it('comes back when the claim is completed, lapsed or handed over, and when it is asked for', () => {
    const lapsed = docked();
    lapsed.actor.send({ type: 'claims.counted', held: 0 });
    expect(lapsed.isDocked()).toBe(false);
    expect(lapsed.isPlaying()).toBe(true);
    const asked = docked();
    asked.actor.send({ type: 'user.undocked' });
    expect(asked.isDocked()).toBe(false);
  });
  it('goes straight on to the next call when a colleague takes the first', () => {
    const { actor, isPlaying, shown, value } = docked();
    actor.send({ type: 'push.claimed', key: 'rescue-1', byUserId: 2, byUserName: '李娜', via: 'console' });
    expect(value()).toEqual({ ringing: 'audible' });
    expect(shown()).toBe('rescue-2');
    expect(isPlaying()).toBe(true);
  });
  it('is a dialog again for the next call once no call is left', () => {
    const { actor, ring, isDocked, value } = docked();
    for (const id of [1, 2, 3])
      actor.send({ type: 'push.claimed', key: `rescue-${id}`, byUserId: me, byUserName: '我', via: 'console' });
    expect(value()).toBe('closed');
    ring(call(9));
    expect(isDocked()).toBe(false);
  });
});

describe('the answer key', () => {
  it('is ignored for the first 500 ms, so that typing does not answer a call', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(1));
    clock.increment(499);
    actor.send({ type: 'user.answered', by: 'key' });
    expect(value()).toEqual({ ringing: 'audible' });
    clock.increment(1);
    actor.send({ type: 'user.answered', by: 'key' });
    expect(value()).toBe('answering');
  });
  it('must be confirmed again when another call comes on top', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(5, { priority: 2 }));
    clock.increment(1_000);
    ring(call(6));
    actor.send({ type: 'user.answered', by: 'key' });
    expect(value()).toEqual({ ringing: 'audible' });
    clock.increment(500);
    actor.send({ type: 'user.answered', by: 'key' });
    expect(value()).toBe('answering');
  });
  it('stays ready when a later call only joins the queue', () => {
    const { actor, clock, ring, value } = openDialog();
    ring(call(5));
    clock.increment(600);
    ring(call(6));
    actor.send({ type: 'user.answered', by: 'key' });
    expect(value()).toBe('answering');
  });
});

describe('sound', () => {
  it('blocked by the browser is reported, until one click arms it', () => {
    const { actor, ring, value } = openDialog();
    ring(call(1));
    actor.send({ type: 'sound.blocked' });
    expect(value()).toEqual({ ringing: 'soundBlocked' });
    actor.send({ type: 'sound.armed' });
    expect(value()).toEqual({ ringing: 'audible' });
  });
  it('goes on without a break when further calls arrive', () => {
    const { actor, isPlaying, ring, value } = openDialog();
    ring(call(2));
    actor.send({ type: 'sound.blocked' });
    ring(call(1));
    expect(value()).toEqual({ ringing: 'soundBlocked' });
    expect(isPlaying()).toBe(true);
  });
});

it('reaches every state', () => {
  const keys = reachableStates(alarmDialogMachine, () => [...alarmDialogEvents], { input: { userId: me } }).map(
    ({ key }) => key,
  );
  expect(keys.toSorted()).toEqual([
    'answering',
    'claimedByOther',
    'closed',
    'navigating',
    'ringing.audible',
    'ringing.soundBlocked',
  ]);
});
