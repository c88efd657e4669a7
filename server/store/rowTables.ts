import type { Generated } from 'kysely';
import type { RingTables } from './ringTables.ts';

/** Tables above the log: base data, access, and those of the inline projections. Times are epoch ms, booleans 0/1, JSON is text. */
type Flag = 0 | 1;

export interface AreaTable {
  id: number;
  parent_id: number | null;
  name: string;
  full_name: string;
  /** `/1/4/`: ancestors and itself, so that a scope over an area finds everything below by prefix. */
  path: string;
  /** In a municipality or prefecture city help must arrive within 30 minutes, elsewhere within 60 (TSG T5002-2017, 5(4)). */
  is_city: Flag;
  /** Of the administrative division; may be empty. */
  code: Generated<string>;
}

/** Communities of an area that are looked at together. Its ids and those of areas are one series. */
export interface CommunityGroupTable {
  id: number;
  area_id: number;
  name: string;
  code: string;
}

export interface GroupedCommunityTable {
  group_id: number;
  community_id: number;
}

/**
 * Organisations by type (specification, section 9): 2 community unit, 3 manufacturer, 4 property, 5 maintenance. Areas
 * have their own table.
 */
export interface OrganizationTable {
  id: number;
  org_type: number;
  name: string;
  contact_mobile: string;
  address: string;
  /** The rest is known of companies that look after lifts; days are `2026-11-30`, or empty. */
  duty_phone: Generated<string>;
  licence_class: Generated<string>;
  licence_number: Generated<string>;
  licence_expiry: Generated<string>;
  insurer: Generated<string>;
  insurance_number: Generated<string>;
  insurance_expiry: Generated<string>;
  /** JSON: an array of contacts. */
  contacts: Generated<string>;
}

/** Which lifts a company serves, from one day to another (`2026-11-30`, both inclusive). */
export interface ContractTable {
  id: number;
  /** Of the company: 4 property, 5 maintenance. */
  org_type: number;
  org_id: number;
  number: string;
  starts_on: string;
  ends_on: string;
}

export interface ContractElevatorTable {
  contract_id: number;
  elevator_id: number;
}

export interface CommunityTable {
  id: number;
  name: string;
  address: string;
  area_id: number;
  property_id: number | null;
  lng: number;
  lat: number;
  /** A key of `siteTypeLabels`, or empty. */
  site_type: Generated<string>;
  remark: Generated<string>;
}

/** What a person does for a community. */
export interface CommunityMemberTable {
  id: number;
  community_id: number;
  person_id: number;
  role: string;
}

export interface ElevatorTable {
  id: number;
  /** In the address `/q/<code>` of the sign in the car: 96 random bits, written once; empty until the next start of an older store. */
  code: Generated<string>;
  tag: string;
  addr: string;
  rescue_code: string;
  registration_code: string;
  sos_tel: string;
  community_id: number;
  /** A brand is a manufacturer organisation. */
  brand_id: number | null;
  property_id: number | null;
  maintenance_id: number | null;
  elevator_type: number;
  /** Null if not entered. */
  install_at_ms: number | null;
  floor_min: number;
  floor_max: number;
  lng: number;
  lat: number;
  maker_unit: string;
  manage_unit: string;
  /** Since when `maintenance_id` is responsible: written with every change of that company; null if not entered. */
  maintained_since_ms: number | null;
  /** A key of `liftCategoryLabels`, or empty. */
  category: Generated<string>;
  drive: Generated<string>;
  rated_load_kg: Generated<number | null>;
  rated_speed_mps: Generated<number | null>;
  floors_num: Generated<number | null>;
  stops_num: Generated<number | null>;
  doors_num: Generated<number | null>;
  factory_number: Generated<string>;
  internal_tag: Generated<string>;
  /** Index into `liftStateLabels`: 0 in use, 1 out of use, 2 scrapped. */
  state: Generated<number>;
  state_reason: Generated<string>;
  /** Days: `2026-11-30`, or empty. */
  put_into_use_on: Generated<string>;
  inspected_on: Generated<string>;
  next_inspection_on: Generated<string>;
  self_tested_on: Generated<string>;
  next_self_test_on: Generated<string>;
}

