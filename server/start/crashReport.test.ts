import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each(['throw new Error("lost the thread")', 'Promise.reject(new Error("lost the thread"))'])(
  '%s, uncaught, is told in one block with its time and ends the process for a new start',
  (fault) => {
    const program = `
      import { reportCrashes } from './server/start/crashReport.ts';
      reportCrashes();
      setTimeout(() => { ${fault} }, 1);
      setInterval(() => undefined, 1_000);`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^\n\d{4}-\d\d-\d\dT[\d:.]+Z 服务遇到无法继续的错误，即将退出\nError: lost the thread\n {4}at /,
    );
  },
);
