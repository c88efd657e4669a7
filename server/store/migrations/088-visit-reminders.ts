import { sql, type Kysely } from 'kysely';

/** The words that a site begins with, by channel. */
const texts: Readonly<Record<string, string>> = {
  voice: '维保提醒：{事件}，{说明}',
  sms: '【维保提醒】{事件}：{说明}',
  wechat: 'thing1: {事件}\nthing2: {说明}\ntime4: {时间}',
  wecom: '【维保提醒】{事件}\n{说明}',
  webhook: '维保提醒：{事件}，{说明}',
  platform: '维保提醒：{事件}',
};

/** Reminders of visits that are due, overdue or not countersigned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [channel, text] of Object.entries(texts))
    await sql`insert into notify_templates (id, key, channel, text, provider_code)
      select coalesce(max(id), 0) + 1, 'visitReminder', ${channel}, ${text}, '' from notify_templates`.execute(db);
}
