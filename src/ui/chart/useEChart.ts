import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { boundedRatio, pixelRatioOf } from '../canvas/pixelRatio.ts';
import { watchPixelRatio } from '../canvas/watchPixelRatio.ts';
import {
  areTooltipsLoaded,
  initChart,
  loadTooltips,
  withoutTooltip,
  type ChartInstance,
  type ChartOption,
} from './echartsCore.ts';

/** Live values for a drawn chart: one array a series, in the option's order. */
export type SeriesValues = ArrayLike<number>;

export interface ChartHandle {
  /** Replaces the values of the series immediately, bypassing React; NaN is a gap. */
  readonly update: (series: readonly SeriesValues[]) => void;
}

/** The id of the drawn item that was clicked. */
function idOfClick(event: unknown): string | undefined {
  const data: unknown = typeof event === 'object' && event !== null && 'data' in event ? event.data : undefined;
  const id: unknown = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * Draws `option` into the element: made once, changed in place, sized with its element, given back when it goes. `onPick` gets the id of an
 * item that was clicked.
 */
export function useEChart(
  element: RefObject<HTMLDivElement | null>,
  option: ChartOption,
  onPick?: (id: string) => void,
): RefObject<ChartInstance | null> {
  const clicked = useEffectEvent((event: unknown) => {
    const id = idOfClick(event);
    if (id !== undefined) onPick?.(id);
  });
  const chart = useRef<ChartInstance | null>(null);
  const drawn = useRef(option);
  // A chart that was made before tooltips were loaded never gets one: ECharts takes in what it consists of when it is created.
  const hasTooltip = useRef(false);
  useEffect(() => {
    const host = element.current;
    if (host === null) return;
    const size = (): { width: number; height: number } => ({ width: host.offsetWidth, height: host.offsetHeight });
    const make = (): void => {
      chart.current?.dispose();
      const { width, height } = size();
      hasTooltip.current = areTooltipsLoaded();
      chart.current = initChart(host, null, {
        renderer: 'canvas',
        devicePixelRatio: boundedRatio(pixelRatioOf(host), width, height),
        width,
        height,
      });
      chart.current.on('click', (event) => clicked(event));
      chart.current.setOption(hasTooltip.current ? drawn.current : withoutTooltip(drawn.current));
    };
    make();
    const pointAt = async (): Promise<void> => {
      if (hasTooltip.current) return;
      await loadTooltips();
      if (!hasTooltip.current && chart.current !== null) make();
    };
    // Without the network the chart stands as it is, and the next visit of the pointer asks again.
    const pointed = (): void => void pointAt().catch(() => undefined);
    host.addEventListener('pointerenter', pointed);
    // Layout pixels, not shown ones: the wall scales its charts as a whole.
    const observer = new ResizeObserver(() => chart.current?.resize(size()));
    observer.observe(host);
    // ECharts sets its resolution when it is created, so a change of display requires a new one; a canvas whose pixels
    // went with the graphics process is the other.
    const stopWatching = watchPixelRatio(host, make);
    host.addEventListener('contextrestored', make, { capture: true });
    return () => {
      host.removeEventListener('pointerenter', pointed);
      host.removeEventListener('contextrestored', make, { capture: true });
      observer.disconnect();
      stopWatching();
      chart.current?.dispose();
      chart.current = null;
    };
  }, [element]);
  useEffect(() => {
    if (drawn.current === option) return;
    drawn.current = option;
    chart.current?.setOption(hasTooltip.current ? option : withoutTooltip(option), { replaceMerge: ['series'] });
  }, [option]);
  return chart;
}

/** Hands new values to a chart without building its option again. */
export function updateSeries(instance: ChartInstance, series: readonly SeriesValues[]): void {
  instance.setOption(
    { series: series.map((values) => ({ data: Array.from(values, (value) => (Number.isNaN(value) ? null : value)) })) },
    { lazyUpdate: true, silent: true },
  );
}
