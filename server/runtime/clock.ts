import { readFileSync } from 'node:fs';

/** Time as a parameter: the real clock in production, a virtual one in tests and simulation. */
export interface Clock {
  /** The calendar's time, in epoch ms, for records. It may be set back or forward at any time. */
  nowMs(): number;
  /** Time since some moment before the start, in ms. Monotonic, so periods are measured with it. */
  monotonicMs(): number;
  /**
   * Two processes whose clocks give the same id share `monotonicMs`, because the machine ran without a break. Undefined
   * where that is not known.
   */
  readonly bootId?: string | undefined;
  /** Calls back once, no earlier than `delayMs` from now; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** `performance.now()` begins with the process, the machine's own time (CLOCK_MONOTONIC) with its boot. */
const processStartMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Node refuses longer timers than this; a longer wait is taken in steps. */
const longestTimerMs = 2_147_483_647;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => processStartMs + performance.now(),
  bootId: readBootId(),
  after(delayMs, callback) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number) => {
      const stepMs = Math.min(leftMs, longestTimerMs);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), Math.max(0, stepMs));
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};

/** Calls back repeatedly, each time `periodMs` after the last call ended, until cancelled. */
export function every(clock: Clock, periodMs: number, callback: () => void | Promise<void>): () => void {
  let cancelled = false;
  let cancelTimer: (() => void) | undefined;
  const arm = () => {
    cancelTimer = clock.after(periodMs, () => {
      void (async () => {
        await callback();
        if (!cancelled) arm();
      })();
    });
  };
  arm();
  return () => {
    cancelled = true;
    cancelTimer?.();
  };
}