/**
 * Who was responsible for a lift, from `from_ms` until before `to_ms`; null while it lasts. The intervals of a lift
 * follow each other without a gap.
 */
export interface ResponsibilityTable {
  elevator_id: number;
  from_ms: number;
  to_ms: number | null;
  area_id: number;
  community_id: number;
  property_id: number | null;
  brand_id: number | null;
  maintenance_id: number | null;
}

export interface DeviceTable {
  device_key: string;
  elevator_id: number;
  device_type: string;
  report_period_seconds: number;
  /** Raised to invalidate the device's old secret. */
  secret_version: number;
  /** Names its adapter (`server/gateway/vendors`). */
  vendor: Generated<string>;
  /** Of the catalogue of models, or as someone typed it; may be empty. */
  model: Generated<string>;
  firmware: Generated<string>;
  /** It may not connect, and nothing that it says is used. */
  is_disabled: Generated<Flag>;
  /** One of its lift at most: voice and the end of a rescue go there. */
  is_rescue_terminal: Generated<Flag>;
}

/** A key that was bound once: the next binding gets a newer secret than the device that had it. */
export interface UnboundDeviceTable {
  device_key: string;
  /** The lift that it served last. */
  elevator_id: number;
  /** With which it may still connect; its messages are quarantined. */
  secret_version: number;
  unbound_at_ms: number;
}

/** What a device last said of itself; either may be empty. */
export interface DeviceDescriptionTable {
  device_key: string;
  model: string;
  firmware: string;
  described_at_ms: number;
}

export interface CameraTable {
  id: number;
  elevator_id: number;
  name: string;
  /** A key of `cameraPlaceLabels`. */
  place: string;
  vendor: string;
  main_url: string;
  sub_url: string;
  channel: string;
  user_name: string;
  /** Encrypted (`cameraSecrets`); empty where there is none. */
  sealed_secret: string;
  /** The bound device that says whether it works; may be empty. */
  device_key: string;
}

/** The period that a device has adopted by command; absent for one that uses base data's. */
export interface DeviceReportPeriodTable {
  device_key: string;
  report_period_seconds: number;
}

/** Whether a device reports, from its events; absent for one that never did. */
export interface DeviceStateTable {
  device_key: string;
  elevator_id: number;
  status: number;
  load: number;
  changed_at_ms: number;
}

/** A message code in the device's last report, as recorded. */
export interface DeviceCodeTable {
  device_key: string;
  /** As the device says it. */
  vendor_code: string;
  elevator_id: number;
  /** Ours; empty where we do not know it. */
  code: string;
  raised_at_ms: number;
}

/** When a device last tested its emergency call. */
export interface DeviceSelfTestTable {
  device_key: string;
  /** The lift that it served then. */
  elevator_id: number;
  /** By its own clock. */
  tested_at_ms: number;
  received_at_ms: number;
  /** That the next one is missing has been recorded. */
  is_missed: 0 | 1;
}

export interface UserTable {
  id: number;
  account: string;
  name: string;
  mobile: string;
  role_id: number;
  password_hash: string;
  is_disabled: Flag;
  must_change_password: Flag;
  created_at_ms: number;
}

/** `org_type` 1 is an area; a user's scope is the union of these rows; no rows means no access. */
export interface UserOrganizationTable {
  user_id: number;
  org_type: number;
  org_id: number;
}

/** A person of base data; not every person is a user of the system. */
export interface PersonTable {
  id: number;
  name: string;
  mobile: string;
  org_type: number;
  org_id: number;
  /** JSON: an array of duties. */
  duties: string;
  /** JSON: an array of certificates. */
  certificates: string;
  /** The day, `2026-11-30`, on which the first of the certificates ends; null without any. */
  certificate_expiry: string | null;
  user_id: number | null;
}

export interface RoleTable {
  id: number;
  name: string;
  role_type: number;
  /** Sees every organisation. */
  is_unscoped: Flag;
  /** Which default role it is; null for one created by an administrator. */
  default_key: string | null;
}

/** What the catalogue has given this store (`server/access/catalogue.ts`). */
export interface CatalogueItemTable {
  item: string;
}

