import { expect, it } from 'vitest';
import { workerTicks, type TickWorker } from './workerTicks.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

function fakeWorker() {
  const listeners: Record<string, () => void> = {};
  let isEnded = false;
  const worker: TickWorker = {
    addEventListener: (type, listener) => void (listeners[type] = listener),
    terminate: () => void (isEnded = true),
  };
  return { worker, say: (type: 'message' | 'error') => listeners[type]?.(), isEnded: () => isEnded };
}

it('ticks at once and at each word of the worker, which ends with the last listener', () => {
  const { worker, say, isEnded } = fakeWorker();
  let ticks = 0;
  const ticks$ = workerTicks(() => worker);
  const first = ticks$.subscribe(() => (ticks += 1));
  const second = ticks$.subscribe();
  say('message');
  expect(ticks).toBe(2);
  first.unsubscribe();
  expect(isEnded()).toBe(false);
  second.unsubscribe();
  expect(isEnded()).toBe(true);
});

it("ticks by the page's own timer where the worker fails", () => {
  withMarbles(({ expectObservable }, scheduler) => {
    const { worker, say } = fakeWorker();
    scheduler.schedule(() => say('error'), 2);
    expectObservable(
      workerTicks(() => worker, { everyMs: 5, scheduler }),
      '^-------------!',
    ).toBe('a------a----a-', { a: undefined });
  });
});
