import { sql, type Kysely } from 'kysely';

/** The words that every site begins with. Lines of WeChat name the fields of the template that WeChat has approved. */
const defaultTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call: {
    voice: '电梯困人求救。{小区}{位置}，电梯编号{电梯编号}。请立即处理，确认请按1。',
    sms: '困人呼叫：{小区}{位置}，电梯{电梯编号}，{时间}。请立即处理，回拨{回拨电话}。',
    wechat: 'thing1: {小区}{位置}\nthing2: {电梯编号}\nthing3: 困人呼叫，请立即处理\ntime4: {时间}',
    wecom: '【困人呼叫】{小区} {位置}\n电梯编号：{电梯编号}\n时间：{时间}\n救援单：{救援单}\n回拨电话：{回拨电话}',
    webhook: '困人呼叫：{小区} {位置}，电梯 {电梯编号}，{时间}',
    platform: '困人呼叫：{小区} {位置}（{电梯编号}）',
  },
  callWaiting: {
    voice: '{小区}{位置}，电梯{电梯编号}有人求救，至今无人受理。请立即处理，确认请按1。',
    sms: '求救无人受理：{小区}{位置}，电梯{电梯编号}，{轮次}。请立即处理，回拨{回拨电话}。',
    wechat: 'thing1: {小区}{位置}\nthing2: {电梯编号}\nthing3: 求救无人受理，请立即处理\ntime4: {时间}',
    wecom: '【求救无人受理】{小区} {位置}\n电梯编号：{电梯编号}\n{轮次}\n救援单：{救援单}\n回拨电话：{回拨电话}',
    webhook: '求救无人受理：{小区} {位置}，电梯 {电梯编号}，{轮次}',
    platform: '求救无人受理：{小区} {位置}（{电梯编号}），{轮次}',
  },
  rule: {
    voice: '{小区}{位置}，电梯{电梯编号}发生{事件}。请及时处理，确认请按1。',
    sms: '{事件}：{小区}{位置}，电梯{电梯编号}，{时间}。请及时处理。',
    wechat: 'thing1: {小区}{位置}\nthing2: {电梯编号}\nthing3: {事件}\ntime4: {时间}',
    wecom: '【{事件}】{小区} {位置}\n电梯编号：{电梯编号}\n时间：{时间}\n规则：{规则}\n{说明}',
    webhook: '{事件}：{小区} {位置}，电梯 {电梯编号}，{时间}（规则：{规则}）',
    platform: '{事件}：{小区} {位置}（{电梯编号}）',
  },
  recovered: {
    voice: '{小区}{位置}，电梯{电梯编号}的{事件}已恢复。',
    sms: '已恢复：{小区}{位置}，电梯{电梯编号}，{事件}，{时间}。',
    wechat: 'thing1: {小区}{位置}\nthing2: {电梯编号}\nthing3: {事件}已恢复\ntime4: {时间}',
    wecom: '【已恢复】{事件}：{小区} {位置}\n电梯编号：{电梯编号}\n时间：{时间}',
    webhook: '已恢复：{事件}，{小区} {位置}，电梯 {电梯编号}，{时间}',
    platform: '已恢复：{事件}，{小区} {位置}（{电梯编号}）',
  },
  probe: {
    voice: '梯安求救链路自检中断，{说明}。请立即检查平台，确认请按1。',
    sms: '求救链路自检中断：{说明}，{时间}。请立即检查平台。',
    wechat: 'thing1: 求救链路自检\nthing2: {说明}\nthing3: 自检中断，请立即检查\ntime4: {时间}',
    wecom: '【求救链路自检中断】{说明}\n时间：{时间}\n请立即检查平台。',
    webhook: '求救链路自检中断：{说明}，{时间}',
    platform: '求救链路自检中断：{说明}',
  },
  failure: {
    voice: '{小区}{位置}，电梯{电梯编号}的通知未能送达。请人工联系，确认请按1。',
    sms: '通知未能送达：{小区}{位置}，电梯{电梯编号}，{说明}。请人工联系。',
    wechat: 'thing1: {小区}{位置}\nthing2: {电梯编号}\nthing3: 通知未能送达，请人工联系\ntime4: {时间}',
    wecom: '【通知未能送达】{小区} {位置}\n电梯编号：{电梯编号}\n{说明}\n请人工联系。',
    webhook: '通知未能送达：{小区} {位置}，电梯 {电梯编号}，{说明}',
    platform: '通知未能送达：{小区} {位置}（{电梯编号}），{说明}',
  },
  test: {
    voice: '这是梯安平台的测试电话，听到即表示电话渠道可用，确认请按1。',
    sms: '梯安平台测试短信，{时间}发出，收到即表示短信渠道可用。',
    wechat: 'thing1: 梯安平台\nthing2: 测试消息\nthing3: 收到即表示微信渠道可用\ntime4: {时间}',
    wecom: '【测试消息】梯安平台，{时间}。收到即表示渠道可用。',
    webhook: '梯安平台测试消息，{时间}',
    platform: '梯安平台测试消息，{时间}',
  },
};

/** How each channel leaves the platform, in which words, and who is reached by WeChat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const templates = Object.entries(defaultTexts).flatMap(([key, texts]) =>
    Object.entries(texts).map(([channel, text]) => ({ key, channel, text })),
  );
  for (const statement of [
    sql.raw(`create table notify_channels (
      channel text not null,
      provider text not null,
      settings text not null,
      sealed_secrets text not null,
      sealed_token text not null,
      primary key (channel)
    )`),
    sql.raw(`create table notify_templates (
      id bigint not null,
      key text not null,
      channel text not null,
      text text not null,
      provider_code text not null,
      primary key (id),
      unique (key, channel)
    )`),
    sql.raw(`create table notify_bindings (
      person_id bigint not null,
      channel text not null,
      address text not null,
      bound_at_ms bigint not null,
      primary key (person_id, channel),
      unique (channel, address)
    )`),
    sql.raw(`create table notify_binding_codes (
      code text not null,
      person_id bigint not null,
      expires_at_ms bigint not null,
      primary key (code)
    )`),
    sql.raw(`create table demo_messages (
      notification_id bigint not null,
      channel text not null,
      recipient text not null,
      title text not null,
      text text not null,
      require_key smallint not null,
      sent_at_ms bigint not null,
      reaction text not null,
      primary key (notification_id)
    )`),
    sql.raw('create index demo_messages_by_time on demo_messages (sent_at_ms)'),
    ...templates.map(
      ({ key, channel, text }, index) =>
        sql`insert into notify_templates (id, key, channel, text, provider_code)
            values (${index + 1}, ${key}, ${channel}, ${text}, '')`,
    ),
  ])
    await statement.execute(db);
}
