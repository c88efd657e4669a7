import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { RuleTestRuns } from '../../server/domain/rules/ruleTests.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { createRuleTestRuns } from '../../server/rules/alarmRules/testRuns.ts';
import type { LogPlace } from '../../server/rules/alarmRules/testRunTask.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { importCorrelation } from '../../server/store/importedEvent.ts';
import { run } from '../../server/store/eventStore.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { exampleResponsible } from '../../src/machines/exampleResponsible.ts';
import { examplePrincipal, scopeOf } from './examplePrincipal.ts';
import { openTestStore } from './openTestStore.ts';
import { addPeopleLike } from './manyPeople.ts';
import { exampleRule, noonMs } from './ruleExamples.ts';
import { smallCity, writeSmallCity } from './smallCity.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Three long open doors of a lift within ten minutes, once an hour. */
export const countingRule = exampleRule({
  when: { repeat: { times: 3, within_seconds: 600, per: 'lift' } },
  cooldown: { seconds: 3_600, per: 'lift' },
  recovery: { after_seconds: 60 },
});
/** Two days after the first. */
const nowMinute = 2 * 24 * 60 - 1;
export const alarmMinutes = [0, 4, 9, 12, 30, 31, 32, 40, 41, 42, 120, 122, 124];
const reasons = [
  '10 分钟内同一电梯 3 次长时间开门，此前冷却期内另有 2 次未单独触发',
  '10 分钟内同一电梯 3 次长时间开门',
];

/**
 * A store with these alarms of one lift, minutes after noon two days ago. `isHistory`: they are appended as a history, in this
 * order, between events that happen now.
 */
export async function storeWithAlarms(
  minutes: readonly number[],
  { isHistory = false, databaseUrl }: { readonly isHistory?: boolean; readonly databaseUrl?: string | undefined } = {},
) {
  const clock = new VirtualClock(noonMs - 3 * dayMs);
  const found = await openTestStore({ clock, projections, databaseUrl });
  await writeSmallCity(found.store);
  const people = await addPeopleLike(found.store, [smallCity.users.super], 2);
  for (const [index, minute] of minutes.entries()) {
    const alarmId = index + 1;
    const atMs = noonMs - 2 * dayMs + minute * minuteMs;
    const device = { kind: 'device', id: 'COL-1', name: 'COL-1' } as const;
    await found.store.append({
      stream: `alarm-${alarmId}`,
      expectedVersion: 'none',
      actor: device,
      ...(isHistory && minute !== nowMinute ? { correlationId: importCorrelation } : {}),
      events: [
        {
          type: 'alarm.raised',
          atMs,
          receivedAtMs: atMs,
          data: {
            alarmId,
            elevatorId: 1,
            tag: 'DT-0001',
            addr: '1 号楼',
            deviceKey: 'COL-1',
            deviceEventId: `e-${index}`,
            kind: 'longTimeOpen',
            level: 3,
            responsible: { ...exampleResponsible, communityId: 7, communityName: '海棠苑' },
            handleLimitSeconds: 600,
            late: false,
            clockOff: false,
          },
        },
        {
          type: 'alarm.cleared',
          atMs: atMs + 1_000,
          receivedAtMs: atMs + 1_000,
          data: { deviceEventId: `c-${index}` },
        },
        {
          type: 'alarm.completed',
          atMs: atMs + 2_000,
          receivedAtMs: atMs + 2_000,
          data: {},
          actor: { kind: 'user', id: 1, name: '张三' },
        },
      ],
    });
  }
  const log: LogPlace =
    databaseUrl === undefined
      ? { kind: 'sqlite', path: join(found.dataDir, sqliteFileName) }
      : { kind: 'postgres', databaseUrl };
  return { store: found.store, clock: new VirtualClock(noonMs), log, people, dispose: () => found.dispose() };
}

const principalWith = (userId: number, communityIds?: number[]) =>
  examplePrincipal({
    userId,
    permissions: new Set(['rule.edit'] as const),
    ...(communityIds === undefined ? {} : { scope: scopeOf({ communityIds }) }),
  });

