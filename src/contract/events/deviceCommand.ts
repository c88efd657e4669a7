import * as z from 'zod';
import type { FactOf } from './facts.ts';
import type { StepsOf } from './steps.ts';

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
  'command.resulted': z.object({
    code: z.number().int(),
    message: z.string().optional(),
    data: z.unknown().optional(),
  }),
  'command.cancelled': z.object({ reason: z.string().trim().max(500).optional() }),
  'command.retried': z.object({ expiresAtMs: z.number().int() }),
  'command.deadlinePassed': z.object({ kind: z.enum(['expire', 'result']) }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const deviceCommandSteps = {
  'command.queued': { label: '下发', by: 'device.command' },
  'command.sent': { label: '发送', by: 'server' },
  'command.acknowledged': { label: '确认收到', by: 'server' },
  'command.resulted': { label: '报告结果', by: 'server' },
  'command.cancelled': { label: '取消', by: 'device.command' },
  'command.retried': { label: '重试', by: 'device.command' },
  'command.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof deviceCommandEvents>;

export type DeviceCommandEvent = FactOf<typeof deviceCommandEvents>;
export type DeviceCommandEventType = keyof typeof deviceCommandEvents;
