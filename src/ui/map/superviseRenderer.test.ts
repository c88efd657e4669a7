import { expect, test } from 'vitest';
import type { MapRenderer, MapRendererKind } from './mapRenderer.ts';
import { superviseRenderer } from './superviseRenderer.ts';

interface World {
  readonly log: string[];
  readonly lose: () => void;
  readonly settle: () => Promise<void>;
  readonly stop: () => void;
  nowMs: number;
  refuses: boolean;
}

const nothing = (): void => undefined;

function world(kind: MapRendererKind): World {
  const log: string[] = [];
  let lose = nothing;
  let number = 0;
  const made: World = {
    log,
    lose: () => lose(),
    settle: async () => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    stop: () => supervisor.stop(),
    nowMs: 0,
    refuses: false,
  };
  const make = async (wanted: MapRendererKind, onLost: () => void): Promise<MapRenderer> => {
    if (wanted === 'webgl' && made.refuses) throw new Error('no context');
    number += 1;
    const name = `${wanted} ${number}`;
    lose = onLost;
    log.push(`made ${name}`);
    return {
      kind: wanted,
      setScene: nothing,
      setLifts: nothing,
      patchLifts: nothing,
      setCamera: nothing,
      resize: nothing,
      destroy: () => log.push(`destroyed ${name}`),
    };
  };
  const supervisor = superviseRenderer({
    kind,
    make,
    onReady: (ready) => log.push(`ready ${ready.kind}`),
    onGone: () => log.push('gone'),
    nowMs: () => made.nowMs,
  });
  return made;
}

test('a lost context is replaced by a new one, and the old one is given back first', async () => {
  const map = world('webgl');
  await map.settle();
  map.lose();
  await map.settle();
  expect(map.log).toEqual(['made webgl 1', 'ready webgl', 'destroyed webgl 1', 'gone', 'made webgl 2', 'ready webgl']);
});

test('when no context can be had the 2D canvas draws', async () => {
  const map = world('webgl');
  await map.settle();
  map.refuses = true;
  map.lose();
  await map.settle();
  expect(map.log.slice(-2)).toEqual(['made canvas 2', 'ready canvas']);
});

test('a device that loses its context again and again is left for the 2D canvas', async () => {
  const map = world('webgl');
  for (let loss = 0; loss < 4; loss += 1) {
    await map.settle();
    map.nowMs += 1000;
    map.lose();
  }
  await map.settle();
  expect(map.log.filter((line) => line.startsWith('made'))).toEqual([
    'made webgl 1',
    'made webgl 2',
    'made webgl 3',
    'made webgl 4',
    'made canvas 5',
  ]);
});

test('twenty losses over weeks stay with the graphics device', async () => {
  const map = world('webgl');
  for (let loss = 0; loss < 20; loss += 1) {
    await map.settle();
    map.nowMs += 86_400_000;
    map.lose();
  }
  await map.settle();
  expect(map.log.at(-1)).toBe('ready webgl');
  expect(map.log.filter((line) => line.startsWith('destroyed'))).toHaveLength(20);
});

test('a closed map leaves nothing behind, even if its renderer arrives late', async () => {
  const map = world('webgl');
  map.stop();
  await map.settle();
  expect(map.log).toEqual(['made webgl 1', 'destroyed webgl 1']);
  map.lose();
  await map.settle();
  expect(map.log).toHaveLength(2);
});

test('a context that is lost while the renderer is being made is replaced too', async () => {
  const map = world('webgl');
  map.lose();
  await map.settle();
  expect(map.log.at(-1)).toBe('ready webgl');
});
