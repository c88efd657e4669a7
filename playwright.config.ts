import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/chromium.ts';

/** Long ones that tell no story: a whole run starts them beside the rest. */
const measured = ['**/memory.e2e.ts', '**/wallSizes.e2e.ts'];

/** Each e2e test starts its own server on free ports with a store of its own, so one worker suffices on two cores. */
export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'stories', testMatch: '**/*.e2e.ts', testIgnore: measured },
    { name: 'measured', testMatch: measured },
  ],
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '.tmp/test-results/stories.json' }],
  ],
  outputDir: '.tmp/e2e',
  use: {
    actionTimeout: 10_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    launchOptions: chromiumLaunchOptions(),
    // Without a film of every test, most of which nobody sees: a failure has its picture, and the trace the page at every step.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
