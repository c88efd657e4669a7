import * as z from 'zod';
import { deviceTypes } from '../deviceTypes.ts';
import { alarmKinds } from '../labels.ts';
import { mostCodeLetters } from '../messageCodes.ts';
import type { FactOf } from './facts.ts';
import type { StepsOf } from './steps.ts';

/** A device's record, as the log keeps it; its secret is in no event. */
const deviceRecordSchema = z.object({
  elevator_id: z.number().int().positive(),
  device_type: z.enum(deviceTypes),
  vendor: z.string(),
  model: z.string(),
  firmware: z.string(),
  report_period: z.number().positive(),
  is_rescue_terminal: z.boolean(),
  secret_version: z.number().int().positive().optional(),
});
const disabledSchema = z.object({ is_disabled: z.boolean() });
const terminalSchema = z.object({ rescue_terminal: z.string() });
const productSchema = z.object({ model: z.string(), vendor: z.string(), firmware: z.string() });

const messageCode = {
  elevatorId: z.number().int().positive(),
  /** Ours (`messageCodes.ts`); empty where we do not know the vendor's. */
  code: z.string().max(2),
  /** As the device said it. */
  vendorCode: z.string().max(mostCodeLetters),
};

/** Events of the stream `device-<device key>`. Telemetry is none of them; changes of state are. */
export const deviceEvents = {
  /** The log's first word about a device that base data had already. */
  'device.bound': z.object({
    deviceKey: z.string(),
    elevatorId: z.number().int().positive(),
    deviceType: z.enum(deviceTypes),
    reportPeriodSeconds: z.number().positive(),
  }),
  /** A person binds it to a lift. */
  'device.installed': z.object({
    deviceKey: z.string(),
    elevatorId: z.number().int().positive(),
    deviceType: z.enum(deviceTypes),
    reportPeriodSeconds: z.number().positive(),
    before: z.null(),
    after: deviceRecordSchema,
  }),
  /** The first report after silence, or a change of load; not every report. */
  'device.reported': z.object({ load: z.literal([0, 1, 2]) }),
  'device.lost': z.object({ cause: z.enum(['lastWill', 'disconnected']) }),
  'device.silent': z.object({ missedPeriods: z.number().int().positive() }),
  'device.disabled': z.object({
    reason: z.string(),
    before: disabledSchema.optional(),
    after: disabledSchema.optional(),
  }),
  'device.enabled': z.object({
    reason: z.string().optional(),
    before: disabledSchema.optional(),
    after: disabledSchema.optional(),
  }),
  'device.unbound': z.object({
    reason: z.string().optional(),
    elevatorId: z.number().int().positive().optional(),
    before: deviceRecordSchema.optional(),
    after: z.null().optional(),
  }),
  /** It is its lift's rescue terminal from now on, instead of the one before; the text is empty where there was none. */
  'device.terminalChosen': z.object({
    elevatorId: z.number().int().positive(),
    before: terminalSchema,
    after: terminalSchema,
  }),
  /** Its record was corrected by the catalogue of models, or by what the device says of itself. */
  'device.modelSynced': z.object({ before: productSchema, after: productSchema }),
  /** At least four flips in ten minutes: recorded once until it has been steady for ten minutes. */
  'device.flapped': z.object({ flips: z.number().int() }),
  /** It cleared a condition that was not active: recorded, so that the same message, delivered again later, does not clear a newer one. */
  'device.clearedNothing': z.object({ deviceEventId: z.string(), kind: z.enum(alarmKinds) }),
  /**
   * A message code is in the collector's report that was not there before: one event a minute for a code. `times` is how often it
   * appeared since the last such event; once where it is absent.
   */
  'device.codeRaised': z.object({
    ...messageCode,
    /** Reached us more than two minutes after the device says that it happened. */
    late: z.boolean(),
    times: z.number().int().positive().optional(),
  }),
  /** The code is in the collector's report no longer. */
  'device.codeCleared': z.object(messageCode),
  /** It has tested its emergency call before, and not for 72 hours: recorded once, until it tests again. */
  'device.selfTestMissed': z.object({
    elevatorId: z.number().int().positive(),
    /** Its last test, by its own clock. */
    lastAtMs: z.number().int(),
  }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const deviceSteps = {
  'device.bound': { label: '绑定', by: 'server' },
  'device.installed': { label: '绑定', by: 'device.bind' },
  'device.reported': { label: '上报', by: 'server' },
  'device.lost': { label: '断开', by: 'server' },
  'device.silent': { label: '记录静默', by: 'server' },
  'device.disabled': { label: '禁用', by: 'device.bind' },
  'device.enabled': { label: '启用', by: 'device.bind' },
  'device.unbound': { label: '解绑', by: 'device.bind' },
  'device.terminalChosen': { label: '指定为救援终端', by: 'device.bind' },
  'device.modelSynced': { label: '同步型号', by: 'deviceModel.sync' },
  'device.flapped': { label: '记录频繁上下线', by: 'server' },
  'device.clearedNothing': { label: '消除', by: 'server' },
  'device.codeRaised': { label: '报告消息码', by: 'server' },
  'device.codeCleared': { label: '报告消息码消除', by: 'server' },
  'device.selfTestMissed': { label: '记录求救自检超时', by: 'server' },
} as const satisfies StepsOf<typeof deviceEvents>;

export type DeviceEvent = FactOf<typeof deviceEvents>;
export type DeviceEventType = keyof typeof deviceEvents;

/** They say something of a lift or of the device and change nothing of what consoles show of it. */
export const deviceReports: ReadonlySet<string> = new Set<DeviceEventType>([
  'device.clearedNothing',
  'device.codeRaised',
  'device.codeCleared',
  'device.selfTestMissed',
]);
