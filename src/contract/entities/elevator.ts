import * as z from 'zod';
import { nullableNumberColumn, numberColumn } from '../columns.ts';
import { deviceTypes } from '../deviceTypes.ts';
import { companyContactSchema, statusIndexSchema } from './common.ts';
import { wireTime } from '../envelope.ts';

/** A lift as lists and dialogs show it. */
export const elevatorRowSchema = z.object({
  id: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  /** Six digits on the plate in the car. */
  rescue_code: z.string(),
  registration_code: z.string(),
  sos_tel: z.string(),
  community_id: z.number(),
  community_name: z.string(),
  full_area: z.string(),
  brand_name: z.string(),
  /** 1 industrial, otherwise residential. */
  elevator_type: z.number(),
  /** Null if not entered. */
  install_at: wireTime.nullable(),
  /** Age in years to the day by the server's clock, cut to tenths. */
  age_years: z.number().nullable().optional(),
  floor_min: z.number().int(),
  floor_max: z.number().int(),
  lng: z.number(),
  lat: z.number(),
  device_key: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  open_rescue_id: z.number().nullable(),
  /**
   * 0 in use, 1 out of use, 2 scrapped, with its label; absent from older servers. The rest of the register is in
   * `elevatorRegisterSchema`.
   */
  state: z.number().optional(),
  stateResult: z.string().optional(),
});
export type ElevatorRow = z.infer<typeof elevatorRowSchema>;

export const elevatorDetailSchema = elevatorRowSchema.extend({
  brand_info: z.object({ id: z.number(), name: z.string() }),
  community_info: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  community_area: z.object({ id: z.number(), full_area: z.string() }),
  maker_unit: z.string(),
  manage_unit: z.string(),
  property_info: companyContactSchema.nullable(),
  maintain_info: companyContactSchema.nullable(),
  /** The time since when `maintain_info` is responsible for it; null where that was never entered. */
  maintained_since: wireTime.nullable(),
  /** The number of minutes within which help must arrive here (TSG T5002-2017, 5(4)). */
  arrive_limit_minutes: z.number(),
});
export type ElevatorDetail = z.infer<typeof elevatorDetailSchema>;

/** A car's reports over a stretch of time, by column: the n-th member of each list is one report. */
export const carSamplesSchema = z.object({
  /** The time of receipt, server's epoch ms. */
  at_ms: numberColumn,
  floor: numberColumn,
  /** Index into `doorStates`. */
  door: numberColumn,
  direction: numberColumn,
  people: numberColumn,
  service_mode: numberColumn,
  car_status: numberColumn,
  /** cm/s, up is positive; null where not reported. */
  speed: nullableNumberColumn,
});
export type CarSamples = z.infer<typeof carSamplesSchema>;

/** The lift as its device last reported it. Absent members were never reported. */
export const latestDataSchema = z.object({
  elevator_id: z.number(),
  device_key: z.string(),
  /** Device's own clock and ours. */
  at: wireTime.nullable(),
  received_at: wireTime.nullable(),
  age_ms: z.number().nullable(),
  stale: z.boolean(),
  service_mode: z.number().nullable(),
  car_status: z.number().nullable(),
  direction: z.number().nullable(),
  door_zone: z.boolean().nullable(),
  floor: z.number().nullable(),
  door: z.enum(['closed', 'opening', 'open', 'closing']).nullable(),
  people: z.number().nullable(),
  speed: z.number().nullable(),
  load: z.number().nullable(),
  codes: z.array(z.string()),
  hours: z.number().nullable(),
  runs: z.number().nullable(),
  /** Asked for with `recent_since_ms`: what was received after that moment, of the last five minutes at most. */
  recent: z
    .object({
      samples: carSamplesSchema,
      /** Joins what was known before: the report at `recent_since_ms` is still held, so nothing is missing between. */
      follows_on: z.boolean(),
    })
    .optional(),
});
export type LatestData = z.infer<typeof latestDataSchema>;

export const deviceRowSchema = z.object({
  device_key: z.string(),
  elevator_id: z.number(),
  device_type: z.enum(deviceTypes),
  status: statusIndexSchema,
  statusResult: z.string(),
  load: z.number().int().min(0).max(2),
  loadResult: z.string(),
  last_seen_at: wireTime.nullable(),
  status_changed_at: wireTime.nullable(),
  clock_off_ms: z.number().nullable(),
  /** Comes and goes: at least four changes within ten minutes. */
  flapping: z.boolean().optional(),
  vendor: z.string().optional(),
  model: z.string().optional(),
  firmware: z.string().optional(),
  /** Seconds. */
  report_period: z.number().optional(),
  is_rescue_terminal: z.boolean().optional(),
  is_disabled: z.boolean().optional(),
});
export type DeviceRow = z.infer<typeof deviceRowSchema>;
