import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';
import type { ResponsibleColumns } from './workItems.ts';

/** A maintenance visit to a lift. Days are `2026-11-30` in the city's calendar, other times epoch ms, JSON is text. */
export interface VisitTable extends ResponsibleColumns {
  id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  property_name: string;
  maintenance_name: string;
  /** A member of `visitKinds`. */
  kind: string;
  /** 1 half a month to 4 a year; 0 for a visit outside the cycle. */
  depth: number;
  category: string;
  list_version: string;
  /** JSON: the items where they are not the standard's; empty otherwise. */
  items: string;
  /** JSON: the lift's technical parameters at planning. */
  parameters: string;
  workers_needed: number;
  worker1_id: number | null;
  worker1_user_id: number | null;
  worker1_name: string;
  worker2_id: number | null;
  worker2_user_id: number | null;
  worker2_name: string;
  /** A member of `visitStages`. */
  stage: string;
  status: number;
  is_open: Flag;
  overdue: Flag;
  is_paper: Flag;
  /** Null for an imported visit. */
  due_on: string | null;
  planned_on: string | null;
  /** The day on which it was made; null until submitted, and again while it is rejected. */
  done_on: string | null;
  checked_in_num: number;
  signed_num: number;
  item_num: number;
  abnormal_num: number;
  /** JSON: members of `visitFlagLabels`. */
  flags: string;
  /** A key of `evidenceLabels`; empty until judged. */
  evidence: string;
  rejected_num: number;
  checked_in_at_ms: number | null;
  checked_out_at_ms: number | null;
  submitted_at_ms: number | null;
  signed_at_ms: number | null;
  signed_by_name: string;
  planned_at_ms: number;
  updated_at_ms: number;
  position: number;
}

/** The open visit of a lift's cycle, and the one that somebody ordered: the primary key refuses a second of each. */
export interface OpenVisitTable {
  elevator_id: number;
  is_extra: Flag;
  visit_id: number;
}

/** A list of items that is not the standard's, for lifts that name it. */
export interface CheckListTable {
  id: number;
  name: string;
  category: string;
  /** JSON: an array of `CheckItem`, of all kinds of visits. */
  items: string;
  /** 1 for the first; each change is the next. */
  version: Generated<number>;
  /** `listVersionOf` name and version: as visits that follow it name it. */
  list_version: Generated<string>;
  changed_at_ms: Generated<number>;
  /** The user who changed it last. */
  changed_by: Generated<number | null>;
}

/** The fault that an abnormal item of a visit opened or joined. */
export interface VisitFaultTable {
  visit_id: number;
  item_code: string;
  exception_id: number;
}

export interface VisitTables {
  check_lists: CheckListTable;
  visit_faults: VisitFaultTable;
  visits: VisitTable;
  open_visits: OpenVisitTable;
}
