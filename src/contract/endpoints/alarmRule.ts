import * as z from 'zod';
import { listenSchema, ruleActionSchema, ruleBodySchema, ruleStateLabels } from '../rules/alarmRule.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  firingRowSchema,
  ruleFindingSchema,
  ruleRowSchema,
  ruleTestSchema,
  ruleVersionSchema,
} from '../rules/alarmRuleRow.ts';
import { pageOf, wireFlag, wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';
import { removeInput, removeOutput, rowQuerySchema } from '../rows.ts';
import { plainText } from '../text.ts';

const id = z.number('请指定规则').int().positive('请指定规则');
/** The version the editor read, so that a second editor is warned. An old client sends none. */
const version = z.number().int().positive().optional();
const idInAddress = z.coerce.number('请指定规则').int().positive('请指定规则');
const saved = z.object({ id: z.number(), version: z.number(), findings: z.array(ruleFindingSchema) });
const testDays = z.literal([7, 30, 90], '请选择 7、30 或 90 天');

export const alarmRuleSave = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '新建报警规则（草稿）',
  input: ruleBodySchema,
  output: saved,
});

/** Writes the next version of a rule; the active one stays active until another one is activated. */
export const alarmRuleUpdate = defineEndpoint({
  method: 'PUT',
  path: '/api/alarm/event',
  variant: 'edit',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '修改报警规则：生成新版本，旧版本不变',
  input: ruleBodySchema.extend({ id, version }),
  output: saved,
});

/** Activation needs a test run of exactly this version, or a reason for skipping it. */
export const alarmRuleState = defineEndpoint({
  method: 'PUT',
  path: '/api/alarm/event',
  variant: 'state',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '启用、暂停或停用报警规则的一个版本',
  input: z.strictObject({
    id,
    version: z.number('请指定版本').int().positive('请指定版本'),
    state: z.enum(keysOf(ruleStateLabels), '请选择状态').exclude(['draft'], '请选择状态'),
    reason: plainText(500, { tooLong: '最多 500 字' }).trim().default(''),
  }),
  output: saved,
});

export const alarmRuleDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/alarm/event',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '停用报警规则；历史触发记录保留',
  input: removeInput,
  output: removeOutput,
});

export const alarmRuleList = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/event/list',
  permission: 'rule.view',
  group: 'alarm',
  summary: '报警规则列表',
  input: rowQuerySchema.extend({
    state: z.enum(keysOf(ruleStateLabels)).optional(),
    event_type: z.coerce.number().int().min(1).max(4).optional(),
    /** Retired ones too. */
    all: wireFlag.optional(),
  }),
  output: pageOf(ruleRowSchema),
});

const bound = z.object({ id, version });
const boundEvents = bound.extend({ listens: z.array(listenSchema).min(1, '请选择事件').max(60) });
export const alarmRuleBindEvent = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/bind-event',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '规则增加监听的事件（生成新版本）',
  input: boundEvents,
  output: saved,
});
export const alarmRuleUnbindEvent = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/unbind-event',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '规则减少监听的事件（生成新版本）',
  input: boundEvents,
  output: saved,
});
export const alarmRuleBindAction = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/bind-action',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '规则增加自动动作 1–8（3 未启用；5、8 暂不可绑定）',
  // An action that cannot be bound is refused with an explanation, so the schema must accept its number.
  input: bound.extend({ action: z.union([ruleActionSchema, z.object({ no: z.literal([3, 8]) })], '未知的动作') }),
  output: saved,
});
export const alarmRuleUnbindAction = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/unbind-action',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '规则移除自动动作（生成新版本）',
  input: bound.extend({
    no: z.number('请指定动作').int().min(1).max(8),
    /** The index among several with this number; all of them if absent. */
    index: z.number().int().min(0).optional(),
  }),
  output: saved,
});

/** Returns the events that a rule can listen to and the actions that it can take, in Chinese; with an id, what that rule does. */
export const alarmRuleChoices = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/event/list-bind-events',
  permission: 'rule.view',
  group: 'alarm',
  summary: '可监听的事件与可绑定的动作；带 id 时标出该规则已绑定的',
  input: z.object({ id: idInAddress.optional() }),
  output: z.object({
    listens: z.array(
      z.object({
        source: z.string(),
        value: z.string(),
        phase: z.string(),
        label: z.string(),
        level: z.number(),
        bound: z.boolean(),
      }),
    ),
    actions: z.array(
      z.object({
        no: z.number(),
        label: z.string(),
        /** Empty if it can be bound. */ problem: z.string(),
        bound: z.boolean(),
      }),
    ),
    /** The owners that the caller may give to a rule, the default first; absent from older servers. */
    owners: z
      .object({
        /** True if rules for the whole city are among them. */
        city: z.boolean(),
        /** The caller's own organisations: `4-301` and its name. */
        organizations: z.array(z.object({ value: z.string(), label: z.string() })),
      })
      .optional(),
    /** The channels, with the problem of each that is not set up. */
    channels: z.array(z.object({ channel: z.string(), label: z.string(), problem: z.string() })),
  }),
});

/** Ours, beside the specification's calls. */
export const alarmRuleVersions = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/event/versions',
  permission: 'rule.view',
  group: 'alarm',
  summary: '规则的全部版本与差异，最新的在前',
  input: z.object({ id: idInAddress }),
  output: z.object({ list: z.array(ruleVersionSchema) }),
});

export const alarmRuleLint = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/lint',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '检查规则内容，返回问题与一句话说明',
  isUnmetered: true,
  input: ruleBodySchema,
  output: z.object({ sentence: z.string(), findings: z.array(ruleFindingSchema) }),
});

export const alarmRuleTest = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/event/test',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '试跑：该规则过去几天会触发几次（不产生任何动作）',
  input: z.union([
    z.object({ id, version: z.number().int().positive(), days: testDays }),
    /** Unsaved content from the editor; with an id, it is compared with that rule's active version. */
    z.object({ body: ruleBodySchema, id: id.optional(), days: testDays }),
  ]),
  output: z.object({ test_id: z.number() }),
});

export const alarmRuleTestResult = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/event/test',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '试跑的进度与结果（仅本人）',
  input: z.object({ test_id: z.coerce.number('请指定试跑').int().positive('请指定试跑') }),
  output: ruleTestSchema,
});

export const alarmRuleTestCancel = defineEndpoint({
  method: 'DELETE',
  path: '/api/alarm/event/test',
  permission: 'rule.edit',
  group: 'alarm',
  summary: '取消试跑',
  input: z.object({ test_id: z.coerce.number('请指定试跑').int().positive('请指定试跑') }),
  output: z.object({}),
});

export const alarmRuleFirings = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/event/firings',
  permission: 'rule.view',
  group: 'alarm',
  summary: '规则的触发记录与原因，最新的在前',
  input: rowQuerySchema.extend({
    rule_id: idInAddress.optional(),
    elevator_id: z.coerce.number().int().positive().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(firingRowSchema),
});
