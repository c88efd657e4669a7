import * as z from 'zod';
import { alarmKinds } from '../labels.ts';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

const level = z.literal([1, 2, 3]);

/** An alarm is put aside for at most this long. */
export const longestShelfMs = 8 * 3_600_000;

/** Events of the stream `alarm-<alarm id>`: one occurrence of one kind on one lift. */
export const alarmEvents = {
  'alarm.raised': z.object({
    alarmId: z.number().int().positive(),
    elevatorId: z.number().int().positive(),
    tag: z.string(),
    addr: z.string(),
    deviceKey: z.string(),
    deviceEventId: z.string(),
    kind: z.enum(alarmKinds),
    level,
    responsible: responsibleSchema,
    /** Handling is overdue this long after receipt. */
    handleLimitSeconds: z.number().int().positive(),
    late: z.boolean(),
    /** The device's clock is off by more than two minutes. */
    clockOff: z.boolean(),
    detail: z.record(z.string(), z.unknown()).optional(),
    /** The lift was in maintenance mode, or part of an incident that explains the alarm; never of priority 1. */
    suppressedBy: z.enum(['maintenance', 'outage', 'incident']).optional(),
  }),
  /** `times`: how many messages of the device this stands for, of which `deviceEventId` is the last; one where it is absent. */
  'alarm.repeated': z.object({
    deviceEventId: z.string(),
    late: z.boolean(),
    times: z.number().int().positive().optional(),
  }),
  'alarm.worsened': z.object({ deviceEventId: z.string(), level }),
  'alarm.cleared': z.object({ deviceEventId: z.string() }),
  /** The picture that followed the event: the name of an uploaded file. The first one stays. */
  'alarm.pictured': z.object({ picture: z.string(), deviceEventId: z.string() }),
  'alarm.acknowledged': z.object({}),
  'alarm.shelved': z.object({
    untilMs: z.number().int(),
    reason: z.string('请填写搁置原因').trim().min(2, '请填写搁置原因（至少 2 字）').max(500),
  }),
  'alarm.unshelved': z.object({}),
  'alarm.completed': z.object({ note: z.string().trim().max(500).optional() }),
  'alarm.judgedFalse': z.object({
    reason: z.string('请填写误报原因').trim().min(2, '请填写误报原因（至少 2 字）').max(500),
  }),
  'alarm.hidden': z.object({
    reason: z.string('请填写删除原因').trim().min(2, '请填写删除原因（至少 2 字）').max(500),
  }),
  'alarm.deadlinePassed': z.object({ kind: z.enum(['handle', 'shelf']) }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const alarmSteps = {
  'alarm.raised': { label: '发起', by: 'server' },
  'alarm.repeated': { label: '重复', by: 'server' },
  'alarm.worsened': { label: '加重', by: 'server' },
  'alarm.cleared': { label: '消除', by: 'server' },
  'alarm.pictured': { label: '附上图片', by: 'server' },
  'alarm.acknowledged': { label: '确认', by: 'alarm.handle' },
  'alarm.shelved': { label: '搁置', by: 'alarm.handle' },
  'alarm.unshelved': { label: '取消搁置', by: 'alarm.handle' },
  'alarm.completed': { label: '完成', by: 'alarm.handle' },
  'alarm.judgedFalse': { label: '判定误报', by: 'alarm.handle' },
  'alarm.hidden': { label: '删除', by: 'alarm.delete' },
  'alarm.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof alarmEvents>;

export type AlarmEvent = FactOf<typeof alarmEvents>;
export type AlarmEventType = keyof typeof alarmEvents;
