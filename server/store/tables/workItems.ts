import type { Flag } from './flag.ts';

/*
 * Rescues, alarms, faults, scooters and incidents, with the machines and deadlines of every lifecycle.
 * Times are epoch ms, booleans 0/1, JSON is text.
 */

/** A cause of faults: of level 1 with an empty `parent_code`. */
export interface FaultCauseTable {
  id: number;
  /** Unique and never changed: records name it. */
  code: string;
  name: string;
  parent_code: string;
  sort: number;
  is_retired: 0 | 1;
  /** A key of `subsystemLabels`; empty for that of the cause above it. */
  subsystem: string;
}

/** The folded machine of each stream of a lifecycle. */
export interface MachineTable {
  stream: string;
  version: number;
  position: number;
  /** `{value, context}` of the machine. */
  state: string;
}

/** A deadline of a stream of a lifecycle: data, so that a restart forgets none. */
export interface DeadlineTable {
  stream: string;
  kind: string;
  due_at_ms: number;
  /** JSON text. */
  data: string;
}

/** The place of the lift and the companies responsible for it when the record was opened; scope is decided by it. */
export interface ResponsibleColumns {
  community_id: number;
  community_name: string;
  area_id: number;
  full_area: string;
  property_id: number | null;
  maintenance_id: number | null;
  brand_id: number | null;
}

export interface RescueOrderTable extends ResponsibleColumns {
  id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  trigger: string;
  alarm_id: number | null;
  property_name: string;
  maintenance_name: string;
  brand_name: string;
  caller_name: string;
  caller_phone: string;
  status: number;
  stage: string;
  breach: string | null;
  overdue: Flag;
  is_open: Flag;
  is_hidden: Flag;
  late: Flag;
  joined_num: number;
  /** Called by the code in the car alone: no device and no telephone has confirmed it. */
  only_scanned: Flag;
  corrected_num: number;
  notice_level: number;
  accepted_by_id: number | null;
  accepted_by_name: string;
  raised_at_ms: number;
  updated_at_ms: number;
  respond_due_at_ms: number;
  arrive_due_at_ms: number;
  answered_at_ms: number | null;
  dispatched_at_ms: number | null;
  arrived_at_ms: number | null;
  arrival_recorded_at_ms: number | null;
  released_at_ms: number | null;
  completed_at_ms: number | null;
  people_num: number | null;
  cause: string | null;
  /** The code of a cause of faults, and what it was called; empty for none. */
  cause_detail: string;
  cause_detail_label: string;
  was_trapped: Flag | null;
  injured_num: number | null;
  vulnerable_num: number | null;
  handed_to: string | null;
  called_back: Flag | null;
  /** A key of `releaseWayLabels`, or empty. */
  release_way: string;
  note: string;
  position: number;
}

/** One open order per lift: the primary key refuses a second. */
export interface OpenRescueTable {
  elevator_id: number;
  order_id: number;
}

/** The order that an alarm opened or joined. The order's events say so: the table is theirs, and rebuilding alarms leaves it alone. */
export interface AlarmRescueTable {
  alarm_id: number;
  order_id: number;
}

export interface AlarmTable extends ResponsibleColumns {
  id: number;
  elevator_id: number;
  device_key: string;
  tag: string;
  addr: string;
  kind: string;
  level: number;
  status: number;
  is_active: Flag;
  is_hidden: Flag;
  acknowledged_by: string;
  repeat_num: number;
  late: Flag;
  clock_off: Flag;
  detail: string;
  /** Name of an uploaded file; empty without one. */
  picture: string;
  raised_at_ms: number;
  updated_at_ms: number;
  cleared_at_ms: number | null;
  /** 'maintenance', 'outage' or 'incident' if the event says so; a read of the alarm looks up whether the collector is offline. */
  suppressed_by: string;
  /** Null while it is not shelved; the other two are then of the last time. */
  shelved_until_ms: number | null;
  shelved_by: string;
  shelve_reason: string;
  position: number;
}

/** One live alarm of a kind per lift: repeats append to it. */
export interface OpenAlarmTable {
  elevator_id: number;
  kind: string;
  alarm_id: number;
}

/** A fault, scooter or incident (exception types 2 to 4); those of type 1 are the rescue orders. */
export interface ExceptionTable extends ResponsibleColumns {
  id: number;
  type: number;
  elevator_id: number;
  tag: string;
  addr: string;
  property_name: string;
  maintenance_name: string;
  level: number;
  status: number;
  stage: string;
  is_open: Flag;
  is_hidden: Flag;
  /** The device still reports it. */
  is_active: Flag;
  is_false: Flag;
  overdue: Flag;
  late: Flag;
  source: string;
  device_key: string;
  code: string;
  phenomenon: string | null;
  incident_kind: string | null;
  /** The name of the power cut of which an incident is a part. */
  cut_id: string | null;
  alarm_id: number | null;
  rescue_order_id: number | null;
  door_held: Flag;
  caller_name: string;
  caller_phone: string;
  detail: string;
  /** JSON: names of the pictures of its reports. */
  photos: string;
  repeat_num: number;
  comment_num: number;
  child_num: number;
  swept_num: number;
  accepted_by_id: number | null;
  accepted_by_name: string;
  cause: string;
  cause_label: string;
  /** JSON: `{name, num}` of each. */
  parts: string;
  /** JSON: names of the pictures of the repair or the removal. */
  repair_photos: string;
  /** Faults alone: by `stopsCar`; null where that is not known. */
  stops_car: Flag | null;
  /** The last stretch in which the fault stood, until it was cleared or closed; null while it stands, and of what is no fault. */
  stood_from_ms: number | null;
  stood_until_ms: number | null;
  /** The length of the stretches before that one, in ms. */
  stood_before_ms: number;
  raised_at_ms: number;
  updated_at_ms: number;
  /** Stays when the limit is missed. */
  due_at_ms: number | null;
  cleared_at_ms: number | null;
  finished_at_ms: number | null;
  position: number;
}

/** A lift that an incident of several lifts concerns, and who made sure that its car is empty. */
export interface ExceptionChildTable {
  exception_id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  swept_by_id: number | null;
  swept_by_name: string;
  swept_at_ms: number | null;
  way: string | null;
  note: string;
  restored_at_ms: number | null;
}

/** `id` is the position of the comment's event. */
export interface ExceptionCommentTable {
  id: number;
  exception_id: number;
  author_id: number;
  author_name: string;
  text: string;
  /** JSON: names of pictures. */
  photos: string;
  created_at_ms: number;
}

/** One open exception of a cause at a place: a further report joins it. */
export interface OpenExceptionTable {
  /** `lift-101`; of a power cut `community-11`. */
  place: string;
  /** `scooter`, `fault:03`, `incident:powerLoss`; of a power cut with its companies, `incident:powerCut:301-401`. */
  cause_key: string;
  exception_id: number;
  stream: string;
}

export interface WorkItemTables {
  fault_causes: FaultCauseTable;
  rescue_orders: RescueOrderTable;
  open_rescues: OpenRescueTable;
  alarm_rescues: AlarmRescueTable;
  alarms: AlarmTable;
  open_alarms: OpenAlarmTable;
  exceptions: ExceptionTable;
  exception_children: ExceptionChildTable;
  exception_comments: ExceptionCommentTable;
  open_exceptions: OpenExceptionTable;
}
