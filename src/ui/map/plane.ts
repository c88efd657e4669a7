import type { LngLat } from './mapTypes.ts';

/**
 * A city on a flat sheet: metres east (`x`) and north (`y`) of an origin. Over a city's 60 km the error is below a
 * metre in a hundred, far below a pixel.
 */
export interface Plane {
  readonly originLng: number;
  readonly originLat: number;
  readonly metresPerLng: number;
  readonly metresPerLat: number;
}

const METRES_PER_DEGREE = 111_195;

export function planeAt([lng, lat]: LngLat): Plane {
  return {
    originLng: lng,
    originLat: lat,
    metresPerLng: METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180),
    metresPerLat: METRES_PER_DEGREE,
  };
}

export function toMetres(plane: Plane, lng: number, lat: number): readonly [x: number, y: number] {
  return [(lng - plane.originLng) * plane.metresPerLng, (lat - plane.originLat) * plane.metresPerLat];
}

export function toLngLat(plane: Plane, x: number, y: number): LngLat {
  return [plane.originLng + x / plane.metresPerLng, plane.originLat + y / plane.metresPerLat];
}

/** Longitude and latitude in pairs to metres in pairs. */
export function toMetrePairs(plane: Plane, positions: ArrayLike<number>): Float32Array {
  const metres = new Float32Array(positions.length);
  for (let at = 0; at + 1 < positions.length; at += 2) {
    metres[at] = ((positions[at] ?? 0) - plane.originLng) * plane.metresPerLng;
    metres[at + 1] = ((positions[at + 1] ?? 0) - plane.originLat) * plane.metresPerLat;
  }
  return metres;
}
