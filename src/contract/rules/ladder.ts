import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { timeWindowSchema } from './alarmRule.ts';
import { keysOf } from '../exceptions.ts';
import { providerChannels } from '../notificationWords.ts';
import { rungWhoSchema } from './recipients.ts';
import { line, requiredLine } from '../rows.ts';
import { organizationRef } from '../entities/person.ts';

/** The order in which a rung notifies its people: all at once, or one by one until someone reacts. */
export const rungModeLabels = { together: '同时通知', inTurn: '依次通知' } as const;

/**
 * A rung of a ladder. Rung 0 is notified together with the call; 1, 2 and 3 if no one has answered after the times in
 * the settings (`escalate_after_seconds`).
 */
export const rungSchema = z.object({
  who: z.array(rungWhoSchema).max(10, '最多 10 个通知对象').default([]),
  /**
   * Tried in this order for each person, each one if the one before failed. A robot or webhook gets one message per
   * round. The platform's own notice goes out with every round and is not chosen here.
   */
  channels: z.array(z.enum(providerChannels)).max(4, '最多 4 个渠道').default([]),
  mode: z.enum(keysOf(rungModeLabels)).default('inTurn'),
  /** With `inTurn`: how long to wait for an answer before asking the next person. */
  next_after_seconds: z
    .number('请填写等待时间')
    .int('须为整数')
    .min(20, '至少 20 秒')
    .max(300, '最多 300 秒')
    .default(45),
  /** If no one can be reached, the next rung starts immediately. */
  skip_if_empty: z.boolean().default(true),
});
export type Rung = z.infer<typeof rungSchema>;

/**
 * The part of a ladder that an editor writes. Each organisation has at most one; the one without an organisation is the
 * default.
 */
export const ladderFields = z.object({
  name: requiredLine('名称', 40),
  organization: z.union([z.literal(''), organizationRef], '请选择所属单位'),
  rungs: z.array(rungSchema).length(4, '须有 4 轮'),
});

const people = z.array(z.number().int().positive()).max(20, '最多 20 人');
const moment = z.iso.datetime({ offset: true, error: '请选择时间' });

/** The people on duty in an organisation: a weekly plan with exceptions. */
export const rotaFields = z.object({
  organization: organizationRef,
  shifts: z
    .array(timeWindowSchema.extend({ person_ids: people.min(1, '请选择值班人员') }))
    .max(50, '最多 50 个班次')
    .default([]),
  /** While they last they replace the weekly shifts; if empty, no one is on duty. */
  overrides: z
    .array(z.object({ from: moment, to: moment, person_ids: people, note: line('说明', 100).default('') }))
    .max(100, '最多 100 次调班')
    .default([]),
});
export type RotaFields = z.infer<typeof rotaFields>;

/** Ladders and rotas in the log. */
export const ladderRows = defineRows({ kind: 'ladder', label: '通知阶梯', logged: ladderFields });
export const rotaRows = defineRows({ kind: 'rota', label: '值班表', logged: rotaFields });
