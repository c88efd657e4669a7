import type { CityMap } from '../../contract/endpoints/replay.ts';

type Point = readonly [lng: number, lat: number];

/** The city as a map draws it: ground, districts and building columns. */
export interface CityScene {
  readonly center: Point;
  readonly areas: readonly { readonly kind: 'land' | 'district'; readonly outline: readonly Point[] }[];
  readonly lines: readonly { readonly kind: 'major' | 'minor' | 'rail'; readonly path: readonly Point[] }[];
  readonly columns: readonly {
    readonly lng: number;
    readonly lat: number;
    readonly widthM: number;
    readonly depthM: number;
    readonly heightM: number;
    readonly angleDeg: number;
  }[];
  readonly labels: readonly {
    readonly text: string;
    readonly lng: number;
    readonly lat: number;
    readonly rank: 1 | 2;
  }[];
}

const metresPerDegree = 111_320;

/** The middle of an outline's corners; enough for placing a name. */
function middleOf(points: readonly Point[]): Point {
  const count = Math.max(1, points.length);
  return [points.reduce((sum, [lng]) => sum + lng, 0) / count, points.reduce((sum, [, lat]) => sum + lat, 0) / count];
}

/** A building's outline as a column: its first two sides are width and depth, the first side its direction. */
export function toColumn(ring: readonly Point[], heightM: number): CityScene['columns'][number] | undefined {
  const [a, b, c] = ring;
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const isClosed = ring.length > 3 && ring.at(-1)?.[0] === a[0] && ring.at(-1)?.[1] === a[1];
  const [lng, lat] = middleOf(isClosed ? ring.slice(0, -1) : ring);
  const eastM = metresPerDegree * Math.cos((lat * Math.PI) / 180);
  const side = (from: Point, to: Point): readonly [number, number] => [
    (to[0] - from[0]) * eastM,
    (to[1] - from[1]) * metresPerDegree,
  ];
  const [wx, wy] = side(a, b);
  const [dx, dy] = side(b, c);
  return {
    lng,
    lat,
    widthM: Math.hypot(wx, wy),
    depthM: Math.hypot(dx, dy),
    heightM,
    angleDeg: (Math.atan2(wy, wx) * 180) / Math.PI,
  };
}

export interface NamedPlace {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
}

/** The scene of a city with the names of its communities, which show from nearer. */
export function toCityScene(city: CityMap, communities: readonly NamedPlace[] = []): CityScene {
  const corners = city.boundary.flat();
  const districts = city.districts.flatMap(({ name, rings }) => rings.map((outline) => ({ name, outline })));
  return {
    center: middleOf(corners.length > 0 ? corners : districts.flatMap(({ outline }) => outline)),
    areas: [
      ...city.boundary.map((outline) => ({ kind: 'land' as const, outline })),
      ...districts.map(({ outline }) => ({ kind: 'district' as const, outline })),
    ],
    lines: [],
    columns: city.buildings.flatMap(({ ring, height_m: heightM }) => toColumn(ring, heightM) ?? []),
    labels: [
      ...city.districts.flatMap(({ name, rings }) => {
        const [lng, lat] = middleOf(rings[0] ?? []);
        return rings.length === 0 ? [] : [{ text: name, lng, lat, rank: 1 as const }];
      }),
      ...communities.map(({ name, lng, lat }) => ({ text: name, lng, lat, rank: 2 as const })),
    ],
  };
}

/** Before the city's own map is there, and where a site has none. */
export const emptyScene: CityScene = { center: [0, 0], areas: [], lines: [], columns: [], labels: [] };
