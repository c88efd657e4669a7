import { expect, it } from 'vitest';
import { createRecordingPlayer } from './createRecordingPlayer.ts';

const ignore: (atMs: number) => void = () => undefined;
const stretch = { fromMs: 1_000, toMs: 9_000 };

it('a recording waits at the call, plays on a click, stops at its end, and leaves no timer', () => {
  let move = ignore;
  let running = 0;
  const player = createRecordingPlayer(stretch, 4_000, (_, onMoved) => {
    running += 1;
    move = onMoved;
    return () => (running -= 1);
  });
  const seen: string[] = [];
  const leave = player.subscribe(() => seen.push(player.getSnapshot().state));
  expect(player.getSnapshot()).toEqual({ state: 'paused', atMs: 4_000, speed: 1 });
  player.play();
  move(5_000);
  expect(player.getSnapshot()).toEqual({ state: 'playing', atMs: 5_000, speed: 1 });
  player.changeSpeed(5);
  move(9_500);
  expect(player.getSnapshot()).toEqual({ state: 'ended', atMs: 9_000, speed: 5 });
  player.play();
  expect(player.getSnapshot()).toMatchObject({ state: 'playing', atMs: 1_000 });
  player.seek(2_000);
  player.stop();
  expect(running).toBe(0);
  leave();
});