/** A menu node (`type` 0 group, 1 page) or an action (`type` 2); `code` is what endpoints require. */
export interface PermissionTable {
  id: number;
  parent_id: number | null;
  name: string;
  path: string;
  icon: string;
  sort: number;
  is_show: Flag;
  type: number;
  code: string;
}

export interface RolePermissionTable {
  role_id: number;
  permission_id: number;
}

/** A code that opens `/join/<code>` once: one for each user at most. */
export interface UserJoinCodeTable {
  user_id: number;
  /** SHA-256 of the 128 random bits. */
  code_hash: string;
  created_by_id: number;
  expires_at_ms: number;
}

export interface SessionTable {
  /** SHA-256 of the opaque token. */
  token_hash: string;
  user_id: number;
  /** Keyed hash of the 16 characters that the push socket presents. */
  fragment_hash: string;
  created_at_ms: number;
  last_seen_at_ms: number;
  expires_at_ms: number;
  ip: string;
  agent: string;
}

/** A notice to the people of a community; `state` is `draft`. */
export interface CommunityNoticeTable {
  id: number;
  community_id: number;
  title: string;
  content: string;
  kind: string;
  /** Days, `2026-11-30`, both inclusive. */
  valid_from: string;
  valid_to: string;
  state: string;
}

/** A cause of faults: of level 1 with an empty `parent_code`. */
export interface FaultCauseTable {
  id: number;
  /** Unique and never changed: records name it. */
  code: string;
  name: string;
  parent_code: string;
  sort: number;
  is_retired: 0 | 1;
}

/** Filters and columns of a list that a user keeps. */
export interface ListViewTable {
  id: number;
  user_id: number;
  list_name: string;
  name: string;
  /** JSON: the filters and the sort order, as in the address. */
  params: string;
  /** JSON: an array of column ids. */
  hidden: string;
  is_default: Flag;
}

export interface SysConfigTable {
  key: string;
  value: string;
  updated_at_ms: number;
  updated_by: string;
}

/** The folded machine of each stream of a lifecycle. */
export interface MachineTable {
  stream: string;
  version: number;
  position: number;
  /** `{value, context}` of the machine. */
  state: string;
}

/** What falls due on which stream of a lifecycle: data, so that a restart forgets none. */
export interface DeadlineTable {
  stream: string;
  kind: string;
  due_at_ms: number;
  /** JSON text. */
  data: string;
}

