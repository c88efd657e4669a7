/** A console's connection: whom it could ring, from when to when, and whether it could sound. Kept for a time, beside the log. */
export interface RingConsoleTable {
  /** The id of this connection, or of several of one session that reconnects again and again. */
  id: string;
  /** The server's process that held it: what it did not live to end is over when the process was last seen. */
  process_id: string;
  user_id: number;
  user_name: string;
  /** The address of the session, by which a person recognises the console. */
  address: string;
  agent: string;
  signed_in_at_ms: number | null;
  may_answer: 0 | 1;
  /** The user's scope as JSON: it does not change while the connection lasts. */
  scope: string;
  /** JSON: `[[since (epoch ms), 'armed' | 'blocked'], …]`. */
  sound: string;
  since_ms: number;
  until_ms: number | null;
}

export interface RingProcessTable {
  process_id: string;
  seen_ms: number;
}

/** The pushes of one call: the first push, or the reminders that followed it at one notice level, gathered. */
export interface RingPushTable {
  /** `rescue-<order id>` or `alarm-<alarm id>`. */
  subject: string;
  /** Log position of the event that rang; a reminder has that of the push before it, or 0 after a restart. */
  position: number;
  is_reminder: 0 | 1;
  notice_level: number;
  /** JSON: the responsibilities that decided who was rung. */
  responsibilities: string;
  first_at_ms: number;
  last_at_ms: number;
  times: number;
}

export interface RingTables {
  ring_consoles: RingConsoleTable;
  ring_processes: RingProcessTable;
  ring_pushes: RingPushTable;
}
