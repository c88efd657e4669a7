import * as z from 'zod';
import { changesBetween, sentenceOf } from '../../src/contract/rules/ruleWords.ts';
import { parseBody } from '../domain/rules/ruleDesk.ts';
import type { Queries } from '../store/eventStore.ts';

/** The audit log's entry for an event of a rule: events of rules carry no values before and after. */
export interface RuleAudit {
  readonly name: string;
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

const factsSchema = z.object({ ruleId: z.number(), version: z.number().optional() });

/** By the position of the entry: which version it is about, and for a new one what is other than in the one before. */
export async function readRuleAudit(
  rows: Queries,
  entries: readonly { readonly position: number; readonly type: string; readonly facts: unknown }[],
): Promise<ReadonlyMap<number, RuleAudit>> {
  const own = entries.flatMap(({ position, type, facts }) => {
    const said = type.startsWith('alarmRule.') ? factsSchema.safeParse(facts).data : undefined;
    return said === undefined ? [] : [{ position, type, ...said }];
  });
  if (own.length === 0) return new Map();
  const versions = await rows
    .selectFrom('alarm_rule_versions')
    .select(['rule_id', 'version', 'body'])
    .where('rule_id', 'in', [...new Set(own.map(({ ruleId }) => ruleId))])
    .orderBy('version')
    .execute();
  return new Map(
    own.flatMap(({ position, type, ruleId, version }) => {
      const ofRule = versions.filter((row) => row.rule_id === ruleId);
      const row = ofRule.findLast((one) => version === undefined || one.version <= version);
      if (row === undefined) return [];
      const body = parseBody(row.body);
      const number = version === undefined ? [] : [{ field: '版本', before: '', after: `第 ${version} 版` }];
      if (type !== 'alarmRule.versioned') return [[position, { name: body.name, changes: number }] as const];
      const before = ofRule.find((one) => one.version === row.version - 1);
      const lines = before === undefined ? [sentenceOf(body)] : changesBetween(parseBody(before.body), body);
      const said = lines.map((line) => ({ field: '内容', before: '', after: line }));
      return [[position, { name: body.name, changes: [...number, ...said] }] as const];
    }),
  );
}
