import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { createFrameTask, type FrameTask } from '../canvas/createFrameTask.ts';
import { boundedRatio, pixelRatioOf } from '../canvas/pixelRatio.ts';
import './Chart.css';
import { chartTheme } from './chartTheme.ts';
import { noSamples, type CurveSamples } from './curveSource.ts';
import { drawCurves, makeSurface, type CurvePicture, type CurveSurface } from './drawCurves.ts';

export interface LiveCurveHandle {
  /** Draws `samples` in the next frame, `toMs` at the right edge. The arrays may be changed and passed again. */
  readonly update: (samples: CurveSamples, toMs: number) => void;
}

export interface LiveCurveProps {
  /** The curves and their present values, in a sentence. */
  label: string;
  picture: CurvePicture;
  height?: number | string;
  isStale?: boolean;
  ref?: Ref<LiveCurveHandle>;
}

/**
 * Curves of the last minutes at any rate: its own small canvas painter, because a charting library needs several times
 * as long for an update (see the benchmarks). For statistics take `Chart`.
 */
export function LiveCurve({ label, picture, height = '100%', isStale = false, ref }: LiveCurveProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const task = useRef<FrameTask | null>(null);
  const shown = useRef<{ samples: CurveSamples; toMs: number }>({ samples: noSamples, toMs: 0 });
  const pictured = useRef(picture);
  const surface = useRef<CurveSurface | null>(null);
  const draw = useEffectEvent(() => {
    const target = canvas.current;
    if (target === null) return false;
    const { offsetWidth: width, offsetHeight: height } = target;
    const ratio = boundedRatio(pixelRatioOf(target), width, height);
    const kept = surface.current;
    if (kept === null || kept.width !== width || kept.height !== height || kept.ratio !== ratio)
      surface.current = makeSurface(target, width, height, ratio);
    if (surface.current !== null)
      drawCurves(surface.current, chartTheme(), pictured.current, shown.current.samples, shown.current.toMs);
    return false;
  });
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const frame = createFrameTask(() => draw());
    task.current = frame;
    const observer = new ResizeObserver(frame.schedule);
    observer.observe(target);
    const redraw = (): void => {
      surface.current = null;
      frame.schedule();
    };
    target.addEventListener('contextrestored', redraw);
    return () => {
      observer.disconnect();
      target.removeEventListener('contextrestored', redraw);
      frame.cancel();
      task.current = null;
      surface.current = null;
    };
  }, []);
  useEffect(() => {
    pictured.current = picture;
    task.current?.schedule();
  }, [picture]);
  useImperativeHandle(
    ref,
    () => ({
      update: (samples, toMs) => {
        shown.current = { samples, toMs };
        task.current?.schedule();
      },
    }),
    [],
  );
  return (
    <div className="ti-live-curve" data-stale={isStale || undefined} style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={isStale ? `${label}（数据已停止更新）` : label} />
    </div>
  );
}
