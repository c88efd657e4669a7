import type { Realtime } from '../../contract/endpoints/realtime.ts';
import { toWireTime } from '../../contract/time.ts';
import type { LiftColumns, RealtimeColumns } from '../../contract/fleetColumns.ts';

/** One lift as a test says it. */
export interface LiftRow {
  readonly id: number;
  readonly status?: number;
  readonly mode?: number;
  readonly car?: number;
  readonly floor?: number;
  readonly call?: number;
  readonly seenMs?: number;
}

/** Rows as the columns that the wire carries. */
function toColumns(rows: readonly LiftRow[]): RealtimeColumns {
  return {
    id: rows.map(({ id }) => id),
    status: rows.map(({ status = 1 }) => status),
    service_mode: rows.map(({ mode = 1 }) => mode),
    car_status: rows.map(({ car = 0 }) => car),
    direction: rows.map(() => 0),
    floor: rows.map(({ floor = 1 }) => floor),
    door: rows.map(() => 0),
    people: rows.map(() => 0),
    speed: rows.map(() => null),
    call: rows.map(({ call = 0 }) => call),
    seen_ms: rows.map(({ seenMs = 1 }) => seenMs),
  };
}

export function toLiftColumns(ids: readonly number[]): LiftColumns {
  return {
    id: [...ids],
    tag: ids.map((id) => `T-${id}`),
    lng: ids.map((id) => 120 + id / 1_000),
    lat: ids.map((id) => 30 + id / 1_000),
    floor_min: ids.map(() => -1),
    floor_max: ids.map(() => 18),
    community_id: ids.map(() => 11),
    area_id: ids.map(() => 2),
  };
}

/** An answer: everything with what never changes, or only the rows that changed. */
export function realtimeAnswer(
  rows: readonly LiftRow[],
  {
    fresh = false,
    withLifts = fresh,
    cursor = 'c',
    atMs = 0,
    addresses,
  }: { fresh?: boolean; withLifts?: boolean; cursor?: string; atMs?: number; addresses?: readonly string[] } = {},
): Realtime {
  return {
    cursor,
    fresh,
    server_time: toWireTime(atMs),
    columns: toColumns(rows),
    ...(withLifts
      ? {
          lifts: {
            ...toLiftColumns(rows.map(({ id }) => id)),
            ...(addresses === undefined ? {} : { addr: [...addresses] }),
          },
        }
      : {}),
  };
}
