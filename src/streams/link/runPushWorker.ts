import { Subject, type Subscription } from 'rxjs';
import { batchFrames } from './batchFrames.ts';
import { pushSocket, type PushSocketOptions } from './pushSocket.ts';
import { workerMessageSchema, type PushCommand, type PushReport } from './pushReport.ts';

/** The worker's side of the line to its page. */
export interface PushWorkerScope {
  post(report: PushReport): void;
  onMessage(handle: (message: unknown) => void): void;
  /** Ends the worker. */
  close(): void;
}

/** Runs the push link for a page in a worker, whose timers are not throttled in a hidden tab. */
export function runPushWorker(scope: PushWorkerScope, options: PushSocketOptions): void {
  const commands$ = new Subject<PushCommand>();
  let link: Subscription | undefined;
  scope.onMessage((data) => {
    const parsed = workerMessageSchema.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.kind === 'command') {
      commands$.next(message.command);
      return;
    }
    link?.unsubscribe();
    link = pushSocket(message.target, commands$, options)
      .pipe(batchFrames())
      .subscribe({
        next: (report) => scope.post(report),
        complete: () => scope.close(),
      });
  });
}
