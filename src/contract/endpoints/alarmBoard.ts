import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { alarmRecordRowSchema } from '../entities/alarmRecord.ts';
import { timelineEntrySchema } from '../entities/rescueOrder.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { alarmEvents } from '../events/alarm.ts';
import { alarmSuppressions } from '../labels.ts';
import { alarmKinds } from '../labels.ts';
import { plainText } from '../text.ts';

/** The alarms of one kind in one community that wait for a person, as one line. */
export const alarmGroupSchema = z.object({
  community_id: z.number(),
  community_name: z.string(),
  kind: z.enum(alarmKinds),
  kind_label: z.string(),
  /** The worst among them. */
  level: z.number().int().min(1).max(3),
  levelName: z.string(),
  alarm_num: z.number(),
  overdue_num: z.number(),
  unacknowledged_num: z.number(),
  first_at: wireTime,
  newest_at: wireTime,
});
export type AlarmGroup = z.infer<typeof alarmGroupSchema>;

/** A line of the board: one alarm, or a group of at least two. `key` stays the same while its figures change. */
export const alarmEntrySchema = z.object({
  key: z.string(),
  alarm: alarmRecordRowSchema.nullable(),
  group: alarmGroupSchema.nullable(),
});
export type AlarmEntry = z.infer<typeof alarmEntrySchema>;

/** The most alarms of priority 1 that the board lists; it counts all of them. */
export const mostUrgent = 100;

/** Ours: what of the alarms waits for the caller now, worst first; grouped in a flood. Priority 1 is never part of a group. */
export const alarmBoard = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/board',
  permission: 'alarm.view',
  group: 'alarm',
  summary: '待处理报警：紧急报警逐条，洪峰时其余按小区和原因归并',
  input: pageQuerySchema.pick({ page: true }).extend({
    page_size: z.coerce.number().int().min(1).max(100, '每页最多 100 条').default(50),
    /** Grouped or not; without it grouped in a flood only. */
    grouped: wireFlag.optional(),
    /** The board that the caller has was in a flood: it ends at half the rate at which it began. */
    was_flood: wireFlag.optional(),
  }),
  output: z.object({
    flood: z.object({
      /** Raised within the window in the caller's scope, closed or not; without what is suppressed. */
      recent_num: z.number(),
      limit_num: z.number(),
      window_minutes: z.number(),
      is_flood: z.boolean(),
    }),
    is_grouped: z.boolean(),
    counts: z.object({
      /** The number of alarms in the to-do count. */
      todo: z.number(),
      overdue: z.number(),
      /** Alarms of priority 1, with those that a rescue order looks after. */
      urgent: z.number(),
      shelved: z.number(),
      suppressed: z.record(z.enum(alarmSuppressions), z.number()),
    }),
    /** Newest first, at most `mostUrgent`. */
    urgent: z.array(alarmRecordRowSchema),
    /** Alarms of priority 2 and 3. */
    entries: pageOf(alarmEntrySchema),
  }),
});

/** One alarm with its story and what the caller may do about it. */
export const alarmRecordDetail = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/record',
  permission: 'alarm.view',
  group: 'alarm',
  summary: '报警记录详情',
  input: z.object({ id: z.coerce.number('请指定报警记录').int().positive('请指定报警记录') }),
  output: alarmRecordRowSchema.extend({
    timeline: z.array(timelineEntrySchema).optional(),
    /** The steps that the caller may take now. */
    allowed_actions: z.array(z.string()).optional(),
    /** The scooter, fault or incident that it opened, for a caller who may see it. */
    exception: z.object({ id: z.number(), type: z.literal([2, 3, 4]), is_open: z.boolean() }).optional(),
    /** The reason why it is not closed here: the rescue order that looks after it. */
    closed_by_note: z.string().optional(),
  }),
});

/** Steps that are harmless for several alarms at once. */
export const bulkAlarmSteps = ['alarm.acknowledged', 'alarm.shelved', 'alarm.unshelved', 'alarm.completed'] as const;
export const mostHandledAtOnce = 200;

const alarmStep = <Type extends keyof typeof alarmEvents, Data extends z.ZodType>(event: Type, data: Data) =>
  z.object({
    id: z.number('请指定报警记录').int().positive('请指定报警记录').optional(),
    ids: z
      .array(z.number().int().positive())
      .min(1, '请选择报警记录')
      .max(mostHandledAtOnce, `一次最多处理 ${mostHandledAtOnce} 条`)
      .optional(),
    /** Names this wish: the same one sent again changes nothing. */
    request_id: plainText(80).optional(),
    event: z.literal(event),
    data,
  });

/**
 * Takes one step with one alarm (`id`), where a refusal is the call's own; or with several (`ids`), where each answers for itself and one
 * that is refused holds up no other. One of priority 1 is handled alone.
 */
export const alarmRecordHandle = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/record/handle',
  permission: 'alarm.handle',
  group: 'alarm',
  summary: '处理报警：确认、搁置（最长 8 小时）、取消搁置、完成、判定误报，可批量',
  input: z
    .discriminatedUnion(
      'event',
      [
        alarmStep('alarm.acknowledged', alarmEvents['alarm.acknowledged']),
        alarmStep('alarm.shelved', alarmEvents['alarm.shelved']),
        alarmStep('alarm.unshelved', alarmEvents['alarm.unshelved']),
        alarmStep('alarm.completed', alarmEvents['alarm.completed']),
        // Each is a judgement of its own.
        alarmStep('alarm.judgedFalse', alarmEvents['alarm.judgedFalse']).extend({
          ids: z.never('判定误报须逐条进行，请逐条核实').optional(),
        }),
      ],
      '未知的处理步骤',
    )
    .refine(({ id, ids }) => (id === undefined) !== (ids === undefined), '请指定报警记录（id 或 ids）'),
  output: z.object({
    handled: z.number(),
    refused: z.array(z.object({ id: z.number(), message: z.string() })),
  }),
});
