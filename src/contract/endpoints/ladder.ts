import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ladderFields, rotaFields } from '../rules/ladder.ts';
import { organizationRef } from '../entities/person.ts';
import { wireTime } from '../envelope.ts';
import { rowCalls } from '../rowCalls.ts';
import { plainText } from '../text.ts';

/** Ours, beside the specification's calls: who is notified when no one answers a call, and who is on duty. */
export const {
  list: ladderList,
  save: ladderSave,
  remove: ladderDelete,
} = rowCalls({
  noun: '通知阶梯',
  path: '/api/ladder',
  group: 'alarm',
  view: 'ladder.view',
  edit: 'ladder.edit',
  fields: ladderFields,
  listed: {
    organization_name: z.string(),
    /** True if the caller may change it: more users see the default ladder than may change it. */
    may_edit: z.boolean(),
    /** Its people with their names. */
    people: z.array(z.object({ id: z.number(), name: z.string() })),
    /** In Chinese, one line each: why it might not reach someone. */
    warnings: z.array(z.string()),
    updated_at: wireTime.nullable(),
  },
  summaries: { list: '通知阶梯', save: '新建或修改通知阶梯', remove: '删除通知阶梯；默认阶梯不能删除' },
});

const choices = z.array(z.object({ value: z.string(), label: z.string(), detail: z.string() }));
const keywordInput = z.object({ keyword: plainText(60).optional() });

/** Companies and areas in the caller's scope, which may have a ladder and a rota. */
export const ladderOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/ladder/organizations',
  permission: 'ladder.edit',
  group: 'alarm',
  summary: '可以有通知阶梯与值班表的单位（最多 20 个）',
  input: keywordInput,
  output: choices,
});

/** People who may be in a ladder or a rota. */
export const ladderPeople = defineEndpoint({
  method: 'GET',
  path: '/api/ladder/people',
  permission: 'ladder.edit',
  group: 'alarm',
  summary: '可以列入阶梯与值班表的人员（最多 20 人，电话已遮盖）',
  input: keywordInput,
  output: z.array(z.object({ value: z.number(), label: z.string(), detail: z.string() })),
});

/** Returns the people whom a call from this lift would reach now, rung by rung. */
export const ladderPreview = defineEndpoint({
  method: 'GET',
  path: '/api/ladder/preview',
  permission: 'ladder.view',
  group: 'alarm',
  summary: '该电梯此刻的呼叫会通知谁',
  input: z.object({
    elevator_id: z.coerce.number('请选择电梯').int().positive('请选择电梯'),
    /** A moment other than now. */
    at: wireTime.optional(),
  }),
  output: z.object({
    ladder_id: z.number().nullable(),
    ladder_name: z.string(),
    rungs: z.array(
      z.object({
        after_seconds: z.number(),
        people: z.array(
          z.object({
            name: z.string(),
            organization_name: z.string(),
            masked_address: z.string(),
            channel: z.string(),
            channel_label: z.string(),
            /** Empty if this channel reaches the person; otherwise why not: 未配置, 没有电话, 本小时已拨打 5 次. */
            problem: z.string(),
            /** Pressing 1 accepts the call; otherwise it only confirms that the person knows. */
            may_claim: z.boolean(),
          }),
        ),
      }),
    ),
  }),
});

export const {
  list: rotaList,
  save: rotaSave,
  remove: rotaDelete,
} = rowCalls({
  noun: '值班表',
  path: '/api/rota',
  group: 'alarm',
  view: 'ladder.view',
  edit: 'ladder.edit',
  fields: rotaFields,
  query: { organization: organizationRef.optional() },
  listed: {
    organization_name: z.string(),
    /** Its people with their names. */
    people: z.array(z.object({ id: z.number(), name: z.string(), masked_mobile: z.string() })),
    /** Weekly shifts that overlap with different people: 周六 08:00–12:00 王芳、李强. */
    overlaps: z.array(z.string()),
    on_duty_ids: z.array(z.number()),
    /** In the next seven days: 周六 02:00–06:00 无人. */
    gaps: z.array(z.object({ from: wireTime, to: wireTime, words: z.string() })),
  },
  summaries: { list: '值班表，含未来一周无人值班的时段', save: '新建或修改一个单位的值班表' },
});
