import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/* Lifts, who is responsible for them, and what their recent past was. Times are epoch ms, booleans 0/1, JSON is text. */

export interface ElevatorTable {
  id: number;
  /** In the address `/q/<code>` of the sign in the car: 96 random bits, written once; empty until the next start of an older store. */
  code: Generated<string>;
  tag: string;
  addr: string;
  rescue_code: string;
  registration_code: string;
  sos_tel: string;
  community_id: number;
  /** A brand is a manufacturer organisation. */
  brand_id: number | null;
  property_id: number | null;
  maintenance_id: number | null;
  elevator_type: number;
  /** Null if not entered. */
  install_at_ms: number | null;
  floor_min: number;
  floor_max: number;
  lng: number;
  lat: number;
  maker_unit: string;
  manage_unit: string;
  /** The time since when `maintenance_id` is responsible: written with every change of that company; null if not entered. */
  maintained_since_ms: number | null;
  /** A key of `liftCategoryLabels`, or empty. */
  category: Generated<string>;
  drive: Generated<string>;
  rated_load_kg: Generated<number | null>;
  rated_speed_mps: Generated<number | null>;
  floors_num: Generated<number | null>;
  stops_num: Generated<number | null>;
  doors_num: Generated<number | null>;
  factory_number: Generated<string>;
  internal_tag: Generated<string>;
  /** Index into `liftStateLabels`: 0 in use, 1 out of use, 2 scrapped. */
  state: Generated<number>;
  state_reason: Generated<string>;
  /** Days: `2026-11-30`, or empty. */
  put_into_use_on: Generated<string>;
  inspected_on: Generated<string>;
  next_inspection_on: Generated<string>;
  self_tested_on: Generated<string>;
  next_self_test_on: Generated<string>;
  /** A key of `specialTypeLabels`, or empty. */
  special_type: Generated<string>;
  /** The list of its own that its visits follow; null for the standard's. */
  check_list_id: Generated<number | null>;
  /** The permit for maintenance on demand; empty without one. */
  on_demand_permit_number: Generated<string>;
  on_demand_permit_expiry: Generated<string>;
}

/**
 * The companies responsible for a lift from `from_ms` until before `to_ms`; null while it lasts. The intervals of a lift follow each other
 * without a gap.
 */
export interface ResponsibilityTable {
  elevator_id: number;
  from_ms: number;
  to_ms: number | null;
  area_id: number;
  community_id: number;
  property_id: number | null;
  brand_id: number | null;
  maintenance_id: number | null;
}

/** Events of the last hour that say that a lift lost its power, or that one cause of that is over. */
export interface PowerSignalTable {
  position: number;
  elevator_id: number;
  device_key: string;
  /** '41', '46' or 'offline'. */
  cause: string;
  is_over: Flag;
  at_ms: number;
}

/** A controller says now that its lift has no mains (code 41) or runs on emergency power (46). */
export interface LiftWithoutMainsTable {
  device_key: string;
  code: string;
  elevator_id: number;
}

/** The movements of one lift from five minutes before an incident to ten after; not a projection, so a rebuild leaves it alone. */
export interface RecordingTable {
  id: number;
  elevator_id: number;
  alarm_id: number | null;
  rescue_order_id: number | null;
  /** The fault or scooter that it was made for, if any. */
  exception_id: number | null;
  incident_at_ms: number;
  from_ms: number;
  to_ms: number;
  /** Still being recorded. */
  is_open: Flag;
}

export interface RecordingChunkTable {
  recording_id: number;
  seq: number;
  /** JSON by column, parsed by `server/telemetry/recordingSamples.ts`. */
  samples: string;
}

/** The whole fleet at a full minute. */
export interface MinuteSampleTable {
  at_ms: number;
  lift_num: number;
  /** `live`, or `demo` for what the demo city invented. */
  source: string;
  /** Columns, compressed, as base64 (`server/telemetry/minuteFrame.ts`). */
  frame: string;
}

/** The counters of the lifts' reports in an hour of the clock. */
export interface HourCounterTable {
  at_ms: number;
  lift_num: number;
  /** Columns, compressed, as base64 (`server/telemetry/hourBlock.ts`). */
  counters: string;
}

/** One row: when the stages of the way from a device to a person were last proven, as JSON (`ChainProofs`). */
export interface ProbeStateTable {
  id: number;
  state: string;
}

export interface LiftTables {
  probe_state: ProbeStateTable;
  elevators: ElevatorTable;
  responsibilities: ResponsibilityTable;
  power_signals: PowerSignalTable;
  lifts_without_mains: LiftWithoutMainsTable;
  recordings: RecordingTable;
  recording_chunks: RecordingChunkTable;
  minute_samples: MinuteSampleTable;
  hour_counters: HourCounterTable;
}
