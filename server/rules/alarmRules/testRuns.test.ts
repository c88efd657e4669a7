import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterEach, expect, test } from 'vitest';
import { noonMs } from '../../../tests/support/ruleExamples.ts';
import { alarmMinutes, countingRule, storeWithAlarms, testRunSuite } from '../../../tests/support/testRunSuite.ts';
import { foldTest } from './testRunFold.ts';
import { openTestLog } from './testRunLog.ts';
import type { TestRunTask } from './testRunTask.ts';

const dayMs = 86_400_000;
let dispose: (() => Promise<void>) | undefined;
afterEach(async () => {
  await dispose?.();
  dispose = undefined;
});
const openAlarms = async () => {
  const found = await storeWithAlarms(alarmMinutes);
  ({ dispose } = found);
  return found;
};

testRunSuite('test runs of alarm rules on SQLite', () => Promise.resolve(undefined));

test('the bundled server carries the program of the thread', async () => {
  const outDir = resolve('.tmp/test-run-bundle');
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'warn',
    build: { ssr: 'server/rules/alarmRules/testRunThread.ts', outDir },
  });
  const { log } = await openAlarms();
  const task: TestRunTask = {
    log,
    fromMs: noonMs - 7 * dayMs,
    toMs: noonMs,
    body: countingRule.body,
    active: null,
    others: [],
    scope: { kind: 'all' },
  };
  const bundle: unknown = await import(/* @vite-ignore */ pathToFileURL(join(outDir, 'main.js')).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is built from this module
  const { startTestRun } = bundle as typeof import('./testRunThread.ts');
  expect((await startTestRun(task, () => {}).found).firings).toBe(2);
}, 120_000);

test('a test is compared with the active version and with other rules in force', async () => {
  const { log } = await openAlarms();
  const connection = await openTestLog(log);
  const found = await foldTest(
    {
      log,
      fromMs: noonMs - 7 * dayMs,
      toMs: noonMs,
      body: countingRule.body,
      active: countingRule.body,
      others: [{ ruleId: 9, body: countingRule.body }],
      scope: { kind: 'all' },
    },
    connection,
    () => {},
  );
  await connection.close();
  expect(found.firings).toBe(2);
  expect(found.compared).toEqual({ added: 0, lost: 0, same: 2 });
  expect(found.overlaps).toEqual([{ ruleId: 9, count: 2 }]);
});
