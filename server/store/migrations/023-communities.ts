import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table areas add column code text not null default ''`,
  `create table community_groups (
    id bigint not null,
    area_id bigint not null,
    name text not null,
    code text not null,
    primary key (id)
  )`,
  'create index community_groups_by_area on community_groups (area_id)',
  `create table grouped_communities (
    group_id bigint not null,
    community_id bigint not null,
    primary key (group_id, community_id)
  )`,
  'create index grouped_communities_by_community on grouped_communities (community_id)',
  `alter table communities add column site_type text not null default ''`,
  `alter table communities add column remark text not null default ''`,
  'create index communities_by_area on communities (area_id)',
  `create table community_members (
    id bigint not null,
    community_id bigint not null,
    person_id bigint not null,
    role text not null,
    primary key (id),
    unique (community_id, person_id)
  )`,
  'create index community_members_by_person on community_members (person_id)',
];

/** Codes of regions, groups of communities, and what is known of a community and the people who look after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
