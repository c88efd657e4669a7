import type { RuleBody } from '../../../contract/rules/alarmRule.ts';
import type { RuleNames } from '../../../contract/rules/ruleWords.ts';
import type { RuleChoices, RuleSources } from '../ruleSources.ts';

/** The common tools of an editor's pickers. */
export interface EditorTools extends Pick<RuleSources, 'searchOrganizations' | 'searchPeople'> {
  /** The events that rules can listen to, and their actions; null until it is read. */
  readonly choices: RuleChoices | null;
  readonly names: Required<RuleNames>;
  /** Remembers the name of an organisation or person just found: `4-301`, `person-9`. */
  readonly learn: (key: string, name: string) => void;
  readonly isReadOnly: boolean;
  /** Returns the problems of these members, such as `actions.0` or `when.schedule`. */
  readonly problemsOf: (...fields: readonly string[]) => readonly string[];
}

/** The props of each gap in a rule's sentence. */
export interface SlotProps {
  body: RuleBody;
  tools: EditorTools;
  onChange: (change: Partial<RuleBody>) => void;
}
