import { northShare, project, unproject, type Camera } from './camera.ts';
import type { LiftGrid } from './liftGrid.ts';
import { isAbnormal } from './mapLook.ts';
import type { LiftMass } from './mapRenderer.ts';
import type { LiftStyle } from './mapTypes.ts';

/** From the pointer to a lift's middle, in layout pixels. A press near a call means the call. */
const reach = { call: 22, other: 11 } as const;
/** An abnormal lift is drawn larger than its neighbours and above them: it may be this much farther away. */
const abnormalLead = 5;
/** Lifts nearer to each other than this are one point to a hand. */
const onePoint = 3;

export interface PickedMap {
  readonly grid: LiftGrid;
  readonly mass: LiftMass;
  readonly styles: readonly LiftStyle[];
  readonly camera: Camera;
}

/**
 * The lifts that a press at a point (layout pixels) may mean, by index, the likeliest first: all calls within their reach
 * and nothing else, otherwise the nearest lift with those that lie under it. Empty where there is none.
 */
export function pickLifts(
  { grid, mass, styles, camera }: PickedMap,
  pixelX: number,
  pixelY: number,
): readonly number[] {
  const [x, y] = unproject(camera, pixelX, pixelY);
  // Northwards the picture is compressed: a pixel is more metres.
  const near = grid.within(x, y, reach.call / (camera.scale * northShare)).map((index) => {
    const [liftX, liftY] = project(camera, mass.metres[index * 2] ?? 0, mass.metres[index * 2 + 1] ?? 0);
    const style = styles[mass.states[index] ?? 0];
    const distance = Math.hypot(liftX - pixelX, liftY - pixelY);
    return {
      index,
      x: liftX,
      y: liftY,
      isCall: style?.tone === 'critical',
      distance,
      rank: distance - (isAbnormal(style) ? abnormalLead : 0),
    };
  });
  near.sort((a, b) => a.rank - b.rank || a.index - b.index);
  const calls = near.filter(({ isCall, distance }) => isCall && distance <= reach.call);
  if (calls.length > 0) return calls.map(({ index }) => index);
  const [nearest, ...others] = near.filter(({ rank }) => rank <= reach.other);
  if (nearest === undefined) return [];
  const under = others.filter((lift) => Math.hypot(lift.x - nearest.x, lift.y - nearest.y) <= onePoint);
  return [nearest, ...under].map(({ index }) => index);
}
