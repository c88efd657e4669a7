import uPlot, { type AlignedData } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chartTheme } from '../../../src/ui/chart/chartTheme.ts';
import { movingSamples, picture } from './frameData.ts';

/** uPlot with the same three curves, scales and axes; without the legend and cursor that our painter has not either. */
export function mountUPlot(host: HTMLElement, [width, height]: readonly [number, number]): () => void {
  const { samples, advance } = movingSamples();
  const { tokens, tones } = chartTheme();
  const seconds = new Float64Array(samples.length);
  const data: AlignedData = [seconds, ...samples.values];
  const tell = (): void => {
    for (const [index, atMs] of samples.timesMs.entries()) seconds[index] = atMs / 1000;
  };
  tell();
  const axis = {
    stroke: tokens.text2,
    font: `11px ${tokens.fontFamily}`,
    grid: { stroke: tokens.lineSoft, width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: [0, 100] } },
      axes: [axis, { ...axis, splits: [0, 50, 100] }],
      series: [
        {},
        ...picture.series.map(({ name, tone }) => ({
          label: name,
          stroke: tones[tone],
          width: 1.75,
          points: { show: false },
        })),
      ],
    },
    data,
    host,
  );
  return () => {
    advance();
    tell();
    plot.setData(data);
  };
}
