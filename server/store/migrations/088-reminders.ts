import { sql, type Kysely } from 'kysely';

/** The words that a site begins with, by channel. */
const texts: Readonly<Record<string, string>> = {
  voice: '提醒：{事件}，{说明}',
  sms: '【提醒】{事件}：{说明}',
  wechat: 'thing1: {事件}\nthing2: {说明}\ntime4: {时间}',
  wecom: '【提醒】{事件}\n{说明}',
  webhook: '提醒：{事件}，{说明}',
  platform: '提醒：{事件}',
};

/** Reminders of visits that are due, overdue or not countersigned, and of what is about to expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [channel, text] of Object.entries(texts))
    await sql`insert into notify_templates (id, key, channel, text, provider_code)
      select coalesce(max(id), 0) + 1, 'reminder', ${channel}, ${text}, '' from notify_templates`.execute(db);
}
