import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';

/** The people whom the rule's actions name. */
export const peopleOf = ({ actions }: RuleBody): readonly number[] =>
  actions.flatMap((action) =>
    'to' in action ? action.to.flatMap((to) => (to.kind === 'person' ? [to.person_id] : [])) : [],
  );

/** The organisations that the rule names: its own, and those to which it is limited. */
export const organizationsOf = ({ organization, when }: RuleBody): readonly string[] =>
  organization === '' ? when.organizations : [organization, ...when.organizations];
