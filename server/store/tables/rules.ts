/** Tables of the alarm rules. Times are epoch ms, booleans 0/1, JSON is text. */

/** A rule: its newest version, and the one that is active. */
export interface AlarmRuleTable {
  id: number;
  /** Both 0 for a rule of the whole city. */
  org_type: number;
  org_id: number;
  name: string;
  event_type: number;
  /** JSON of the newest version. */
  body: string;
  version: number;
  /** The version that was activated last; 0 for none. */
  active_version: number;
  /** The log position from which on that version is in force; 0 for none. */
  active_from: number;
  state: string;
  /** The shipped rule that it began as; empty for a person's own. */
  shipped_key: string;
  /** The reason why the server paused it; empty unless it did. */
  cut_off: string;
  updated_at_ms: number;
  updated_by: string;
}

export interface AlarmRuleVersionTable {
  rule_id: number;
  version: number;
  body: string;
  /** The shipped rule that this version came with; empty for one that a person wrote. */
  shipped_key: string;
  created_at_ms: number;
  created_by: string;
  activated_at_ms: number | null;
  activated_by: string;
}

/** An action of a rule; `position` is that of the event. */
export interface RuleFiringTable {
  position: number;
  rule_id: number;
  version: number;
  name: string;
  kind: string;
  elevator_id: number;
  tag: string;
  addr: string;
  area_id: number;
  community_id: number;
  community_name: string;
  property_id: number | null;
  maintenance_id: number | null;
  brand_id: number | null;
  alarm_id: number | null;
  exception_id: number | null;
  reason: string;
  /** JSON: the positions of the events that it was about. */
  positions: string;
  gathered: number;
  late: 0 | 1;
  at_ms: number;
}

/** An action of a firing that waits for its time. */
export interface RuleActionDueTable {
  position: number;
  action_index: number;
  due_at_ms: number;
}

/** A finished test of a saved version of an alarm rule. */
export interface RuleTestTable {
  id: number;
  rule_id: number;
  version: number;
  user_id: number;
  days: number;
  finished_at_ms: number;
  firings: number;
  /** JSON: `ruleTestResultSchema`. */
  result: string;
}

export interface RuleTables {
  alarm_rules: AlarmRuleTable;
  alarm_rule_versions: AlarmRuleVersionTable;
  rule_firings: RuleFiringTable;
  rule_actions_due: RuleActionDueTable;
  rule_tests: RuleTestTable;
}
