import type * as z from 'zod';
import { createRuleDesk } from '../../server/domain/rules/ruleDesk.ts';
import { ruleBodySchema } from '../../src/contract/rules/alarmRule.ts';
import { lintRule } from '../../src/contract/rules/ruleLint.ts';
import type { TestDomain } from './openDomain.ts';
import { principalOf, smallCity } from './smallCity.ts';

/** Writes and activates a rule as the administrator does. Returns its id. */
export async function activateRule(
  { store, clock, domain }: Pick<TestDomain, 'store' | 'clock' | 'domain'>,
  rule: Omit<z.input<typeof ruleBodySchema>, 'event_type'>,
): Promise<number> {
  const by = await principalOf(store, smallCity.users.super);
  const desk = createRuleDesk({
    store,
    clock,
    directory: domain.directory,
    findings: async (_by, body) => lintRule(body),
  });
  const { id } = await desk.create(by, ruleBodySchema.parse({ event_type: 4, ...rule }));
  await desk.setState(by, { id, version: 1, state: 'active', reason: '测试' });
  return id;
}
