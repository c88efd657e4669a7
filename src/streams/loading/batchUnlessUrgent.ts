import { Observable, take, type OperatorFunction, type Subscription } from 'rxjs';

/**
 * Batches what comes in quick succession: the first value after a silence is delivered immediately and starts a pause, what comes meanwhile
 * waits for its end. An urgent value ends the pause and is delivered with what waited before it: nothing is overtaken or dropped.
 */
export function batchUnlessUrgent<T>(
  pause: () => Observable<unknown>,
  isUrgent: (value: T) => boolean = () => false,
): OperatorFunction<T, readonly T[]> {
  return (source$) =>
    new Observable<readonly T[]>((subscriber) => {
      let waiting: T[] = [];
      let pausing: Subscription | null = null;

      const tell = (): void => {
        pausing?.unsubscribe();
        if (waiting.length === 0) return;
        const told = waiting;
        waiting = [];
        pausing = pause().pipe(take(1)).subscribe({ complete: tell });
        subscriber.next(told);
      };

      const source = source$.subscribe({
        next: (value) => {
          waiting.push(value);
          if (pausing === null || pausing.closed || isUrgent(value)) tell();
        },
        error: (error: unknown) => {
          tell();
          subscriber.error(error);
        },
        complete: () => {
          tell();
          subscriber.complete();
        },
      });
      return () => {
        source.unsubscribe();
        pausing?.unsubscribe();
      };
    });
}
