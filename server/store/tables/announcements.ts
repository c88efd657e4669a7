import type { ResponsibleColumns } from './workItems.ts';

/* Notices from their sending, planned outages, and the codes shown in cars. Times are epoch ms. */

export interface AnnouncementTable extends ResponsibleColumns {
  id: number;
  notice_id: number;
  title: string;
  content: string;
  kind: string;
  state: string;
  /** Always null: a notice is about no lift in particular. */
  elevator_id: number | null;
  from_ms: number;
  until_ms: number;
  sent_by: string;
  sent_at_ms: number;
  recall_reason: string;
  ended_at_ms: number | null;
  position: number;
}

/** A screen that a notice went to: of a device, or a page in the car. How far it got is read from its command. */
export interface AnnouncementScreenTable {
  announcement_id: number;
  seq: number;
  elevator_id: number;
  tag: string;
  device_key: string | null;
  wall_id: number | null;
  name: string;
  command_id: number | null;
  recall_command_id: number | null;
  /** Of a page: when it first showed it. */
  shown_at_ms: number | null;
}

/** A member of the community whom a notice went to. How far it got is read from the notification. */
export interface AnnouncementMemberTable {
  announcement_id: number;
  person_id: number;
  name: string;
  role: string;
  channel: string;
  masked_address: string;
  notification_id: number;
}

/** A planned outage of one lift. */
export interface OutageTable extends ResponsibleColumns {
  id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  state: string;
  from_ms: number;
  to_ms: number;
  reason: string;
  planned_by: string;
  planned_at_ms: number;
  end_note: string;
  ended_at_ms: number | null;
  position: number;
}

/** A five-second step whose code was used at this lift. */
export interface PresenceCodeUsedTable {
  elevator_id: number;
  step: number;
  used_at_ms: number;
}

export interface AnnouncementTables {
  announcements: AnnouncementTable;
  announcement_screens: AnnouncementScreenTable;
  announcement_members: AnnouncementMemberTable;
  outages: OutageTable;
  presence_codes_used: PresenceCodeUsedTable;
}
