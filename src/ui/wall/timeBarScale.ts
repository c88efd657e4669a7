import { startOfDayMs } from '../time/formatTime.ts';

export const dayMs = 86_400_000;

/** The day on the bar (UTC+8) and the part of it that can be shown. */
export interface TimeBarDay {
  readonly fromMs: number;
  readonly toMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The day that holds `atMs`, cut to what is kept (`oldestMs` to `newestMs`). */
export function dayOf(atMs: number, oldestMs: number, newestMs: number): TimeBarDay {
  const fromMs = startOfDayMs(clampTime(atMs, oldestMs, newestMs));
  return {
    fromMs,
    toMs: fromMs + dayMs,
    firstMs: Math.max(fromMs, oldestMs),
    lastMs: Math.min(fromMs + dayMs, newestMs),
  };
}

export function clampTime(atMs: number, oldestMs: number, newestMs: number): number {
  return Math.min(newestMs, Math.max(oldestMs, atMs));
}

/** The parts of `spans` that lie in the day. */
export function spansOfDay(
  { firstMs, lastMs }: TimeBarDay,
  spans: readonly { readonly fromMs: number; readonly toMs: number }[],
): readonly { readonly fromMs: number; readonly toMs: number }[] {
  return spans.flatMap(({ fromMs, toMs }) =>
    toMs < firstMs || fromMs > lastMs ? [] : [{ fromMs: Math.max(fromMs, firstMs), toMs: Math.min(toMs, lastMs) }],
  );
}

/** 0–1 along the day. */
export function shareOfDay({ fromMs }: TimeBarDay, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / dayMs));
}

/** The time at a share of the day, to the full second and within what is kept. */
export function timeAtShare({ fromMs, firstMs, lastMs }: TimeBarDay, share: number): number {
  return clampTime(Math.round((fromMs + share * dayMs) / 1000) * 1000, firstMs, lastMs);
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -60_000,
  ArrowDown: -60_000,
  ArrowRight: 60_000,
  ArrowUp: 60_000,
  PageDown: -3_600_000,
  PageUp: 3_600_000,
};

/** Returns the time to which a key moves the bar's handle; null when it is not one of the bar's keys. */
export function timeAfterKey(
  key: string,
  atMs: number,
  day: TimeBarDay,
  oldestMs: number,
  newestMs: number,
): number | null {
  if (key === 'Home') return day.firstMs;
  if (key === 'End') return day.lastMs;
  const step = keySteps[key];
  return step === undefined ? null : clampTime(atMs + step, oldestMs, newestMs);
}
