import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './027-devices.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [
  ...before,
  'permission.changed',
  'role.changed',
  'account.changed',
  'user.joinCodeIssued',
  'user.joinCodeRevoked',
  'user.joined',
];

const statements = [
  `create table user_join_codes (
    user_id bigint not null,
    code_hash text not null,
    created_by_id bigint not null,
    expires_at_ms bigint not null,
    primary key (user_id)
  )`,
  'create unique index user_join_codes_code on user_join_codes (code_hash)',
  'create unique index roles_name on roles (name)',
  'create index users_role on users (role_id)',
  'create index role_permissions_permission on role_permissions (permission_id)',
  'drop index events_audited',
];

/** Roles, permissions and users that people edit: codes to join with, names that stand once, and their events in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const types = indexedAuditTypes.map((type) => `'${type}'`).join(', ');
  await sql.raw(`create index events_audited on events ("position") where type in (${types})`).execute(db);
}