export interface RescueOrderTable {
  id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  trigger: string;
  alarm_id: number | null;
  community_id: number;
  community_name: string;
  area_id: number;
  full_area: string;
  property_id: number | null;
  property_name: string;
  maintenance_id: number | null;
  maintenance_name: string;
  brand_id: number | null;
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
  was_trapped: Flag | null;
  injured_num: number | null;
  vulnerable_num: number | null;
  handed_to: string | null;
  called_back: Flag | null;
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

export interface AlarmTable {
  id: number;
  elevator_id: number;
  device_key: string;
  tag: string;
  addr: string;
  kind: string;
  level: number;
  community_id: number;
  community_name: string;
  area_id: number;
  full_area: string;
  property_id: number | null;
  maintenance_id: number | null;
  brand_id: number | null;
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
  /** 'maintenance' or 'incident' where the event says so; that a collector is offline is asked when the alarm is read. */
  suppressed_by: string;
  /** Null while it is not put aside; then the other two are of the last time. */
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
export interface ExceptionTable {
  id: number;
  type: number;
  elevator_id: number;
  tag: string;
  addr: string;
  community_id: number;
  community_name: string;
  area_id: number;
  full_area: string;
  property_id: number | null;
  property_name: string;
  maintenance_id: number | null;
  maintenance_name: string;
  brand_id: number | null;
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
  /** `scooter`, `fault:03`, `incident:powerLoss`. */
  cause_key: string;
  exception_id: number;
  stream: string;
}

export interface DeviceCommandTable {
  id: number;
  device_key: string;
  elevator_id: number;
  identifier: string;
  payload: string;
  state: string;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
  created_by: string;
  result_code: number | null;
  result_message: string;
}

/** A platform notice to one person; `source` makes a retry harmless. */
export interface NoticeTable {
  id: number;
  source: string;
  user_id: number;
  title: string;
  detail: string;
  level: number;
  rescue_order_id: number | null;
  elevator_id: number | null;
  exception_id: number | null;
  read_at_ms: number | null;
  created_at_ms: number;
}

/** Messages from one sender in one minute that could not be accepted for one reason: the first, the last, and their number. */
export interface QuarantineTable {
  id: number;
  topic: string;
  /** The sender: the device, or `bridge` and `broker` for unregistered device names, which can be invented endlessly. */
  device_key: string;
  reason: string;
  could_be_help: Flag;
  payload: string;
  last_topic: string;
  last_payload: string;
  /** Minutes since 1970; null in rows from before there was one for each minute. */
  minute: number | null;
  repeat_num: number;
  first_at_ms: number;
  last_at_ms: number;
}

/** The last time that someone looked into it; it is open again once it has come more often than `repeat_num`. */
export interface QuarantineResolutionTable {
  quarantine_id: number;
  /** The version of its stream, for the next decision. */
  version: number;
  repeat_num: number;
  note: string;
  rescue_order_id: number | null;
  by_id: number;
  by_name: string;
  at_ms: number;
}

export interface UploadTable {
  id: number;
  file_name: string;
  mime: string;
  size_bytes: number;
  sha256: string;
  uploaded_by: number | null;
  created_at_ms: number;
  /** 0 while its parts are being written, and while it is being removed. */
  is_complete: Flag;
}

/** A file's bytes, in order. */
export interface UploadPartTable {
  upload_id: number;
  seq: number;
  bytes: Uint8Array;
}

/** Which record shows a file: one that none shows is removed after a day. */
export interface UploadUseTable {
  file_name: string;
  record: string;
}

/** Events of the last hour that say that a lift lost its power, or that one cause of that is over. */
export interface PowerSignalTable {
  position: number;
  elevator_id: number;
  device_key: string;
  /** '41', '46' or 'offline'. */
  cause: string;
  is_over: Flag;
  at_ms: number;
}

/** A controller says now that its lift has no mains (code 41) or runs on emergency power (46). */
export interface LiftWithoutMainsTable {
  device_key: string;
  code: string;
  elevator_id: number;
}

/** What one lift did from five minutes before an incident to ten after; not a projection, so a rebuild leaves it alone. */
export interface RecordingTable {
  id: number;
  elevator_id: number;
  alarm_id: number | null;
  rescue_order_id: number | null;
  /** Of a fault or scooter that was recorded for its own sake. */
  exception_id: number | null;
  incident_at_ms: number;
  from_ms: number;
  to_ms: number;
  /** Still being recorded. */
  is_open: Flag;
}

export interface RecordingChunkTable {
  recording_id: number;
  seq: number;
  /** JSON by column, parsed by `server/telemetry/recordingSamples.ts`. */
  samples: string;
}

/** The whole fleet at a full minute. */
export interface MinuteSampleTable {
  at_ms: number;
  lift_num: number;
  /** `live`, or `demo` for what the demo city invented. */
  source: string;
  /** Columns, compressed, as base64 (`server/telemetry/minuteFrame.ts`). */
  frame: string;
}

/** A wall and the read-only user it signs in as. */
export interface WallTable {
  id: number;
  name: string;
  user_id: number;
  paired_by_id: number;
  paired_by_name: string;
  paired_at_ms: number;
  last_seen_at_ms: number | null;
  revoked_at_ms: number | null;
}

export interface WallPairingTable {
  /** Keyed hash of the eight digits. */
  code_hash: string;
  name: string;
  created_by_id: number;
  expires_at_ms: number;
}

/**
 * The credentials that a wall's cookie may hold: the newest that it is known to have, and those issued since, whose
 * response may have been lost.
 */
export interface WallCredentialTable {
  secret_hash: string;
  wall_id: number;
  issued_at_ms: number;
  /** Since a later one was used. */
  superseded_at_ms: number | null;
  is_used: Flag;
}

/** A file of base data that someone imports. */
export interface ImportTable {
  id: number;
  kind: string;
  file_name: string;
  state: string;
  /** JSON: the head of the file, one text for each column. */
  header: string;
  /** Why it stands where it does; empty where there is nothing to say. */
  note: Generated<string>;
  row_num: number;
  new_num: Generated<number>;
  changed_num: Generated<number>;
  same_num: Generated<number>;
  wrong_num: Generated<number>;
  created_by: number;
  created_at_ms: number;
  written_at_ms: number | null;
}

/** A row of such a file: what it would change, and what it has changed. */
export interface ImportRowTable {
  import_id: number;
  /** As the spreadsheet counts, from 1. */
  row_number: number;
  state: string;
  /** JSON: the texts of the file. */
  cells: string;
  /** JSON: what is wrong, by column. */
  problems: Generated<string>;
  /** JSON: the fields that change, before and after, in words. */
  changes: Generated<string>;
  /** JSON: the record as it would be saved; null while it is unchecked or wrong. */
  row_values: string | null;
  /** JSON: the record as it was; null for a new one. */
  row_before: string | null;
  record_id: number | null;
  /** Of the record: as it was checked, then as it was written. */
  version: Generated<number>;
  is_written: Generated<Flag>;
}

export interface RowTables extends RingTables {
  imports: ImportTable;
  import_rows: ImportRowTable;
  areas: AreaTable;
  organizations: OrganizationTable;
  contracts: ContractTable;
  contract_elevators: ContractElevatorTable;
  communities: CommunityTable;
  community_groups: CommunityGroupTable;
  grouped_communities: GroupedCommunityTable;
  community_members: CommunityMemberTable;
  elevators: ElevatorTable;
  responsibilities: ResponsibilityTable;
  devices: DeviceTable;
  unbound_devices: UnboundDeviceTable;
  device_descriptions: DeviceDescriptionTable;
  cameras: CameraTable;
  device_report_periods: DeviceReportPeriodTable;
  device_states: DeviceStateTable;
  device_codes: DeviceCodeTable;
  device_self_tests: DeviceSelfTestTable;
  users: UserTable;
  user_organizations: UserOrganizationTable;
  people: PersonTable;
  roles: RoleTable;
  permissions: PermissionTable;
  role_permissions: RolePermissionTable;
  catalogue_items: CatalogueItemTable;
  sessions: SessionTable;
  community_notices: CommunityNoticeTable;
  list_views: ListViewTable;
  fault_causes: FaultCauseTable;
  user_join_codes: UserJoinCodeTable;
  sys_config: SysConfigTable;
  rescue_orders: RescueOrderTable;
  open_rescues: OpenRescueTable;
  alarm_rescues: AlarmRescueTable;
  alarms: AlarmTable;
  open_alarms: OpenAlarmTable;
  exceptions: ExceptionTable;
  exception_children: ExceptionChildTable;
  exception_comments: ExceptionCommentTable;
  open_exceptions: OpenExceptionTable;
  device_commands: DeviceCommandTable;
  rescue_machines: MachineTable;
  rescue_deadlines: DeadlineTable;
  alarm_machines: MachineTable;
  alarm_deadlines: DeadlineTable;
  device_machines: MachineTable;
  device_deadlines: DeadlineTable;
  command_machines: MachineTable;
  command_deadlines: DeadlineTable;
  fault_machines: MachineTable;
  fault_deadlines: DeadlineTable;
  scooter_machines: MachineTable;
  scooter_deadlines: DeadlineTable;
  incident_machines: MachineTable;
  incident_deadlines: DeadlineTable;
  notices: NoticeTable;
  quarantine: QuarantineTable;
  quarantine_resolutions: QuarantineResolutionTable;
  uploads: UploadTable;
  upload_parts: UploadPartTable;
  upload_uses: UploadUseTable;
  power_signals: PowerSignalTable;
  lifts_without_mains: LiftWithoutMainsTable;
  recordings: RecordingTable;
  recording_chunks: RecordingChunkTable;
  minute_samples: MinuteSampleTable;
  walls: WallTable;
  wall_pairings: WallPairingTable;
  wall_credentials: WallCredentialTable;
}
