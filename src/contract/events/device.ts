import * as z from 'zod';
import { alarmKinds } from '../labels.ts';
import type { FactOf } from './facts.ts';

/** Events of the stream `device-<device key>`. Telemetry is none of them; changes of state are. */
export const deviceEvents = {
  'device.bound': z.object({ deviceKey: z.string(), elevatorId: z.number().int().positive(), deviceType: z.enum(['COL', 'CAM', 'SCR', 'OTHER']), reportPeriodSeconds: z.number().positive() }),
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

export type DeviceEvent = FactOf<typeof deviceEvents>;
export type DeviceEventType = keyof typeof deviceEvents;
