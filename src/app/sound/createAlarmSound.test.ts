import { firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { createAlarmSound, type AlarmPlayer } from './createAlarmSound.ts';

interface FakePlayer extends AlarmPlayer {
  isPlaying: boolean;
  isAllowed: boolean;
}

function bench({ isAllowed = true, volume = 30 } = {}) {
  const player: FakePlayer = {
    loop: false,
    volume: 1,
    currentTime: 0,
    isPlaying: false,
    isAllowed,
    play() {
      if (!this.isAllowed) return Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
      this.isPlaying = true;
      this.currentTime = 0.2;
      return Promise.resolve();
    },
    pause() {
      this.isPlaying = false;
    },
  };
  let kept = volume;
  const sound = createAlarmSound(player, {
    volumePercent: () => kept,
    setVolumePercent: (percent) => void (kept = percent),
  });
  return { player, sound, permission: () => firstValueFrom(sound.permission$) };
}

test('arming is silent, and leaves nothing playing', async () => {
  const { player, sound, permission } = bench();
  const arming = sound.arm();
  expect(player.volume).toBe(0);
  await arming;
  expect(player).toMatchObject({ isPlaying: false, currentTime: 0 });
  expect(await permission()).toBe('armed');
});

test('the alarm loops at volumn / 100 until it is stopped', async () => {
  const { player, sound } = bench({ volume: 45 });
  await sound.start();
  expect(player).toMatchObject({ isPlaying: true, loop: true, volume: 0.45 });
  sound.setVolumePercent(80);
  expect(player.volume).toBe(0.8);
  sound.stop();
  expect(player).toMatchObject({ isPlaying: false, currentTime: 0 });
});

test('a browser that blocks the sound is noticed, and one click while it rings makes it audible', async () => {
  const { player, sound, permission } = bench({ isAllowed: false });
  expect(await sound.start()).toBe(false);
  expect(await permission()).toBe('blocked');
  player.isAllowed = true;
  expect(await sound.arm()).toBe(true);
  expect(player).toMatchObject({ isPlaying: true, volume: 0.3 });
  expect(await permission()).toBe('armed');
});

test('an alarm that is stopped while it starts stays silent', async () => {
  const { player, sound } = bench();
  const starting = sound.start();
  sound.stop();
  await starting;
  expect(player.isPlaying).toBe(false);
});

test('trying the volume ends with the dialog, and never silences a call that rings', async () => {
  const { player, sound } = bench();
  await sound.test();
  expect(player).toMatchObject({ isPlaying: true, volume: 0.3 });
  await sound.start();
  sound.endTest();
  expect(player.isPlaying).toBe(true);
  sound.stop();
  expect(player.isPlaying).toBe(false);
});
