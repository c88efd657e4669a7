import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { keptStateSchema } from '../entities/keptState.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';
import { outageEvents, outageReason, outageStateLabels, outageSteps } from '../events/outage.ts';
import { plainText } from '../text.ts';

const id = z.number('请指定停梯安排').int().positive('请指定停梯安排');
const start = z.iso.datetime({ offset: true, error: '请选择开始时间' });
const end = z.iso.datetime({ offset: true, error: '请选择结束时间' });

/** The longest outage that is planned in one go, in days. */
export const longestOutageDays = 90;
/** The most lifts that one call plans for. */
export const mostOutageLifts = 50;

/** Ours: planned outages of lifts. */
export const outagePlan = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/outage',
  permission: outageSteps['outage.planned'].by,
  group: 'elevator',
  summary: '为一台或几台电梯安排停梯',
  input: comparing(
    z.object({
      elevator_ids: z
        .array(z.number().int().positive(), '请选择电梯')
        .min(1, '请选择电梯')
        .max(mostOutageLifts, `一次最多安排 ${mostOutageLifts} 台`),
      from: start,
      to: end,
      reason: outageReason,
    }),
    ({ from, to }) => {
      if (from === undefined || to === undefined) return [];
      const lengthMs = Date.parse(to) - Date.parse(from);
      if (!(lengthMs > 0)) return [{ field: 'to', message: '结束时间须晚于开始时间' }];
      return lengthMs > longestOutageDays * 86_400_000
        ? [{ field: 'to', message: `一次最多安排 ${longestOutageDays} 天，到时可以延长` }]
        : [];
    },
  ),
  output: z.object({ ids: z.array(z.number()) }),
});

const step = <Type extends 'outage.ended' | 'outage.cancelled'>(type: Type) =>
  z.object({ id, event: z.literal(type), data: outageEvents[type] });

/** The steps that a person takes with a planned outage, by the machine's own event name. */
export const outageStepSchema = z.discriminatedUnion(
  'event',
  [
    z.object({ id, event: z.literal('outage.extended'), data: z.object({ to: end }) }),
    step('outage.ended'),
    step('outage.cancelled'),
  ],
  '未知的处理步骤',
);
export type OutageStep = z.infer<typeof outageStepSchema>;

export const outageStep = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/outage/step',
  permission: 'outage.edit',
  group: 'elevator',
  summary: '延长、结束或取消计划停梯',
  input: outageStepSchema,
  output: z.object({}),
});

export const outageRowSchema = z.object({
  id: z.number(),
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  community_id: z.number(),
  community_name: z.string(),
  stage: z.enum(keysOf(outageStateLabels)),
  from: wireTime,
  to: wireTime,
  reason: z.string(),
  planned_by: z.string(),
  end_note: z.string(),
  ended_at: wireTime.nullable(),
  state: keptStateSchema,
  allowed_actions: z.array(z.string()),
});
export type OutageRow = z.infer<typeof outageRowSchema>;

export const outageList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/outage/list',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '计划停梯列表；open=1 只含未结束的',
  input: pageQuerySchema.extend({
    keyword: plainText(60).optional(),
    elevator_id: z.coerce.number().int().positive().optional(),
    stage: z.enum(keysOf(outageStateLabels)).optional(),
    open: wireFlag.optional(),
  }),
  output: pageOf(outageRowSchema),
});

export const outageDraft = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/outage/draft',
  permission: 'announcement.send',
  group: 'elevator',
  summary: '由计划停梯起草物业公告；几条须属于同一小区',
  input: z.object({
    ids: z.array(id, '请选择停梯安排').min(1, '请选择停梯安排').max(mostOutageLifts, '一次最多 50 条'),
  }),
  /** Of the draft. */
  output: z.object({ id: z.number() }),
});
