import { every, type Clock } from '../runtime/clock.ts';
import type { BeatMessage } from '../runtime/beats.ts';

/** While it starts, or has announced a step that may keep it busy, a process may be silent for this long. */
const longestStepMs = 1_800_000;
const watchPeriodMs = 1_000;
/** A look this late shows that this process stood still itself, as with a paused container: it heard no beats meanwhile. */
const stoodStillMs = 3_000;

export interface SilenceWatch {
  /** A message of the watched process; whatever is no beat is ignored. */
  hear(message: unknown): void;
  stop(): void;
}

const isBeatMessage = (message: unknown): message is BeatMessage =>
  typeof message === 'object' && message !== null && 'kind' in message;

/**
 * Watches a process by its beats (`server/runtime/beats.ts`). Calls `onSilent` once, with the reason in Chinese, when it has not beaten
 * for `silentAfterMs`. A process that has never beaten is left alone.
 */
export function watchSilence({
  clock,
  silentAfterMs,
  onSilent,
}: {
  readonly clock: Clock;
  readonly silentAfterMs: number;
  readonly onSilent: (why: string) => void;
}): SilenceWatch {
  let beatMs: number | undefined;
  let pulseMs = Number.NEGATIVE_INFINITY;
  let step: string | undefined;
  let lookedMs = clock.monotonicMs();
  const stop = every(clock, watchPeriodMs, look);

  function look(): void {
    const nowMs = clock.monotonicMs();
    const hasStoodStill = nowMs - lookedMs > stoodStillMs;
    lookedMs = nowMs;
    if (beatMs === undefined) return;
    if (hasStoodStill) {
      beatMs = nowMs;
      return;
    }
    const limitMs = step === undefined ? silentAfterMs : longestStepMs;
    if (nowMs - beatMs < limitMs) return;
    stop();
    const what = nowMs - pulseMs < limitMs ? '数据写入停住' : '进程停住';
    onSilent(`${what}，${limitMs / 1_000} 秒没有心跳${step === undefined ? '' : `（${step}）`}，已强制结束`);
  }

  return {
    hear(message) {
      if (!isBeatMessage(message)) return;
      const nowMs = clock.monotonicMs();
      if (message.kind === 'beat') beatMs = nowMs;
      if (message.kind === 'pulse') pulseMs = nowMs;
      if (message.kind === 'step') step = message.name;
      if (message.kind !== 'stepDone') return;
      step = undefined;
      beatMs = nowMs;
    },
    stop,
  };
}
