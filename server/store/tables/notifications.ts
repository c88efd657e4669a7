import type { Flag } from './flag.ts';

/* Notifications and the channels, ladders and rotas that they follow. Times are epoch ms, booleans 0/1, JSON is text. */

/** The settings of a channel of notices; one row for each that leaves through a provider. */
export interface NotifyChannelTable {
  channel: string;
  /** none, demo or real. */
  provider: string;
  /** JSON: what is not secret, by name. */
  settings: string;
  /** JSON: each secret by name, encrypted (`sealedSecrets`). */
  sealed_secrets: string;
  /** The encrypted token in the address of its receipts. */
  sealed_token: string;
}

export interface NotifyTemplateTable {
  id: number;
  key: string;
  channel: string;
  text: string;
  /** The provider's own number of the approved template; may be empty. */
  provider_code: string;
}

/** The address of a person on a channel that needs their consent: an openid. */
export interface NotifyBindingTable {
  person_id: number;
  channel: string;
  address: string;
  bound_at_ms: number;
}

/** A provider's report in one call, until it is processed. */
export interface NotifyReceiptTable {
  id: number;
  channel: string;
  /** JSON: `KeptReading`. */
  content: string;
  received_at_ms: number;
}

export interface NotifyBindingCodeTable {
  code: string;
  person_id: number;
  expires_at_ms: number;
}

/** Messages given to the demo's recording provider, newest few hundred; the recipient is masked. */
export interface DemoMessageTable {
  notification_id: number;
  channel: string;
  recipient: string;
  title: string;
  text: string;
  require_key: Flag;
  sent_at_ms: number;
  /** The key that was pressed; `-` where nobody answered in time; empty while it rings. */
  reaction: string;
}

/** The ladder by which people are notified of a call that nobody answers: one for each organisation at most. */
export interface LadderTable {
  id: number;
  name: string;
  /** Both 0 for the default ladder. */
  org_type: number;
  org_id: number;
  /** JSON: an array of rungs. */
  rungs: string;
}

/** The people on duty in an organisation. */
export interface RotaTable {
  id: number;
  org_type: number;
  org_id: number;
  /** JSON: arrays of shifts and of overrides. */
  shifts: string;
  overrides: string;
}

/** The ladder of a rescue order, and the event with which its rounds began: the call, or the last claim that lapsed. Not a projection. */
export interface CallLadderTable {
  order_id: number;
  ladder_id: number;
  begun_position: number;
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

/** A message to one recipient by one channel that leaves the platform. */
export interface NotificationTable {
  id: number;
  /** Fact × rung × recipient × channel. */
  dedup_key: string;
  source: string;
  /** The event that it follows from. */
  source_position: number;
  channel: string;
  template: string;
  /** JSON: the variables of the template. */
  template_values: string;
  title: string;
  priority: number;
  state: string;
  attempts: number;
  /** The reason for the newest failure; empty without one. */
  problem: string;
  problem_code: string;
  /** The time at which the provider or the recipient last reported about it. */
  receipt_at_ms: number | null;
  person_id: number | null;
  user_id: number | null;
  /** The company that owns the telephone, `4-301`; empty for a person. */
  recipient_organization: string;
  recipient_name: string;
  masked_address: string;
  require_key: Flag;
  is_unheard: Flag;
  ladder_id: number | null;
  rung: number | null;
  rule_id: number | null;
  rule_version: number | null;
  rule_name: string;
  /** The lift that it is about; null where it is about none. */
  elevator_id: number | null;
  tag: string;
  area_id: number | null;
  community_id: number | null;
  brand_id: number | null;
  property_id: number | null;
  maintenance_id: number | null;
  rescue_order_id: number | null;
  alarm_id: number | null;
  exception_id: number | null;
  is_demo: Flag;
  is_hidden: Flag;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
  position: number;
}

/** The names under which providers report about notifications; each attempt has its own. */
export interface NotificationProviderIdTable {
  channel: string;
  provider_id: string;
  notification_id: number;
}

/** The time at which an address was last written to or called: providers allow only so many. Not a projection. */
export interface NotificationAttemptTable {
  channel: string;
  address_hash: string;
  at_ms: number;
}

export interface NotificationTables {
  notify_channels: NotifyChannelTable;
  notify_templates: NotifyTemplateTable;
  notify_bindings: NotifyBindingTable;
  notify_binding_codes: NotifyBindingCodeTable;
  notify_receipts: NotifyReceiptTable;
  demo_messages: DemoMessageTable;
  ladders: LadderTable;
  rotas: RotaTable;
  call_ladders: CallLadderTable;
  notices: NoticeTable;
  notifications: NotificationTable;
  notification_provider_ids: NotificationProviderIdTable;
  notification_attempts: NotificationAttemptTable;
}
