import { from, Observable, type ObservableInput, type OperatorFunction, type Subscription } from 'rxjs';

/**
 * One projection at a time; of the values that arrive meanwhile the last is projected next. So a burst of
 * changes costs two loads, the second of which is later than every change.
 */
export function exhaustLatest<T, R>(project: (value: T) => ObservableInput<R>): OperatorFunction<T, R> {
  return (source$) =>
    new Observable<R>((subscriber) => {
      let waiting: { readonly value: T } | null = null;
      let running: Subscription | null = null;
      let isSourceDone = false;

      const start = (value: T): void => {
        let isDone = false;
        const subscription = from(project(value)).subscribe({
          next: (result) => subscriber.next(result),
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            isDone = true;
            running = null;
            const next = waiting;
            waiting = null;
            if (next !== null) start(next.value);
            else if (isSourceDone) subscriber.complete();
          },
        });
        if (isDone) return;
        running = subscription;
      };

      const outer = source$.subscribe({
        next: (value) => {
          if (running === null) start(value);
          else waiting = { value };
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          isSourceDone = true;
          if (running === null) subscriber.complete();
        },
      });
      return () => {
        outer.unsubscribe();
        running?.unsubscribe();
      };
    });
}
