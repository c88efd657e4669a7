import { Observable } from 'rxjs';
import {
  pushReportSchema,
  type PushCommand,
  type PushReport,
  type PushTarget,
  type WorkerMessage,
} from './pushReport.ts';

/** The part of a Worker that its page needs. */
export interface PushWorker {
  postMessage(message: WorkerMessage): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

/**
 * The push link of a worker as a stream of the page: `subscribe` starts the worker, unsubscribing closes the
 * socket with 1000 and ends it. A worker that fails ends the stream with an error; app retries.
 */
export function pushWorkerClient(
  createWorker: () => PushWorker,
  target: PushTarget,
  commands$: Observable<PushCommand>,
): Observable<PushReport> {
  return new Observable<PushReport>((subscriber) => {
    const worker = createWorker();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    const post = (message: WorkerMessage): void => worker.postMessage(message);
    worker.addEventListener('message', ({ data }) => {
      const report = pushReportSchema.safeParse(data);
      subscriber.next(report.success ? report.data : { kind: 'malformed', problem: 'not a report' });
      if (report.success && report.data.kind === 'link' && report.data.state === 'closed') subscriber.complete();
    });
    worker.addEventListener('error', () => {
      worker.terminate();
      subscriber.error(new Error('the push worker failed'));
    });
    post({ kind: 'open', target });
    const told = commands$.subscribe((command) => post({ kind: 'command', command }));
    return () => {
      told.unsubscribe();
      // Not terminated here: the worker ends itself once its socket has said goodbye.
      post({ kind: 'command', command: { kind: 'close' } });
    };
  });
}
