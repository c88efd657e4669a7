import * as z from 'zod';
import { ruleBodySchema, type RuleBody } from '../../contract/rules/alarmRule.ts';
import type { RuleChoices } from './ruleSources.ts';
import { createDrafts, type Drafts } from '../../parts/drafts/createDrafts.ts';
import type { RememberingStorage } from '../../parts/drafts/keptForUser.ts';

/** As the editor holds it: every member is present, but some may still be empty. */
const isBody = (value: unknown): boolean =>
  ruleBodySchema.safeParse(value).error?.issues.every(({ code }) => code === 'too_small') ?? true;
const draftSchema = z.object({
  body: z.custom<RuleBody>(isBody),
  /** The version the draft started from; 0 for a new rule. */
  version: z.number(),
  names: z.record(z.string(), z.string()),
});
export type RuleDraft = z.infer<typeof draftSchema>;

/** The unsaved changes to a rule, for this user in this tab. The key is the rule's id, or `new`. */
export type RuleDrafts = Drafts<RuleDraft>;

export const createRuleDrafts = (storage: RememberingStorage, userId: number): RuleDrafts =>
  createDrafts({ storage, storageKey: 'alarmRuleDrafts', userId, schema: draftSchema });

/** A rule before anything was chosen, and the names of what it starts with. */
export interface NewRule {
  readonly body: RuleBody;
  readonly names: Readonly<Record<string, string>>;
}

/** A new rule for what the user may keep rules for, with everything else that is required still to be chosen. */
export function newRuleFor(owners: RuleChoices['owners']): NewRule {
  const own = owners?.city === false ? owners.organizations[0] : undefined;
  if (own === undefined) return { body: emptyRule, names: {} };
  return {
    body: { ...emptyRule, organization: ruleBodySchema.shape.organization.parse(own.value) },
    names: { [own.value]: own.label },
  };
}

/** A new rule, with everything required still to be chosen. */
const emptyRule: RuleBody = {
  ...ruleBodySchema.parse({ name: '新规则', event_type: 3 }),
  name: '',
};
