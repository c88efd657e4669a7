import { afterEach, beforeEach, expect, it } from 'vitest';
import { countingReads } from '../../tests/support/countingReads.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { employDispatchers, principalOf, smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { keepRingConsoles, keepRingProcess, ringAliveMs } from '../domain/records/ringRows.ts';
import type { RingConsoleTable } from '../store/rowTables.ts';
import { readConsoles, type Ring } from './rungConsoles.ts';

const { users } = smallCity;
const here = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };
const nowMs = Date.UTC(2026, 6, 1);
const rungAtMs = nowMs - 60_000;
const ring: Ring = {
  windows: [{ fromMs: rungAtMs, untilMs: rungAtMs + 30_000 }],
  responsibilities: [here],
  answeredBy: new Set(),
};

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const consoleOf = (process: string, name: string, sinceMs: number): RingConsoleTable => ({
  id: `${process} ${name}`,
  process_id: process,
  user_id: users.dispatcher1,
  user_name: name,
  address: '',
  agent: '',
  signed_in_at_ms: null,
  may_answer: 1,
  scope: JSON.stringify({ kind: 'all' }),
  sound: '[]',
  since_ms: sinceMs,
  until_ms: null,
});

/** Consoles of one process, none of which has an end; `seenMs` is when the process last said that it was alive. */
async function keep(consoles: readonly RingConsoleTable[], process: string, seenMs: number): Promise<void> {
  for (let from = 0; from < consoles.length; from += 500)
    await opened.store.write((queries) => keepRingConsoles(queries, consoles.slice(from, from + 500)));
  await opened.store.write((queries) => keepRingProcess(queries, { process_id: process, seen_ms: seenMs }));
}

it('still names the console that rang after thousands of others were left open by processes that were killed', async () => {
  const killedAtMs = nowMs - 86_400_000;
  const leftOpen = Array.from({ length: 5_200 }, (_, index) => consoleOf('killed', `旧 ${index}`, killedAtMs - 1_000));
  await keep(leftOpen, 'killed', killedAtMs);
  await keep([consoleOf('alive', '张伟', rungAtMs - 5_000)], 'alive', nowMs);
  const { rung, rung_num: rungNum } = await readConsoles(
    opened.store,
    await principalOf(opened.store, users.super),
    ring,
    nowMs,
  );
  expect(rung.map(({ user_name: name }) => name)).toEqual(['张伟']);
  expect(rungNum).toBe(1);
});

it('a console of a killed process rang until the process was last seen, and one that has just connected rings', async () => {
  const laterMs = nowMs + 3 * ringAliveMs;
  await keep([consoleOf('killed', '李娜', rungAtMs - 5_000)], 'killed', rungAtMs + 10_000);
  await opened.store.write((queries) => keepRingConsoles(queries, [consoleOf('starting', '张伟', laterMs - 1_000)]));
  const still: Ring = { ...ring, windows: [{ fromMs: rungAtMs, untilMs: null }] };
  const { rung } = await readConsoles(opened.store, await principalOf(opened.store, users.super), still, laterMs);
  expect(rung.map(({ user_name: name, until }) => [name, until === null])).toEqual([
    ['李娜', false],
    ['张伟', true],
  ]);
});

it('counts every user who may answer and had no console, in as many queries as for a few', async () => {
  const by = await principalOf(opened.store, users.super);
  const few = countingReads(opened.store);
  const before = await readConsoles(few.store, by, ring, nowMs);
  expect(before.not_rung.map(({ user_name: name }) => name)).toEqual(['苏培', '张伟', '李娜']);
  await employDispatchers(opened.store, 500);
  const many = countingReads(opened.store);
  const after = await readConsoles(many.store, by, ring, nowMs);
  expect(after.not_rung_num).toBe(3 + 400);
  expect(after.not_rung).toHaveLength(100);
  expect(many.askedOfReads()).toBe(few.askedOfReads());
  // None on the thread that rings.
  expect(many.asked()).toBe(0);
});
