import type { LngLat, MapColumn, MapLine, MapScene, Ring } from './mapTypes.ts';

/** A place that the invented city grows around. */
export interface CityCentre {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
}

export interface InventedCity {
  readonly scene: MapScene;
  /** Longitude and latitude of lifts in pairs, beside the invented buildings. */
  readonly positions: Float32Array;
}

const centres: readonly CityCentre[] = [
  { name: '东湖区', lng: 119.262, lat: 30.116 },
  { name: '西岭区', lng: 119.138, lat: 30.124 },
  { name: '南浦区', lng: 119.208, lat: 30.058 },
  { name: '北塘区', lng: 119.196, lat: 30.186 },
  { name: '云台县', lng: 119.322, lat: 30.208 },
];
const communityNames = [
  '翠湖花园',
  '云锦雅苑',
  '临江府',
  '松涛里',
  '望岳新村',
  '锦绣南苑',
  '桐荫家园',
  '星河湾畔',
  '听雨轩',
  '丰泽公寓',
];

/** Numbers from 0 to 1 that are the same each time. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const middle: LngLat = [119.222, 30.128];
const lngStretch = 1 / Math.cos((middle[1] * Math.PI) / 180);

const wave = (a: number, b: number): number => Math.sin(a * 61 + b * 37) * 0.5 + Math.sin(a * 139 - b * 83 + 1.3) * 0.3;

/** Bends straight lines as rivers and hills would. */
function bend([lng, lat]: LngLat): LngLat {
  return [lng + wave(lng, lat) * 0.006, lat + wave(lat + 4, lng) * 0.005];
}

function split(outline: readonly LngLat[], pieces: number): LngLat[] {
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    return Array.from({ length: pieces }, (_, piece): LngLat => [
      from[0] + ((to[0] - from[0]) * piece) / pieces,
      from[1] + ((to[1] - from[1]) * piece) / pieces,
    ]);
  });
}

/** The land: a round that the noise makes uneven. */
function landOutline(): LngLat[] {
  return Array.from({ length: 144 }, (_, index): LngLat => {
    const angle = (index / 144) * Math.PI * 2;
    const reach =
      0.112 + 0.014 * Math.sin(angle * 3 + 0.6) + 0.008 * Math.sin(angle * 7 + 2) + 0.004 * Math.sin(angle * 17);
    return [middle[0] + Math.cos(angle) * reach * 1.28 * lngStretch, middle[1] + Math.sin(angle) * reach * 0.98];
  });
}

/** The part of an outline that is nearer to `own` than to `other`. */
function nearerPart(outline: readonly LngLat[], own: CityCentre, other: CityCentre): LngLat[] {
  const side = ([lng, lat]: LngLat): number =>
    (other.lng - own.lng) * (lng - (own.lng + other.lng) / 2) +
    (other.lat - own.lat) * (lat - (own.lat + other.lat) / 2);
  const kept: LngLat[] = [];
  for (const [index, point] of outline.entries()) {
    const next = outline[(index + 1) % outline.length] ?? point;
    const here = side(point);
    const there = side(next);
    if (here <= 0) kept.push(point);
    if (here <= 0 !== there <= 0) {
      const share = here / (here - there);
      kept.push([point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]);
    }
  }
  return kept;
}

