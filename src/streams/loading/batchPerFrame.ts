import { Observable, race, timer, type OperatorFunction } from 'rxjs';

/** A hidden page draws no frames: then this much later, so that what it holds stays current. */
const hiddenFrameMs = 250;

const animationFrame$ = new Observable<number>((subscriber) => {
  const handle = requestAnimationFrame((atMs) => {
    subscriber.next(atMs);
    subscriber.complete();
  });
  return () => cancelAnimationFrame(handle);
});

/** The next time at which drawing is worth it; also in a hidden page. */
export const nextFrame = (): Observable<unknown> => race(animationFrame$, timer(hiddenFrameMs));

/** Values within one frame are joined and emitted once, at its end; nothing is dropped. */
export function batchPerFrame<T>(
  join: (before: T, after: T) => T,
  frame: () => Observable<unknown> = nextFrame,
): OperatorFunction<T, T> {
  return (source$) =>
    new Observable<T>((subscriber) => {
      let waiting: { readonly value: T } | null = null;
      let isSourceDone = false;
      const frames = new Set<{ unsubscribe: () => void }>();
      const flush = (): void => {
        const told = waiting;
        waiting = null;
        frames.clear();
        if (told !== null) subscriber.next(told.value);
        if (isSourceDone) subscriber.complete();
      };
      const outer = source$.subscribe({
        next: (value) => {
          if (waiting !== null) {
            waiting = { value: join(waiting.value, value) };
            return;
          }
          waiting = { value };
          let hasFired = false;
          const pending = frame().subscribe(() => {
            if (hasFired) return;
            hasFired = true;
            flush();
          });
          if (!hasFired) frames.add(pending);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => {
          isSourceDone = true;
          if (waiting === null) subscriber.complete();
        },
      });
      return () => {
        outer.unsubscribe();
        for (const pending of frames) pending.unsubscribe();
      };
    });
}
