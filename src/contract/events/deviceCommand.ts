import * as z from 'zod';
import type { FactOf } from './facts.ts';

/** Events of the stream `command-<command id>`. */
export const deviceCommandEvents = {
  'command.queued': z.object({
    commandId: z.number().int().positive(),
    deviceKey: z.string(),
    elevatorId: z.number().int().positive(),
    identifier: z.string(),
    payload: z.record(z.string(), z.unknown()),
    /** Waits this long for an offline device. */
    expiresAtMs: z.number().int(),
    /** Once sent, the result must come within this time. */
    resultLimitSeconds: z.number().int().positive(),
  }),
  'command.sent': z.object({}),
  /** The device itself says that it has it. */
  'command.acknowledged': z.object({}),
  'command.resulted': z.object({ code: z.number().int(), message: z.string().optional(), data: z.unknown().optional() }),
  'command.cancelled': z.object({ reason: z.string().trim().max(500).optional() }),
  'command.retried': z.object({ expiresAtMs: z.number().int() }),
  'command.deadlinePassed': z.object({ kind: z.enum(['expire', 'result']) }),
} as const;

export type DeviceCommandEvent = FactOf<typeof deviceCommandEvents>;
export type DeviceCommandEventType = keyof typeof deviceCommandEvents;