function isInside(outline: Ring, [lng, lat]: LngLat): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of outline.entries()) {
    const [x2, y2] = outline[(index + 1) % outline.length] ?? [x1, y1];
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** A band of water along a line. */
function river(path: readonly LngLat[], widthDeg: (share: number) => number): LngLat[] {
  const offset = (sign: number): LngLat[] =>
    path.map(([lng, lat], index) => {
      const [nextLng, nextLat] = path[Math.min(path.length - 1, index + 1)] ?? [lng, lat];
      const [lastLng, lastLat] = path[Math.max(0, index - 1)] ?? [lng, lat];
      const length = Math.hypot(nextLng - lastLng, nextLat - lastLat) || 1;
      const width = widthDeg(index / path.length) * sign;
      return [lng - ((nextLat - lastLat) / length) * width * lngStretch, lat + ((nextLng - lastLng) / length) * width];
    });
  return [...offset(1), ...offset(-1).toReversed()];
}

function roads(land: Ring): MapLine[] {
  const lines: MapLine[] = [];
  const add = (kind: MapLine['kind'], path: LngLat[]): void => {
    // Only what lies on land, in pieces.
    let piece: LngLat[] = [];
    for (const point of path.map(bend)) {
      if (isInside(land, point)) piece.push(point);
      else {
        if (piece.length > 1) lines.push({ kind, path: piece });
        piece = [];
      }
    }
    if (piece.length > 1) lines.push({ kind, path: piece });
  };
  for (const reach of [0.03, 0.062]) {
    add(
      'major',
      Array.from({ length: 97 }, (_, index): LngLat => [
        119.204 + Math.cos((index / 96) * Math.PI * 2) * reach * 1.25 * lngStretch,
        30.12 + Math.sin((index / 96) * Math.PI * 2) * reach,
      ]),
    );
  }
  for (const { lng, lat } of centres) {
    add(
      'major',
      Array.from({ length: 60 }, (_, index): LngLat => [
        119.204 + ((lng - 119.204) * index) / 26,
        30.12 + ((lat - 30.12) * index) / 26,
      ]),
    );
    for (let step = -5; step <= 5; step += 1) {
      add(
        'minor',
        Array.from({ length: 24 }, (_, index): LngLat => [
          lng - 0.03 + index * 0.0026,
          lat + step * 0.0052 + index * 0.0004,
        ]),
      );
      add(
        'minor',
        Array.from({ length: 24 }, (_, index): LngLat => [
          lng + step * 0.006 - index * 0.0004,
          lat - 0.026 + index * 0.0022,
        ]),
      );
    }
  }
  add(
    'rail',
    Array.from({ length: 120 }, (_, index): LngLat => [119.05 + index * 0.0029, 30.03 + index * 0.00165]),
  );
  return lines;
}

/** An invented city with `liftCount` lifts beside its buildings; the same for the same arguments. */
export function inventCity(liftCount: number, communityCount = 30, seed = 7): InventedCity {
  const random = seeded(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const round = landOutline();
  const land = split(round, 2).map(bend);
  const districts = centres.map((own) =>
    centres
      .filter((other) => other !== own)
      .reduce<LngLat[]>((outline, other) => nearerPart(outline, own, other), split(round, 2)),
  );
  const riverPath = Array.from({ length: 80 }, (_, index): LngLat =>
    bend([119.03 + index * 0.0051, 30.166 - index * 0.0011 + Math.sin(index / 9) * 0.011]),
  );
  const lake = Array.from({ length: 60 }, (_, index): LngLat => {
    const angle = (index / 60) * Math.PI * 2;
    const reach = 0.011 + 0.0025 * Math.sin(angle * 3 + 1) + 0.001 * Math.sin(angle * 8);
    return [119.244 + Math.cos(angle) * reach * 1.5, 30.1 + Math.sin(angle) * reach];
  });
  const hill = Array.from({ length: 60 }, (_, index): LngLat => {
    const angle = (index / 60) * Math.PI * 2;
    const reach = 0.021 + 0.005 * Math.sin(angle * 4 + 2) + 0.002 * Math.sin(angle * 9);
    return [119.092 + Math.cos(angle) * reach * 1.1, 30.142 + Math.sin(angle) * reach];
  });
  const isDry = (point: LngLat): boolean =>
    isInside(land, point) &&
    !isInside(lake, point) &&
    !isInside(
      river(riverPath, () => 0.0036),
      point,
    ) &&
    !isInside(hill, point);
  const columns: MapColumn[] = [];
  const communities: { name: string; at: LngLat }[] = [];
  for (let index = 0; index < communityCount; index += 1) {
    const centre = centres[index % centres.length] ?? { lng: middle[0], lat: middle[1] };
    let at: LngLat = [centre.lng, centre.lat];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      at = [centre.lng + normal() * 0.0165, centre.lat + normal() * 0.0135];
      if (isDry(at)) break;
    }
    communities.push({ name: communityNames[index % communityNames.length] ?? '', at });
    for (let building = 0; building < 9; building += 1) {
      columns.push({
        lng: at[0] + ((building % 3) - 1) * 0.00095,
        lat: at[1] + (Math.floor(building / 3) - 1) * 0.00082,
        widthM: 30 + random() * 10,
        depthM: 17 + random() * 5,
        heightM: 42 + random() * 70,
        angleDeg: ((index * 37) % 30) - 15,
      });
    }
  }
  for (let building = 0; building < 900; building += 1) {
    const centre = centres[building % centres.length] ?? { lng: middle[0], lat: middle[1] };
    const at: LngLat = [centre.lng + normal() * 0.019, centre.lat + normal() * 0.016];
    if (isDry(at))
      columns.push({
        lng: at[0],
        lat: at[1],
        widthM: 22 + random() * 30,
        depthM: 16 + random() * 18,
        heightM: 12 + random() ** 2 * 60,
        angleDeg: random() * 40 - 20,
      });
  }
  const positions = new Float32Array(liftCount * 2);
  for (let lift = 0; lift < liftCount; lift += 1) {
    const column = columns[lift % (communities.length * 9)] ?? { lng: middle[0], lat: middle[1] };
    const spread = liftCount > 5000 ? 0.012 : 0.00018;
    positions[lift * 2] = column.lng + normal() * spread;
    positions[lift * 2 + 1] = column.lat + normal() * spread * 0.85;
  }
  return {
    scene: {
      center: middle,
      areas: [
        { kind: 'land', outline: land },
        ...districts.map((outline) => ({ kind: 'district' as const, outline: outline.map(bend) })),
        { kind: 'green', outline: hill },
        { kind: 'water', outline: river(riverPath, (share) => 0.0019 + share * 0.0014) },
        { kind: 'water', outline: lake },
      ],
      lines: roads(land),
      columns,
      labels: [
        ...centres.map(({ name, lng, lat }) => ({ text: name, lng, lat: lat + 0.0135, rank: 1 as const })),
        ...communities.map(({ name, at }) => ({ text: name, lng: at[0], lat: at[1] - 0.0019, rank: 2 as const })),
      ],
    },
    positions,
  };
}

/** States as in a real fleet: most are at rest, a fifth moves, one in a hundred is offline, few need a person. */
export function inventStates(count: number, seed = 11): Uint8Array {
  const random = seeded(seed);
  return Uint8Array.from({ length: count }, () => {
    const drawn = random();
    return drawn < 0.76
      ? 0
      : drawn < 0.97
        ? 1
        : drawn < 0.982
          ? 2
          : drawn < 0.992
            ? 3
            : drawn < 0.9965
              ? 4
              : drawn < 0.9985
                ? 5
                : 0;
  });
}
