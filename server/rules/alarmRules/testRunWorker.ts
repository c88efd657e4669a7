import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { foldTest } from './testRunFold.ts';
import { openTestLog } from './testRunLog.ts';
import type { TestRunMessage, TestRunTask } from './testRunTask.ts';

/** The thread of one test run: it reads the log by a connection of its own, says how far it is, and ends with what it found. */
// On Linux the priority is the thread's own: where cores are few, the thread that rings goes first.
if (process.platform === 'linux')
  try {
    setPriority(10);
  } catch {
    // Without the right to, it runs as any other thread.
  }

const say = (message: TestRunMessage): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `startTestRun` gives it exactly this
const task = workerData as TestRunTask;
const log = await openTestLog(task.log);
try {
  say({ found: await foldTest(task, log, (progress) => say({ progress })) });
} finally {
  await log.close();
}
