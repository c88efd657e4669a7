import type { RowTables } from './rowTables.ts';

/** The log. Times are epoch ms, `data` and `meta` JSON text exactly as hashed. */
export interface EventsTable {
  position: number;
  stream: string;
  version: number;
  type: string;
  /** Version of the event type's shape, raised by its upcasters. */
  schema_version: number;
  data: string;
  meta: string;
  at_ms: number;
  received_at_ms: number;
  message_id: string | null;
  prev_hash: string;
  hash: string;
}

/** One row: the last committed position, so that positions are consecutive and a cut-off log is noticed. */
export interface LogHeadTable {
  id: number;
  position: number;
  hash: string;
}

/** The result of an append with a message id, so that a retry gets the same. */
export interface MessageIdsTable {
  message_id: string;
  stream: string;
  version: number;
  first_position: number;
  last_position: number;
}

export interface IdsTable {
  kind: string;
  next: number;
}

export interface CheckpointsTable {
  name: string;
  position: number;
}

export interface ProjectionVersionsTable {
  name: string;
  version: number;
}

export interface StoreMetaTable {
  key: string;
  value: string;
}

/** One row: which process may write. */
export interface ActiveLeaseTable {
  id: number;
  /** Raised at each take-over. */
  token: number;
  /** For people: the host and process id. */
  holder: string;
}

export interface CoreTables {
  events: EventsTable;
  log_head: LogHeadTable;
  message_ids: MessageIdsTable;
  ids: IdsTable;
  checkpoints: CheckpointsTable;
  projection_versions: ProjectionVersionsTable;
  store_meta: StoreMetaTable;
  active_lease: ActiveLeaseTable;
}

export interface Database extends CoreTables, RowTables {}
