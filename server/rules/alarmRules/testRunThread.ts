import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { TestRunFindings, TestRunMessage, TestRunTask } from './testRunTask.ts';

/** More than the state of any rule and a page of the log. */
const mostMemoryMb = 512;
/** Room for what a page of the log leaves behind: V8 allows little automatically, and a third of the time went into collecting it. */
const youngMemoryMb = 96;

/** The thread's program: beside the bundled server, or a source that `tsx` reads, as a thread does not inherit its process's loaders. */
function startProgram(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./testRunWorker.js', import.meta.url), options);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href;
  const source = new URL('./testRunWorker.ts', import.meta.url).href;
  const program = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(program, { ...options, eval: true });
}

/** Runs a test on a thread of its own. `found` rejects when the thread fails or is cancelled; cancelling it twice does no harm. */
export function startTestRun(
  task: TestRunTask,
  onProgress: (progress: number) => void,
): { readonly found: Promise<TestRunFindings>; readonly cancel: () => Promise<unknown> } {
  const worker = startProgram({
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
  });
  const found = new Promise<TestRunFindings>((resolve, reject) => {
    worker.on('message', (message: TestRunMessage) => {
      if ('found' in message) resolve(message.found);
      else onProgress(message.progress);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the thread of a test run ended with exit code ${code}`)));
  });
  return { found, cancel: () => worker.terminate() };
}
