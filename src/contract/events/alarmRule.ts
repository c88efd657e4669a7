import * as z from 'zod';
import { ruleBodySchema } from '../rules/alarmRule.ts';
import { responsibleSchema } from './responsible.ts';

const id = z.number().int().positive();

/** Events of the stream `alarmRule-<rule id>`. A version never changes: an edit writes the next one. */
export const alarmRuleEvents = {
  'alarmRule.versioned': z.object({
    ruleId: id,
    version: id,
    body: ruleBodySchema,
    /** The rule of the shipped set that this version came with; empty for one that a person wrote. */
    shippedKey: z.string().default(''),
    /** A version whose content came back. */
    restoredFrom: id.optional(),
  }),
  /** `testId`: the test of exactly this version; null where a person activated it without, for the reason given. */
  'alarmRule.activated': z.object({ ruleId: id, version: id, testId: id.nullable(), reason: z.string().max(500) }),
  'alarmRule.paused': z.object({ ruleId: id, reason: z.string().max(500) }),
  'alarmRule.retired': z.object({ ruleId: id, reason: z.string().max(500) }),
  /** It fired too often in a minute and was paused by the server. */
  'alarmRule.cutOff': z.object({ ruleId: id, version: id, firings: z.number().int().positive() }),
} as const;

/** Events of the stream `ruleFiring-<rule id>`: what a rule did and why. Its position names the firing; clients get it sealed. */
export const ruleFiringEvents = {
  'ruleFiring.fired': z.object({
    ruleId: id,
    version: id,
    name: z.string(),
    kind: z.enum(['fired', 'recovered']),
    elevatorId: id,
    tag: z.string(),
    addr: z.string(),
    responsible: responsibleSchema,
    alarmId: id.nullable(),
    exceptionId: id.nullable(),
    priority: z.literal([1, 2, 3]),
    /** The events that it was about, the last one last: why it fired. */
    positions: z.array(id).min(1).max(1_000),
    /** The reason in words: 10 分钟内同一电梯 3 次长时间开门. */
    reason: z.string(),
    /** The number of firings that were counted and not carried out since the last one. */
    gathered: z.number().int().min(0),
    late: z.boolean(),
  }),
} as const;
