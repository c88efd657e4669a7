import { asyncScheduler, Observable, share, timer, type SchedulerLike } from 'rxjs';

/** The part of a Worker that is listened to. */
export interface TickWorker {
  addEventListener(type: 'message' | 'error', listener: () => void): void;
  terminate(): void;
}

/**
 * A tick each second, at once the first, from one worker for all who listen: no hidden tab slows it down. Where the
 * worker cannot run the page's own timer ticks.
 */
export function workerTicks(
  createWorker: () => TickWorker,
  {
    everyMs = 1_000,
    scheduler = asyncScheduler,
  }: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<void> {
  return new Observable<void>((subscriber) => {
    subscriber.next();
    const worker = createWorker();
    worker.addEventListener('message', () => subscriber.next());
    worker.addEventListener('error', () => {
      worker.terminate();
      subscriber.add(timer(everyMs, everyMs, scheduler).subscribe(() => subscriber.next()));
    });
    return () => worker.terminate();
  }).pipe(share());
}
