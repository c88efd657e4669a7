import { useLayoutEffect, useRef, type RefObject } from 'react';
import { createFrameTask } from '../canvas/createFrameTask.ts';
import { prefersReducedMotion } from '../canvas/prefersReducedMotion.ts';
import { floorAt, isGliding, planGlide, type Glide } from './carGlide.ts';
import { shaftShare } from './shaftFloors.ts';
import type { ShaftReport } from './shaftTypes.ts';

interface GlideInput {
  readonly report: ShaftReport | null;
  readonly floorMin: number;
  readonly floorMax: number;
  readonly floorHeightM: number;
  /** Not live: the car is set down where it was last seen. */
  readonly isStill: boolean;
}

/** Moves the car by the shaft's `--share`, frame by frame while it moves and not at all while it stands; bypasses React. */
export function useGlide(
  shaft: RefObject<HTMLElement | null>,
  { report, floorMin, floorMax, floorHeightM, isStill }: GlideInput,
): void {
  const kept = useRef<{ glide: Glide | null; report: ShaftReport | null }>({ glide: null, report: null });
  // Before the first paint, so that the car never shows at the bottom first.
  useLayoutEffect(() => {
    if (report === null) return;
    const { glide: current, report: previous } = kept.current;
    const nowMs = performance.now();
    const isNew = previous === null || previous.atMs !== report.atMs || previous.floor !== report.floor;
    const planned = isNew
      ? planGlide({ current, previous: isStill ? null : previous, next: report, nowMs, floorHeightM })
      : current;
    const glide = planned !== null && (isStill || prefersReducedMotion()) ? { ...planned, durationMs: 0 } : planned;
    kept.current = { glide, report };
    if (glide === null) return;
    const show = (): boolean => {
      const atMs = performance.now();
      shaft.current?.style.setProperty('--share', shaftShare(floorAt(glide, atMs), floorMin, floorMax).toFixed(5));
      return isGliding(glide, atMs);
    };
    if (!show()) return;
    const task = createFrameTask(show);
    task.schedule();
    return () => task.cancel();
  }, [shaft, report, floorMin, floorMax, floorHeightM, isStill]);
}
