import { expect, test } from 'vitest';
import { createBeats, type BeatMessage } from './beats.ts';
import { VirtualClock } from './virtualClock.ts';

function setUp() {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const beats = createBeats({ clock, send: (message: BeatMessage) => void sent.push(message.kind) });
  return { clock, sent, beats };
}

test('a process that waits for its turn beats without a store', async () => {
  const { clock, sent, beats } = setUp();
  await clock.advance(4_000);
  expect(sent.filter((kind) => kind === 'beat')).toHaveLength(3);
  beats.close();
  await clock.advance(4_000);
  expect(sent.filter((kind) => kind === 'beat')).toHaveLength(3);
});

test('a writer that does not answer ends the beats, and one that refuses does not', async () => {
  const { clock, sent, beats } = setUp();
  const waiting: (() => void)[] = [];
  beats.through(() => new Promise((_resolve, reject) => waiting.push(() => reject(new Error('disk full')))));
  sent.length = 0;
  await clock.advance(10_000);
  expect(sent).toEqual(Array.from({ length: 5 }, () => 'pulse'));
  expect(waiting).toHaveLength(1);
  waiting.pop()?.();
  await clock.advance(2_000);
  expect(sent.filter((kind) => kind === 'beat')).toHaveLength(1);
});

test('the last of several long steps ends them', () => {
  const { sent, beats } = setUp();
  sent.length = 0;
  const ends = [beats.step('启动'), beats.step('重建列表')];
  ends[0]?.();
  ends[0]?.();
  expect(sent).toEqual(['step', 'step']);
  ends[1]?.();
  expect(sent).toEqual(['step', 'step', 'stepDone']);
});
