import { sql, type Kysely } from 'kysely';

/** The words that a site begins with, by channel. */
const texts: Readonly<Record<string, string>> = {
  voice: '{小区}物业公告：{事件}。{说明}',
  sms: '【{小区}物业公告】{事件}：{说明}',
  wechat: 'thing1: {小区}\nthing2: {事件}\nthing3: {说明}\ntime4: {时间}',
  wecom: '【物业公告】{小区}\n{事件}\n{说明}',
  webhook: '{小区}物业公告：{事件}。{说明}',
  platform: '{小区}物业公告：{事件}',
};

/** Notices from their sending: to which screens and people each went. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  for (const statement of [
    `create table announcement_machines (
      stream text not null,
      version bigint not null,
      "position" bigint not null,
      state text not null,
      primary key (stream)
    )`,
    `create table announcement_deadlines (
      stream text not null,
      kind text not null,
      due_at_ms bigint not null,
      data text not null,
      primary key (stream, kind)
    ) ${withoutRowid}`,
    'create index announcement_deadlines_due on announcement_deadlines (due_at_ms)',
    `create table announcements (
      id bigint not null,
      notice_id bigint not null,
      title text not null,
      content text not null,
      kind text not null,
      state text not null,
      elevator_id bigint,
      community_id bigint not null,
      community_name text not null,
      area_id bigint not null,
      full_area text not null,
      property_id bigint,
      maintenance_id bigint,
      brand_id bigint,
      from_ms bigint not null,
      until_ms bigint not null,
      sent_by text not null,
      sent_at_ms bigint not null,
      recall_reason text not null,
      ended_at_ms bigint,
      "position" bigint not null,
      primary key (id)
    )`,
    'create index announcements_sent on announcements (sent_at_ms, id)',
    'create index announcements_community on announcements (community_id)',
    `create table announcement_screens (
      announcement_id bigint not null,
      seq bigint not null,
      elevator_id bigint not null,
      tag text not null,
      device_key text,
      wall_id bigint,
      name text not null,
      command_id bigint,
      recall_command_id bigint,
      shown_at_ms bigint,
      primary key (announcement_id, seq)
    ) ${withoutRowid}`,
    'create index announcement_screens_lift on announcement_screens (elevator_id)',
    `create table announcement_members (
      announcement_id bigint not null,
      person_id bigint not null,
      name text not null,
      role text not null,
      channel text not null,
      masked_address text not null,
      notification_id bigint not null,
      primary key (announcement_id, person_id)
    ) ${withoutRowid}`,
    // No store has events of it yet: no start waits for the whole log to be read for it.
    `insert into projection_versions (name, version) values ('announcement', 1)`,
  ])
    await sql.raw(statement).execute(db);
  for (const [channel, text] of Object.entries(texts))
    await sql`insert into notify_templates (id, key, channel, text, provider_code)
      select coalesce(max(id), 0) + 1, 'announcement', ${channel}, ${text}, '' from notify_templates`.execute(db);
}
