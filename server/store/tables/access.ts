import type { Flag } from './flag.ts';

/* Users, roles, sessions, walls and settings. Times are epoch ms, booleans 0/1, JSON is text. */

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

export interface RoleTable {
  id: number;
  name: string;
  role_type: number;
  /** Sees every organisation. */
  is_unscoped: Flag;
  /** The key of the default role; null for one created by an administrator. */
  default_key: string | null;
}

/** The items that the catalogue has given this store (`server/access/catalogue.ts`). */
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
  /** Of the page in a car: its lift, the only one that it sees. Null for a wall. */
  elevator_id: number | null;
}

export interface WallPairingTable {
  /** Keyed hash of the eight digits. */
  code_hash: string;
  name: string;
  created_by_id: number;
  expires_at_ms: number;
  /** Of the page in a car. */
  elevator_id: number | null;
}

/**
 * The credentials that a wall's cookie may hold: the newest that it surely has, and those issued since, whose response may have
 * been lost.
 */
export interface WallCredentialTable {
  secret_hash: string;
  wall_id: number;
  issued_at_ms: number;
  /** Since a later one was used. */
  superseded_at_ms: number | null;
  is_used: Flag;
}

export interface AccessTables {
  users: UserTable;
  user_organizations: UserOrganizationTable;
  roles: RoleTable;
  permissions: PermissionTable;
  role_permissions: RolePermissionTable;
  catalogue_items: CatalogueItemTable;
  sessions: SessionTable;
  list_views: ListViewTable;
  user_join_codes: UserJoinCodeTable;
  sys_config: SysConfigTable;
  walls: WallTable;
  wall_pairings: WallPairingTable;
  wall_credentials: WallCredentialTable;
}
