import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { deviceRowSchema, elevatorDetailSchema, elevatorRowSchema, latestDataSchema } from '../entities/elevator.ts';
import { liftCategories } from '../liftCategories.ts';
import { pageOf, pageQuerySchema, wireFlag } from '../envelope.ts';
import { deviceCommandSteps } from '../events/deviceCommand.ts';
import { ageFilterShape, badAgeFilter, isAgeFilter } from '../liftAge.ts';
import { idsInAddress } from '../rows.ts';
import { plainText } from '../text.ts';

/** Lifts that one list may be asked for by their ids. */
export const mostChosenLifts = 2_000;

const elevatorId = z.coerce.number('请指定电梯').int().positive('请指定电梯');

export const elevatorList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/list',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '电梯列表',
  input: pageQuerySchema
    .extend({
      id: z.coerce.number().int().positive().optional(),
      /** Just these lifts, scrapped ones too. */
      ids: idsInAddress(mostChosenLifts).optional(),
      /** Adds the contacts of a detail to each row. */
      show_more: wireFlag.optional(),
      keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
      community_id: z.coerce.number().int().positive().optional(),
      status: z.coerce.number().int().min(0).max(3).optional(),
      brand_id: z.coerce.number().int().positive().optional(),
      property_id: z.coerce.number().int().positive().optional(),
      maintenance_id: z.coerce.number().int().positive().optional(),
      /** Lifts without a company of this kind. */
      lacking: z.enum(['property', 'maintenance']).optional(),
      state: z.coerce.number().int().min(0).max(2).optional(),
      category: z.enum(liftCategories).optional(),
      /** Filters by the next inspection: past its day, or due within 60 days. */
      inspection: z.enum(['overdue', 'soon']).optional(),
      ...ageFilterShape,
    })
    .refine(isAgeFilter, badAgeFilter),
  output: pageOf(elevatorDetailSchema.partial().extend(elevatorRowSchema.shape)),
});

export const elevatorDetail = defineEndpoint({
  method: 'GET',
  path: '/api/elevator',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '电梯详情',
  input: z.object({ id: elevatorId }),
  output: elevatorDetailSchema,
});

export const deviceLatestData = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/device/latest-data',
  permission: 'device.view',
  group: 'device',
  summary: '电梯最近一次上报；recent_since_ms 之后 5 分钟内的逐次上报按列附上',
  input: z.object({
    elevator_id: elevatorId,
    /**
     * Adds every report received after this moment (server's epoch ms; 0 for all that is held, five minutes at most): a
     * curve that misses none, however rarely one asks.
     */
    recent_since_ms: z.coerce.number('recent_since_ms 须为毫秒时间').min(0, 'recent_since_ms 须为毫秒时间').optional(),
  }),
  output: latestDataSchema,
});

export const deviceStatus = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/device/status',
  permission: 'device.view',
  group: 'device',
  summary: '电梯的设备及在线状态',
  input: z.object({ elevator_id: elevatorId }),
  output: z.array(deviceRowSchema),
});

export const deviceRunCommand = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/run-command',
  permission: deviceCommandSteps['command.queued'].by,
  group: 'device',
  summary: '下发设备指令',
  input: z.object({
    elevator_id: z.number('请指定电梯').int().positive('请指定电梯'),
    identifier: plainText(60, { absent: '请选择指令' }).min(1, '请选择指令'),
    payload: z.record(z.string(), z.unknown()),
    /** One of the lift's devices; its collector if absent. */
    device_key: plainText(64).optional(),
    /** The time that the command waits for an offline device. */
    ttl_seconds: z
      .number()
      .int()
      .min(10)
      .max(7 * 86_400)
      .optional(),
    /** The caller's own password, which is asked for when the command interrupts a device (reboot). */
    password: z
      .string()
      .regex(/^[0-9a-f]{32}$/i)
      .optional(),
  }),
  output: z.object({ command_id: z.number(), state: z.string(), state_label: z.string() }),
});
