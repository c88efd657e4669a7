import type { StateColumns } from '../../contract/compactFleet.ts';
import type { LiftColumns } from '../../contract/fleetColumns.ts';

/** The looks of a lift, by code; every map, legend and count reads this order. */
export const liftLooks = ['idle', 'moving', 'offline', 'inspected', 'outOfService', 'calling', 'unactivated'] as const;
export type LiftLook = (typeof liftLooks)[number];
export const lookCode = {
  idle: 0,
  moving: 1,
  offline: 2,
  inspected: 3,
  outOfService: 4,
  calling: 5,
  unactivated: 6,
} as const satisfies Readonly<Record<LiftLook, number>>;

/**
 * All lifts in scope by column; the n-th member of each list is one lift. The arrays are changed in place by the
 * stream that owns them: read them when a change is emitted, and copy what you keep.
 */
export interface LiftFleet {
  readonly count: number;
  readonly ids: readonly number[];
  /** By id; made when it is first asked for, because the list and the map of a large city should not wait for it. */
  readonly indexOf: ReadonlyMap<number, number>;
  readonly tags: readonly string[];
  readonly communityIds: readonly number[];
  readonly areaIds: readonly number[];
  readonly floorMins: readonly number[];
  readonly floorMaxs: readonly number[];
  /** Longitude and latitude in pairs, degrees. */
  readonly positions: Float64Array;
  /** Index into `liftLooks`. */
  readonly looks: Uint8Array;
  readonly lookCounts: Uint32Array;
  /** Device status, index into `deviceStatusLabels`. */
  readonly statuses: Uint8Array;
  readonly serviceModes: Uint8Array;
  readonly carStatuses: Uint8Array;
  readonly directions: Uint8Array;
  readonly floors: Int16Array;
  /** Index into `doorStates`. */
  readonly doors: Uint8Array;
  readonly people: Uint16Array;
  /** cm/s, up is positive; NaN where not reported. */
  readonly speedsCmps: Float32Array;
  /** 1 with an open rescue order. */
  readonly calls: Uint8Array;
  /** The time of the last report, server's epoch ms; 0 for never. */
  readonly seenMs: Float64Array;
  /**
   * The time at which the server last sent this lift's values, its epoch ms; 0 for not yet. A report without a change is not sent, so only
   * shortly after this moment is `seenMs` the last report.
   */
  readonly confirmedMs: Float64Array;
  /** Written once a lift was in view; empty before. */
  readonly addresses: string[];
}

/**
 * The picture of one lift as an index into `liftLooks`: a call outranks everything, silence outranks the last report. A device that was
 * never activated, or is disabled, is not silent: nothing is expected of it.
 */
function lookOf(call: number, status: number, serviceMode: number, carStatus: number): number {
  if (call === 1) return lookCode.calling;
  if (status === 0 || status === 3) return lookCode.unactivated;
  if (status !== 1) return lookCode.offline;
  if (serviceMode === 2) return lookCode.inspected;
  if (serviceMode !== 1 && serviceMode !== 7) return lookCode.outOfService;
  return carStatus === 1 ? lookCode.moving : lookCode.idle;
}

function indexById(ids: readonly number[]): ReadonlyMap<number, number> {
  const indexOf = new Map<number, number>();
  for (const [index, id] of ids.entries()) indexOf.set(id, index);
  return indexOf;
}

