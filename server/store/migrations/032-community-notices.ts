import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './028-access.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [...before, 'communityNotice.changed'];

/** Notices to the people of a community, which wait as drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table community_notices (
      id bigint not null,
      community_id bigint not null,
      title text not null,
      content text not null,
      kind text not null,
      valid_from text not null,
      valid_to text not null,
      state text not null default 'draft',
      primary key (id)
    )`,
    'create index community_notices_by_community on community_notices (community_id)',
    'drop index events_audited',
    `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
  ])
    await sql.raw(statement).execute(db);
}
