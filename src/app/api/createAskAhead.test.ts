import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '../../contract/call.ts';
import { defineEndpoint } from '../../contract/endpoint.ts';
import { createAskAhead } from './createAskAhead.ts';

const lifts = defineEndpoint({
  method: 'GET',
  path: '/api/lifts',
  permission: 'signedIn',
  group: 'test',
  summary: '电梯',
  input: z.object({ area: z.number() }),
  output: z.object({ n: z.number() }),
});

function bench() {
  const asked: unknown[] = [];
  let nowMs = 0;
  let isAway = false;
  const server = async (_endpoint: unknown, input: unknown): Promise<unknown> => {
    asked.push(input);
    const n = asked.length;
    if (isAway) throw new Error('away');
    return { n };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- returns what the one endpoint here declares
  const { call, askAhead } = createAskAhead(server as Call, { nowMs: () => nowMs });
  return {
    asked,
    call,
    askAhead,
    pass: (ms: number) => void (nowMs += ms),
    goAway: (away: boolean) => void (isAway = away),
  };
}

it('the page that makes the same request gets the prefetched response, and its next request is a new one', async () => {
  const { asked, call, askAhead } = bench();
  askAhead(lifts, { area: 1 });
  expect(await call(lifts, { area: 1 })).toEqual({ n: 1 });
  expect(await call(lifts, { area: 1 })).toEqual({ n: 2 });
  expect(asked).toHaveLength(2);
});

it('a different request does not get it', async () => {
  const { call, askAhead } = bench();
  askAhead(lifts, { area: 1 });
  expect(await call(lifts, { area: 2 })).toEqual({ n: 2 });
});

it('a failed prefetch is requested again; no one notices unless that fails too', async () => {
  const { call, askAhead, goAway } = bench();
  goAway(true);
  askAhead(lifts, { area: 1 });
  await Promise.resolve();
  goAway(false);
  expect(await call(lifts, { area: 1 })).toEqual({ n: 2 });
});

it('an answer that is too old is requested again', async () => {
  const { call, askAhead, pass } = bench();
  askAhead(lifts, { area: 1 });
  pass(10_000);
  expect(await call(lifts, { area: 1 })).toEqual({ n: 2 });
});

it('a caller that has aborted meanwhile is informed and requests nothing more', async () => {
  const { asked, call, askAhead } = bench();
  askAhead(lifts, { area: 1 });
  const controller = new AbortController();
  const waiting = call(lifts, { area: 1 }, { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(asked).toHaveLength(1);
});