/** A fleet of these lifts before anything is known: all offline. */
export function createFleet(lifts: LiftColumns): LiftFleet {
  const count = lifts.id.length;
  const positions = new Float64Array(count * 2);
  for (let index = 0; index < count; index += 1) {
    positions[index * 2] = lifts.lng[index] ?? 0;
    positions[index * 2 + 1] = lifts.lat[index] ?? 0;
  }
  let indexOf: ReadonlyMap<number, number> | undefined;
  const lookCounts = new Uint32Array(liftLooks.length);
  lookCounts[lookCode.offline] = count;
  return {
    count,
    ids: lifts.id,
    get indexOf() {
      return (indexOf ??= indexById(lifts.id));
    },
    tags: lifts.tag,
    communityIds: lifts.community_id,
    areaIds: lifts.area_id,
    floorMins: lifts.floor_min,
    floorMaxs: lifts.floor_max,
    positions,
    looks: new Uint8Array(count).fill(lookCode.offline),
    lookCounts,
    statuses: new Uint8Array(count).fill(2),
    serviceModes: new Uint8Array(count).fill(1),
    carStatuses: new Uint8Array(count),
    directions: new Uint8Array(count),
    floors: new Int16Array(count),
    doors: new Uint8Array(count),
    people: new Uint16Array(count),
    speedsCmps: new Float32Array(count).fill(Number.NaN),
    calls: new Uint8Array(count),
    seenMs: new Float64Array(count),
    confirmedMs: new Float64Array(count),
    addresses: lifts.id.map(() => ''),
  };
}

/** The constant data of a fleet, for another one of the same lifts. */
export function columnsOf(fleet: LiftFleet): LiftColumns {
  return {
    id: [...fleet.ids],
    tag: [...fleet.tags],
    lng: fleet.ids.map((_, index) => fleet.positions[index * 2] ?? 0),
    lat: fleet.ids.map((_, index) => fleet.positions[index * 2 + 1] ?? 0),
    floor_min: [...fleet.floorMins],
    floor_max: [...fleet.floorMaxs],
    community_id: [...fleet.communityIds],
    area_id: [...fleet.areaIds],
  };
}

/** Recomputes a lift's picture and updates the counts. */
export function relook(fleet: LiftFleet, index: number): void {
  const before = fleet.looks[index] ?? 0;
  const after = lookOf(
    fleet.calls[index] ?? 0,
    fleet.statuses[index] ?? 0,
    fleet.serviceModes[index] ?? 1,
    fleet.carStatuses[index] ?? 0,
  );
  if (before === after) return;
  fleet.looks[index] = after;
  fleet.lookCounts[before] = (fleet.lookCounts[before] ?? 1) - 1;
  fleet.lookCounts[after] = (fleet.lookCounts[after] ?? 0) + 1;
}

export interface AppliedColumns {
  /** The lifts that were written, by index. */
  readonly changed: Uint32Array;
  /** A lift was named that this fleet does not have. */
  readonly hasUnknown: boolean;
}

/**
 * Writes reported values; a row whose last report is older than the known one is dropped. Call and picture are left to
 * the caller. `serverTimeMs` is when the server said so, epoch ms.
 */
export function applyColumns(fleet: LiftFleet, columns: StateColumns, serverTimeMs = 0): AppliedColumns {
  const changed = new Uint32Array(columns.id.length);
  let written = 0;
  let hasUnknown = false;
  for (let row = 0; row < columns.id.length; row += 1) {
    const id = columns.id[row] ?? -1;
    // An answer that holds every lift has them in the order of the fleet.
    const index = fleet.ids[row] === id ? row : fleet.indexOf.get(id);
    if (index === undefined) {
      hasUnknown = true;
      continue;
    }
    const seenMs = columns.seen_ms[row] ?? 0;
    if (seenMs < (fleet.seenMs[index] ?? 0)) continue;
    fleet.seenMs[index] = seenMs;
    fleet.confirmedMs[index] = serverTimeMs;
    fleet.serviceModes[index] = columns.service_mode[row] ?? 1;
    fleet.carStatuses[index] = columns.car_status[row] ?? 0;
    fleet.directions[index] = columns.direction[row] ?? 0;
    fleet.floors[index] = columns.floor[row] ?? 0;
    fleet.doors[index] = columns.door[row] ?? 0;
    fleet.people[index] = columns.people[row] ?? 0;
    fleet.speedsCmps[index] = columns.speed[row] ?? Number.NaN;
    fleet.statuses[index] = columns.status[row] ?? 0;
    fleet.calls[index] = columns.call[row] ?? 0;
    changed[written] = index;
    written += 1;
  }
  return { changed: changed.slice(0, written), hasUnknown };
}
