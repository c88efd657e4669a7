import * as z from 'zod';
import { textColumn } from './columns.ts';
import {
  packColumn,
  packedNullableSchema,
  packedNumbersSchema,
  packSteps,
  unpackColumn,
  unpackSteps,
} from './packedColumns.ts';
import type { LiftColumns, RealtimeColumns } from './fleetColumns.ts';

const packed = packedNumbersSchema;

/** The columns of the same names; `id` and `seen_ms` by their steps. */
const packedStatesSchema = z.object({
  id: packed,
  status: packed,
  service_mode: packed,
  car_status: packed,
  direction: packed,
  floor: packed,
  door: packed,
  people: packed,
  speed: packedNullableSchema,
  call: packed,
  seen_ms: packed,
});
/** The same; `id`, and `lng` and `lat` in millionths of a degree, by their steps. */
const packedLiftsSchema = z.object({
  id: packed,
  tag: textColumn,
  lng: packed,
  lat: packed,
  floor_min: packed,
  floor_max: packed,
  community_id: packed,
  area_id: packed,
});
export type PackedLifts = z.infer<typeof packedLiftsSchema>;

/** A whole fleet in a third of the characters or less, and not a tenth of the values to read. */
export const compactFleetSchema = z.object({ columns: packedStatesSchema, lifts: packedLiftsSchema.optional() });
export type CompactFleet = z.infer<typeof compactFleetSchema>;

const degree = 1_000_000;

export const packStates = (columns: RealtimeColumns): CompactFleet['columns'] => ({
  id: packSteps(columns.id),
  status: packColumn(columns.status),
  service_mode: packColumn(columns.service_mode),
  car_status: packColumn(columns.car_status),
  direction: packColumn(columns.direction),
  floor: packColumn(columns.floor),
  door: packColumn(columns.door),
  people: packColumn(columns.people),
  speed: packColumn(columns.speed),
  call: packColumn(columns.call),
  seen_ms: packSteps(columns.seen_ms),
});

/** Without addresses, which no whole fleet has. */
export const packLifts = (lifts: LiftColumns): PackedLifts => ({
  id: packSteps(lifts.id),
  tag: lifts.tag,
  lng: packSteps(lifts.lng.map((degrees) => Math.round(degrees * degree))),
  lat: packSteps(lifts.lat.map((degrees) => Math.round(degrees * degree))),
  floor_min: packColumn(lifts.floor_min),
  floor_max: packColumn(lifts.floor_max),
  community_id: packColumn(lifts.community_id),
  area_id: packColumn(lifts.area_id),
});

/** As `RealtimeColumns`, for reading; a speed that is not reported is null or not a number. */
export type StateColumns = Readonly<Record<keyof RealtimeColumns, ArrayLike<number | null>>>;

export const unpackStates = (columns: CompactFleet['columns']): StateColumns => ({
  id: unpackSteps(columns.id),
  status: unpackColumn(columns.status),
  service_mode: unpackColumn(columns.service_mode),
  car_status: unpackColumn(columns.car_status),
  direction: unpackColumn(columns.direction),
  floor: unpackColumn(columns.floor),
  door: unpackColumn(columns.door),
  people: unpackColumn(columns.people),
  speed: unpackColumn(columns.speed),
  call: unpackColumn(columns.call),
  seen_ms: unpackSteps(columns.seen_ms),
});

/** Copied by a loop: with an iterator it takes many times as long. */
function toList(column: ArrayLike<number>): number[] {
  const list: number[] = [];
  for (let index = 0; index < column.length; index += 1) list.push(column[index] ?? 0);
  return list;
}

export const unpackLifts = (lifts: PackedLifts): LiftColumns => ({
  id: toList(unpackSteps(lifts.id)),
  tag: lifts.tag,
  lng: toList(unpackSteps(lifts.lng, degree)),
  lat: toList(unpackSteps(lifts.lat, degree)),
  floor_min: toList(unpackColumn(lifts.floor_min)),
  floor_max: toList(unpackColumn(lifts.floor_max)),
  community_id: toList(unpackColumn(lifts.community_id)),
  area_id: toList(unpackColumn(lifts.area_id)),
});
