import type { CurveLane } from './drawCurves.ts';

/** A car's speed in m/s, up above zero and down below. `series`: which series of the picture it is. */
export const speedLane = (fastestMps: number, series: number, weight: number): CurveLane => ({
  label: '速度 m/s',
  min: -fastestMps,
  max: fastestMps,
  ticks: [
    { value: -fastestMps, label: `下 ${fastestMps}` },
    { value: 0, label: '0' },
    { value: fastestMps, label: `上 ${fastestMps}` },
  ],
  series: [series],
  weight,
});

/** A car door from closed (0) to open (1). */
export const doorLane = (series: number): CurveLane => ({
  label: '轿门',
  min: 0,
  max: 1,
  ticks: [
    { value: 0, label: '关' },
    { value: 1, label: '开' },
  ],
  series: [series],
});
