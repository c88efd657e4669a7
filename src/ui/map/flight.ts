import type { Camera } from './camera.ts';

export interface Flight {
  readonly durationMs: number;
  /** The camera at a share (0–1) of the way. */
  readonly at: (share: number) => Camera;
}

/**
 * The curvature of a flight: how strongly it rises before it comes down again; the value of van Wijk and Nuij's "Smooth and efficient zooming
 * and panning".
 */
const RHO = 1.42;

const easeInOut = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2);

/** A smooth flight from one view to another: rises, travels, descends, so that people keep their bearings. */
export function planFlight(from: Camera, to: Camera, longestMs = 2400): Flight {
  const size = Math.max(from.width, from.height, 1);
  const w0 = size / from.scale;
  const w1 = size / to.scale;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = Math.hypot(dx, dy);
  const { length, travelled, widthAt } = distance < 1e-6 ? zoomOnly(w0, w1) : arc(w0, w1, distance);
  const durationMs = Math.min(longestMs, Math.max(350, length * 620));
  return {
    durationMs,
    at: (share) => {
      if (share >= 1) return to;
      const way = easeInOut(Math.max(0, share)) * length;
      const done = travelled(way);
      return { ...to, x: from.x + dx * done, y: from.y + dy * done, scale: size / widthAt(way) };
    },
  };
}

interface Path {
  readonly length: number;
  readonly travelled: (way: number) => number;
  readonly widthAt: (way: number) => number;
}

function zoomOnly(w0: number, w1: number): Path {
  const length = Math.abs(Math.log(w1 / w0)) / RHO;
  const sign = w1 < w0 ? -1 : 1;
  return {
    length,
    travelled: (way) => (length === 0 ? 1 : way / length),
    widthAt: (way) => w0 * Math.exp(sign * RHO * way),
  };
}

function arc(w0: number, w1: number, distance: number): Path {
  const rho2 = RHO * RHO;
  const b0 = (w1 * w1 - w0 * w0 + rho2 * rho2 * distance * distance) / (2 * w0 * rho2 * distance);
  const b1 = (w1 * w1 - w0 * w0 - rho2 * rho2 * distance * distance) / (2 * w1 * rho2 * distance);
  const r0 = Math.log(Math.sqrt(b0 * b0 + 1) - b0);
  const r1 = Math.log(Math.sqrt(b1 * b1 + 1) - b1);
  const length = (r1 - r0) / RHO;
  return {
    length,
    travelled: (way) => ((w0 / rho2) * (Math.cosh(r0) * Math.tanh(RHO * way + r0) - Math.sinh(r0))) / distance,
    widthAt: (way) => (w0 * Math.cosh(r0)) / Math.cosh(RHO * way + r0),
  };
}