/** Test runs of rules, each on a thread of its own that reads the store's log; `createDatabase` for PostgreSQL. */
export function testRunSuite(name: string, createDatabase: () => Promise<string | undefined>): void {
  describe(name, { timeout: 120_000 }, () => {
    const { body } = countingRule;
    let found: Awaited<ReturnType<typeof storeWithAlarms>>;
    let runs: RuleTestRuns;
    /** The first or the second of two users. */
    const principal = (number: 1 | 2, communityIds?: number[]) =>
      principalWith(found.people[number - 1] ?? 0, communityIds);
    const begin = async (minutes: readonly number[], isHistory = false) => {
      found = await storeWithAlarms(minutes, { isHistory, databaseUrl: await createDatabase() });
      const { store, clock, log } = found;
      runs = createRuleTestRuns({ store, clock, log, onTrouble: () => {} });
    };
    afterEach(async () => {
      await runs.close();
      await found.dispose();
    });
    const resultOf = async (by: ReturnType<typeof principalWith>, testId: number) => {
      await expect
        .poll(() => runs.find(by, testId), { timeout: 60_000, interval: 50 })
        .toMatchObject({ state: 'done', progress: 1 });
      return (await runs.find(by, testId)).result;
    };

    test('what a rule would have done last week: when, where, how often', async () => {
      await begin(alarmMinutes);
      const testId = await runs.start(principal(1), { body, days: 7 });
      await expect(runs.start(principal(1), { body, days: 7 })).rejects.toThrow('您有一个试跑正在进行');
      await expect(runs.find(principal(2), testId)).rejects.toThrow('试跑不存在');
      const elsewhere = await runs.start(principal(2, [999]), { body, days: 7 });
      const result = await resultOf(principal(1), testId);
      expect(result).toMatchObject({
        firings: 2,
        gathered: 2,
        by_kind: [{ name: '长时间开门', count: 2 }],
        by_community: [{ community_id: 7, name: '海棠苑', count: 2 }],
        compared: null,
      });
      expect(result?.by_day.filter(({ count }) => count > 0)).toEqual([{ day: '2026-11-19', count: 2 }]);
      // A Thursday, at 12:09 and 14:04.
      expect(result?.by_hour_of_week[3]?.slice(12, 15)).toEqual([1, 0, 1]);
      expect(result?.list.map(({ reason }) => reason)).toEqual(reasons);
      // Nor how much happened there.
      expect(await resultOf(principal(2), elsewhere)).toMatchObject({ firings: 0, events: 0, list: [] });
      expect(result?.events).toBeGreaterThan(alarmMinutes.length);
      expect(result?.list.map(({ position }) => position)).toEqual([2, 1]);
    });

    test('a history that was appended story by story counts as it happened, also between live events', async () => {
      await begin([124, 9, 41, nowMinute, 0, 122, 4, 12, 42, nowMinute, 32, 120, 31, 30, 40], true);
      const result = await resultOf(principal(1), await runs.start(principal(1), { body, days: 7 }));
      expect(result?.list.map(({ reason }) => reason)).toEqual(reasons);
    });

    test.each<[string, (userId: number) => Promise<unknown>, string]>([
      [
        'is disabled',
        (userId) =>
          found.store.write(function* (queries) {
            yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', userId));
          }),
        '账号已停用或删除，试跑已中止，没有结果',
      ],
      [
        'gets a role without limits no more',
        (userId) =>
          found.store.write(function* (queries) {
            yield* run(
              queries.updateTable('users').set({ role_id: smallCity.roles.administrator }).where('id', '=', userId),
            );
          }),
        '负责的范围已变更，试跑已中止，没有结果',
      ],
    ])('a test run whose user %s ends without a result, and says why', async (_what, change, message) => {
      await begin(alarmMinutes);
      const by = principal(1);
      const testId = await runs.start(by, { body, days: 90 });
      await change(by.userId);
      await expect
        .poll(() => runs.find(by, testId), { timeout: 60_000, interval: 50 })
        .toMatchObject({ state: 'failed', message, result: null });
      const stream = await found.store.readStream(`user-${by.userId}`);
      expect(stream.map(({ type }) => type)).toEqual(['user.workStopped']);
    });

    test('a test run that is cancelled ends, and the next one finds everything', async () => {
      await begin(alarmMinutes);
      const testId = await runs.start(principal(1), { body, days: 90 });
      await runs.cancel(principal(1), testId);
      const next = await runs.start(principal(1), { body, days: 7 });
      expect((await resultOf(principal(1), next))?.firings).toBe(2);
      expect(await runs.find(principal(1), testId)).toMatchObject({ state: 'cancelled', result: null });
    });
  });
}
