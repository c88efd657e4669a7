import * as z from 'zod';
import { alarmKinds } from '../labels.ts';
import type { FactOf } from './facts.ts';
import type { StepsOf } from './steps.ts';

/** Events of the stream `device-<device key>`. Telemetry is none of them; changes of state are. */
export const deviceEvents = {
  'device.bound': z.object({
    deviceKey: z.string(),
    elevatorId: z.number().int().positive(),
    deviceType: z.enum(['COL', 'CAM', 'SCR', 'OTHER']),
    reportPeriodSeconds: z.number().positive(),
  }),
  /** The first report after silence, or a change of load; not every report. */
  'device.reported': z.object({ load: z.literal([0, 1, 2]) }),
  'device.lost': z.object({ cause: z.enum(['lastWill', 'disconnected']) }),
  'device.silent': z.object({ missedPeriods: z.number().int().positive() }),
  'device.disabled': z.object({ reason: z.string() }),
  'device.enabled': z.object({}),
  'device.unbound': z.object({}),
  /** At least four flips in ten minutes: recorded once until it has been steady for ten minutes. */
  'device.flapped': z.object({ flips: z.number().int() }),
  /** It cleared a condition that was not active: recorded, so that the same message, delivered again later, does not clear a newer one. */
  'device.clearedNothing': z.object({ deviceEventId: z.string(), kind: z.enum(alarmKinds) }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const deviceSteps = {
  'device.bound': { label: '绑定', by: 'server' },
  'device.reported': { label: '上报', by: 'server' },
  'device.lost': { label: '断开', by: 'server' },
  'device.silent': { label: '记录静默', by: 'server' },
  'device.disabled': { label: '禁用', by: 'server' },
  'device.enabled': { label: '启用', by: 'server' },
  'device.unbound': { label: '解绑', by: 'server' },
  'device.flapped': { label: '记录频繁上下线', by: 'server' },
  'device.clearedNothing': { label: '消除', by: 'server' },
} as const satisfies StepsOf<typeof deviceEvents>;

export type DeviceEvent = FactOf<typeof deviceEvents>;
export type DeviceEventType = keyof typeof deviceEvents;
