import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/* Devices and cameras, their commands, and messages in quarantine. Times are epoch ms, booleans 0/1, JSON is text. */

export interface DeviceTable {
  device_key: string;
  elevator_id: number;
  device_type: string;
  report_period_seconds: number;
  /** Raised to invalidate the device's old secret. */
  secret_version: number;
  /** Names its adapter (`server/gateway/vendors`). */
  vendor: Generated<string>;
  /** From the catalogue of models, or as somebody typed it; may be empty. */
  model: Generated<string>;
  firmware: Generated<string>;
  /** It may not connect, and the server ignores its messages. */
  is_disabled: Generated<Flag>;
  /** At most one device of a lift: voice and the end of a rescue go there. */
  is_rescue_terminal: Generated<Flag>;
}

/** A key that was bound once: the next binding gets a newer secret than the device that had it. */
export interface UnboundDeviceTable {
  device_key: string;
  /** The lift that it served last. */
  elevator_id: number;
  /** The version of the secret with which it may still connect; its messages are quarantined. */
  secret_version: number;
  unbound_at_ms: number;
}

/** A device's latest description of itself; either may be empty. */
export interface DeviceDescriptionTable {
  device_key: string;
  model: string;
  firmware: string;
  described_at_ms: number;
}

export interface CameraTable {
  id: number;
  elevator_id: number;
  name: string;
  /** A key of `cameraPlaceLabels`. */
  place: string;
  vendor: string;
  main_url: string;
  sub_url: string;
  channel: string;
  user_name: string;
  /** Encrypted (`cameraSecrets`); empty where there is none. */
  sealed_secret: string;
  /** The bound device that says whether it works; may be empty. */
  device_key: string;
}

export interface LiftFileTable {
  id: number;
  elevator_id: number;
  /** A key of `liftFileKindLabels`. */
  kind: string;
  name: string;
  /** `2026-11-30`, or empty. */
  issued_on: string;
  /** Names of uploads as JSON, at least one. */
  photos: string;
}

/** The period that a device has adopted by command; absent for one that uses base data's. */
export interface DeviceReportPeriodTable {
  device_key: string;
  report_period_seconds: number;
}

/** The state of a device's reports, from its events; absent for one that never did. */
export interface DeviceStateTable {
  device_key: string;
  elevator_id: number;
  status: number;
  load: number;
  changed_at_ms: number;
}

/** A message code in the device's last report, as recorded. */
export interface DeviceCodeTable {
  device_key: string;
  /** As the device says it. */
  vendor_code: string;
  elevator_id: number;
  /** Ours; empty where we do not know it. */
  code: string;
  raised_at_ms: number;
}

/** The time of a device's last test of its emergency call. */
export interface DeviceSelfTestTable {
  device_key: string;
  /** The lift that it served then. */
  elevator_id: number;
  /** By its own clock. */
  tested_at_ms: number;
  received_at_ms: number;
  /** The log has recorded that the next one is missing. */
  is_missed: 0 | 1;
}

export interface DeviceCommandTable {
  id: number;
  device_key: string;
  elevator_id: number;
  identifier: string;
  payload: string;
  state: string;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
  created_by: string;
  result_code: number | null;
  result_message: string;
}

/** Messages from one sender in one minute that could not be accepted for one reason: the first, the last, and their number. */
export interface QuarantineTable {
  id: number;
  topic: string;
  /** The sender: the device, or `bridge` and `broker` for unregistered device names, which can be invented endlessly. */
  device_key: string;
  reason: string;
  could_be_help: Flag;
  payload: string;
  last_topic: string;
  last_payload: string;
  /** Minutes since 1970; null in rows from before there was one for each minute. */
  minute: number | null;
  repeat_num: number;
  first_at_ms: number;
  last_at_ms: number;
}

/** The last time that someone looked into it; it is open again once it has come more often than `repeat_num`. */
export interface QuarantineResolutionTable {
  quarantine_id: number;
  /** The version of its stream, for the next decision. */
  version: number;
  repeat_num: number;
  note: string;
  rescue_order_id: number | null;
  by_id: number;
  by_name: string;
  at_ms: number;
}

export interface DeviceTables {
  devices: DeviceTable;
  unbound_devices: UnboundDeviceTable;
  device_descriptions: DeviceDescriptionTable;
  cameras: CameraTable;
  lift_files: LiftFileTable;
  device_report_periods: DeviceReportPeriodTable;
  device_states: DeviceStateTable;
  device_codes: DeviceCodeTable;
  device_self_tests: DeviceSelfTestTable;
  device_commands: DeviceCommandTable;
  quarantine: QuarantineTable;
  quarantine_resolutions: QuarantineResolutionTable;
}
