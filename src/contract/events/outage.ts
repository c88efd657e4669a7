import * as z from 'zod';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

const id = z.number().int().positive();

/** The reason for taking a lift out of service; also said to passengers. */
export const outageReason = z
  .string('请填写停梯原因')
  .trim()
  .min(2, '请填写停梯原因（至少 2 字）')
  .max(100, '停梯原因最多 100 字');

/** Events of the stream `outage-<id>`: a planned outage of one lift. */
export const outageEvents = {
  'outage.planned': z.object({
    outageId: id,
    elevatorId: id,
    tag: z.string(),
    addr: z.string(),
    fromMs: z.number().int(),
    toMs: z.number().int(),
    reason: outageReason,
    responsible: responsibleSchema,
  }),
  'outage.begun': z.object({}),
  'outage.extended': z.object({ toMs: z.number('请选择新的结束时间').int() }),
  'outage.ended': z.object({ note: z.string().trim().max(200, '备注最多 200 字').default('') }),
  'outage.cancelled': z.object({
    reason: z.string('请填写取消原因').trim().min(2, '请填写取消原因（至少 2 字）').max(200, '取消原因最多 200 字'),
  }),
  /** Its end has passed and nobody has said that the lift serves again. */
  'outage.overran': z.object({}),
} as const;

/** The Chinese name of each step, and who may take it. */
export const outageSteps = {
  'outage.planned': { label: '安排停梯', by: 'outage.edit' },
  'outage.begun': { label: '开始停梯', by: 'server' },
  'outage.extended': { label: '延长', by: 'outage.edit' },
  'outage.ended': { label: '恢复运行', by: 'outage.edit' },
  'outage.cancelled': { label: '取消', by: 'outage.edit' },
  'outage.overran': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof outageEvents>;

export type OutageEvent = FactOf<typeof outageEvents>;

/** States of a planned outage. */
export const outageStateLabels = {
  planned: '已安排',
  active: '停梯中',
  overrun: '已超时，未恢复',
  ended: '已恢复',
  cancelled: '已取消',
} as const;
export type OutageState = keyof typeof outageStateLabels;
