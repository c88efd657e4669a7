import { map } from 'rxjs';
import { expect, it } from 'vitest';
import type { MinuteFrame } from '../../contract/endpoints/replay.ts';
import { liftLooks } from '../fleet/liftFleet.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { toLiftColumns } from '../fleet/realtime.testing.ts';
import { frameAt, replayFleet, type ReplayMoment } from './replayFleet.ts';

const frame = (
  atMs: number,
  rows: readonly { id: number; status?: number; call?: number; direction?: number }[],
): MinuteFrame => ({
  at_ms: atMs,
  id: rows.map(({ id }) => id),
  status: rows.map(({ status = 1 }) => status),
  service_mode: rows.map(() => 1),
  floor: rows.map(() => 3),
  door: rows.map(() => 0),
  direction: rows.map(({ direction = 0 }) => direction),
  people: rows.map(() => 0),
  call: rows.map(({ call = 0 }) => call),
});
const frames = [
  frame(60, [{ id: 1 }]),
  frame(120, [{ id: 1, direction: 1 }, { id: 2 }]),
  frame(180, [
    { id: 1, call: 1 },
    { id: 2, status: 2 },
  ]),
];

const at = (atMs: number): ReplayMoment => ({ atMs, frames });

it('a moment shows the last minute before it', () => {
  expect([59, 60, 119, 120, 999].map((atMs) => frameAt(frames, atMs)?.at_ms)).toEqual([undefined, 60, 60, 120, 180]);
});

it('shows nothing where minutes are missing: an older one would be misleading', () => {
  const minutes = [0, 1, 2, 40, 41].map((minute) => frame(minute * 60_000, [{ id: 1 }]));
  expect([2.5, 4, 4.5, 39.9, 40].map((minute) => frameAt(minutes, minute * 60_000)?.at_ms)).toEqual([
    120_000,
    120_000,
    undefined,
    undefined,
    2_400_000,
  ]);
  // For a large fleet only every tenth minute is sent.
  const tenths = [0, 10, 20].map((minute) => frame(minute * 60_000, [{ id: 1 }]));
  expect([9, 39, 41].map((minute) => frameAt(tenths, minute * 60_000)?.at_ms)).toEqual([0, 1_200_000, undefined]);
});

it('plays minutes as fleets of the live shape, forwards and backwards, each minute once', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
    const moments$ = hot('a-b-c-d-e-f', { a: at(0), b: at(70), c: at(90), d: at(125), e: at(185), f: at(60) });
    const words$ = moments$.pipe(
      replayFleet(toLiftColumns([1, 2])),
      map((state) => {
        if (state.kind !== 'ready') return state.kind;
        const looks = state.fleet.ids.map((_, index) => liftLooks[state.fleet.looks[index] ?? 0]?.[0]);
        return `${looks.join('')} ${state.changed === null ? 'all' : [...state.changed].join()}`;
      }),
    );
    expectObservable(words$, '^----------!').toBe('a-b---c-d-e', {
      a: 'oo all',
      b: 'io 0',
      c: 'mi 0,1',
      d: 'co 0,1',
      e: 'io 0',
    });
    expectSubscriptions(moments$.subscriptions).toBe('^----------!');
  });
});
