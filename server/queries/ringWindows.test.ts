import { expect, it } from 'vitest';
import { browserName } from './browserName.ts';
import { firstOverlap, ringWindows } from './ringWindows.ts';

const events = (...steps: readonly (readonly [type: string, receivedAtMs: number, data?: object])[]) =>
  steps.map(([type, receivedAtMs, data = {}]) => ({ type, receivedAtMs, data }));

it('a call rings until it is taken, and again from a lapse of the claim', () => {
  expect(
    ringWindows(
      events(
        ['rescue.raised', 10],
        ['rescue.escalated', 70],
        ['rescue.accepted', 80],
        ['rescue.claimLapsed', 400],
        ['rescue.accepted', 430],
        ['rescue.completed', 900],
      ),
    ),
  ).toEqual([
    { fromMs: 10, untilMs: 80 },
    { fromMs: 400, untilMs: 430 },
  ]);
});

it('rings on while no one takes it', () => {
  expect(ringWindows(events(['rescue.raised', 10], ['rescue.joined', 20]))).toEqual([{ fromMs: 10, untilMs: null }]);
  expect(ringWindows(events(['rescue.raised', 10], ['rescue.judgedFalse', 30]))).toEqual([{ fromMs: 10, untilMs: 30 }]);
});

it('a call that its author took with the report rings nowhere, until the claim lapses', () => {
  const taken = [
    ['rescue.raised', 10, { isTaken: true }],
    ['rescue.accepted', 10],
  ] as const;
  expect(ringWindows(events(...taken, ['rescue.completed', 900]))).toEqual([]);
  expect(ringWindows(events(...taken, ['rescue.claimLapsed', 400], ['rescue.accepted', 430]))).toEqual([
    { fromMs: 400, untilMs: 430 },
  ]);
});

it('a console hears the part of the ringing during which it is there', () => {
  const windows = [
    { fromMs: 10, untilMs: 80 },
    { fromMs: 400, untilMs: null },
  ];
  expect(firstOverlap(windows, { sinceMs: 0, untilMs: null })).toEqual({ fromMs: 10, untilMs: 80 });
  expect(firstOverlap(windows, { sinceMs: 50, untilMs: 60 })).toEqual({ fromMs: 50, untilMs: 60 });
  expect(firstOverlap(windows, { sinceMs: 100, untilMs: 200 })).toBeUndefined();
  expect(firstOverlap(windows, { sinceMs: 100, untilMs: null })).toEqual({ fromMs: 400, untilMs: null });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 'Chrome（Windows）'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge（Windows）'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 Version/17 Safari/605.1', 'Safari（macOS）'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox（Linux）'],
  ['curl/8.0', 'curl/8.0'],
  ['', '未知浏览器'],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
