declare global {
  interface Window {
    /** Put into the page by `installLeapingTime`. */
    leapingTime: { readonly moveTo: (aheadMs: number) => void; readonly runDue: () => Promise<void> };
  }
}

/**
 * Run in a page before its own scripts, and before those of each of its workers: `Date`, `performance.now`, timers and
 * the times of animation frames follow a clock that a test moves on. As on a machine that slept, each timer that is due
 * after a leap runs once. Between leaps everything goes at its real pace, and so do sockets, requests and the painting.
 * Serialised: it may use nothing from outside.
 */
export function installLeapingTime(startAheadMs: number): void {
  interface Timer {
    dueMs: number;
    readonly everyMs: number | null;
    readonly run: () => void;
    readonly real: number;
  }
  const isPage = typeof window !== 'undefined';
  const keptAs = 'test.aheadMs';
  const kept = (): number =>
    isPage && window.location.protocol.startsWith('http')
      ? Number(window.sessionStorage.getItem(keptAs) ?? startAheadMs)
      : startAheadMs;
  const real = {
    date: globalThis.Date,
    now: performance.now.bind(performance),
    setTimeout: globalThis.setTimeout.bind(globalThis),
    setInterval: globalThis.setInterval.bind(globalThis),
    clear: globalThis.clearTimeout.bind(globalThis),
  };
  let aheadMs = kept();
  const nowMs = (): number => real.date.now() + aheadMs;
  const timers = new Map<number, Timer>();
  let next = 1;

  const later =
    (isRepeated: boolean) =>
    (run: (...parts: unknown[]) => void, waitMs = 0, ...parts: unknown[]): number => {
      const id = next;
      next += 1;
      const tell = (): void => {
        if (!isRepeated) timers.delete(id);
        run(...parts);
      };
      const ownReal = isRepeated ? real.setInterval(tell, waitMs) : real.setTimeout(tell, waitMs);
      timers.set(id, {
        dueMs: nowMs() + waitMs,
        everyMs: isRepeated ? waitMs : null,
        run: tell,
        real: Number(ownReal),
      });
      return id;
    };
  const clear = (id: number | undefined): void => {
    const timer = timers.get(id ?? 0);
    if (timer === undefined) return;
    real.clear(timer.real);
    timers.delete(id ?? 0);
  };
  const runDue = (): void => {
    const due = [...timers].filter(([, { dueMs }]) => dueMs <= nowMs()).sort(([, a], [, b]) => a.dueMs - b.dueMs);
    for (const [id, timer] of due) {
      if (timers.get(id) !== timer) continue;
      if (timer.everyMs === null) real.clear(timer.real);
      else timer.dueMs = nowMs() + timer.everyMs;
      timer.run();
    }
  };
  Object.assign(globalThis, {
    Date: new Proxy(real.date, {
      construct: (target, parts: unknown[]) => Reflect.construct(target, parts.length === 0 ? [nowMs()] : parts),
      apply: () => new real.date(nowMs()).toString(),
      get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
    }),
    setTimeout: later(false),
    setInterval: later(true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => real.now() + aheadMs;

  // A page notifies its workers; they notify no one.
  const line = new BroadcastChannel('test.leapingTime');
  if (!isPage) {
    line.addEventListener('message', ({ data }) => {
      if (typeof data === 'number') aheadMs = data;
      // The link's own timers (silence, pauses between tries) stay real, as its socket is: each leap would be a silence to it.
      else if (self.name !== 'push') runDue();
    });
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other side than its own origin
  const tellWorkers = (message: number | 'due'): void => line.postMessage(message);
  const longestPollMs = 1_000;
  const polled = (): Promise<void> =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        if (!list.getEntries().some(({ name }) => name.includes('/elevator-realtime'))) return;
        observer.disconnect();
        request(() => resolve());
      });
      observer.observe({ type: 'resource' });
    });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => request((atMs) => run(atMs + aheadMs));
  window.leapingTime = {
    moveTo(nextAheadMs) {
      aheadMs = nextAheadMs;
      window.sessionStorage.setItem(keptAs, String(aheadMs));
      tellWorkers(aheadMs);
    },
    async runDue() {
      // The workers first, and what they set off in the page: a poll that is answered at its time does not make the page look stale.
      tellWorkers('due');
      await Promise.race([polled(), new Promise((resolve) => real.setTimeout(resolve, longestPollMs))]);
      runDue();
    },
  };
}
