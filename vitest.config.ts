import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tests/support/chromium.ts';

// Vitest keeps one core free, which on two leaves a single worker; these tests wait for processes and databases more than they compute.
const maxWorkers = Math.max(2, availableParallelism() - 1);
const node = {
  environment: 'node' as const,
  pool: 'forks' as const,
  setupFiles: ['tests/support/patientWaits.ts'],
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          maxWorkers,
          // Most of these files are over in milliseconds: a process for each took twice as long as the tests themselves.
          isolate: false,
          testTimeout: 30_000,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'server/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'integration',
          maxWorkers,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/sharedPostgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...node,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/sharedPostgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        plugins: [storybookTest({ configDir: fileURLToPath(new URL('./.storybook', import.meta.url)) })],
        test: {
          name: 'storybook',
          maxWorkers,
          // A WebGL device that is a CPU takes its time twice over where it is lost and found again.
          testTimeout: 45_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: chromiumLaunchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
