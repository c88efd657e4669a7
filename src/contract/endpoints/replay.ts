import * as z from 'zod';
import { numberColumn } from '../columns.ts';
import { defineEndpoint } from '../endpoint.ts';
import { carSamplesSchema } from '../entities/elevator.ts';
import { wireTime } from '../envelope.ts';
import { liftColumnsSchema } from '../fleetColumns.ts';

/** One minute of the whole fleet by column; a lift that never reported until then is absent. */
export const minuteFrameSchema = z.object({
  at_ms: z.number(),
  id: numberColumn,
  status: numberColumn,
  service_mode: numberColumn,
  floor: numberColumn,
  /** Index into `doorStates`. */
  door: numberColumn,
  direction: numberColumn,
  people: numberColumn,
  call: numberColumn,
});
export type MinuteFrame = z.infer<typeof minuteFrameSchema>;

/** A call or an alarm of the replayed time, with the moments that moved it. */
export const replayRescueSchema = z.object({
  id: z.number(),
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  raised_ms: z.number(),
  answered_ms: z.number().nullable(),
  dispatched_ms: z.number().nullable(),
  arrived_ms: z.number().nullable(),
  released_ms: z.number().nullable(),
  completed_ms: z.number().nullable(),
  respond_due_ms: z.number(),
  arrive_due_ms: z.number(),
});
export const replayAlarmSchema = z.object({
  id: z.number(),
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  kind: z.string(),
  kind_label: z.string(),
  level: z.number(),
  raised_ms: z.number(),
  cleared_ms: z.number().nullable(),
});
export type ReplayRescue = z.infer<typeof replayRescueSchema>;
export type ReplayAlarm = z.infer<typeof replayAlarmSchema>;

/** Ours, beside the specification's calls: how far back the city can be played, and a stretch of it (at most one hour a call). */
export const replayRange = defineEndpoint({
  method: 'GET',
  path: '/api/replay/range',
  permission: 'elevator.view',
  group: 'replay',
  summary: '可回放的时间范围',
  input: z.object({}),
  output: z.object({
    from: wireTime.nullable(),
    to: wireTime.nullable(),
    resolution_seconds: z.number(),
    /** Stretches without a hole between `from` and `to`, oldest first: while the server stood still nothing was kept. */
    spans: z.array(z.object({ from: wireTime, to: wireTime })).optional(),
  }),
});

export const replayCity = defineEndpoint({
  method: 'GET',
  path: '/api/replay/city',
  permission: 'elevator.view',
  group: 'replay',
  summary: '回放全城：每分钟一帧，含期间的救援与报警',
  input: z
    .object({ from: wireTime, to: wireTime })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from) && Date.parse(to) - Date.parse(from) <= 3_600_000, {
      message: '一次最多回放 1 小时，且结束须晚于开始',
      path: ['to'],
    }),
  output: z.object({
    frames: z.array(minuteFrameSchema),
    rescues: z.array(replayRescueSchema),
    alarms: z.array(replayAlarmSchema),
  }),
});

/** One lift at full rate around an incident: five minutes before, ten after. */
export const recordingSchema = z.object({
  id: z.number(),
  elevator_id: z.number(),
  tag: z.string(),
  floor_min: z.number(),
  floor_max: z.number(),
  rescue_order_id: z.number().nullable(),
  alarm_id: z.number().nullable(),
  incident_ms: z.number(),
  from_ms: z.number(),
  to_ms: z.number(),
  /** Still being recorded. */
  is_open: z.boolean(),
  samples: carSamplesSchema,
});
export type Recording = z.infer<typeof recordingSchema>;

export const recordingOf = defineEndpoint({
  method: 'GET',
  path: '/api/replay/recording',
  permission: 'rescue.view',
  group: 'replay',
  summary: '一次呼叫前后的电梯录制数据',
  input: z
    .object({
      rescue_order_id: z.coerce.number().int().positive().optional(),
      alarm_id: z.coerce.number().int().positive().optional(),
    })
    .refine((query) => query.rescue_order_id !== undefined || query.alarm_id !== undefined, '请指定救援单或报警'),
  output: recordingSchema.nullable(),
});

export const recordingsOfLift = defineEndpoint({
  method: 'GET',
  path: '/api/replay/recording/list',
  permission: 'elevator.view',
  group: 'replay',
  summary: '一台电梯的录制列表',
  input: z.object({ elevator_id: z.coerce.number('请指定电梯').int().positive('请指定电梯') }),
  output: z.array(recordingSchema.omit({ samples: true })),
});

/** The background of the map: the city's outline, districts and building columns. Replaceable by the customer's file. */
export const cityMapSchema = z.object({
  name: z.string(),
  boundary: z.array(z.array(z.tuple([z.number(), z.number()]))),
  districts: z.array(
    z.object({ id: z.number(), name: z.string(), rings: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
  ),
  buildings: z.array(
    z.object({ community_id: z.number(), ring: z.array(z.tuple([z.number(), z.number()])), height_m: z.number() }),
  ),
  /** Rivers and lakes. */
  water: z.array(z.array(z.tuple([z.number(), z.number()]))).optional(),
});
export type CityMap = z.infer<typeof cityMapSchema>;

export const cityMap = defineEndpoint({
  method: 'GET',
  path: '/api/city-map',
  permission: 'elevator.view',
  group: 'replay',
  summary: '城市底图（边界、区、楼栋）',
  input: z.object({}),
  output: cityMapSchema.extend({ lifts: liftColumnsSchema.optional() }),
});
