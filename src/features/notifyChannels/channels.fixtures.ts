import type { ChannelRow } from '../../contract/entities/notification.ts';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { notifyChannelLabels, type ProviderChannel } from '../../contract/notificationWords.ts';

const stateLabels = { none: '未配置', demo: '演示', real: '已启用' } as const;

const field = (
  name: string,
  label: string,
  { value = '', secret = false, isSet = value !== '' }: { value?: string; secret?: boolean; isSet?: boolean } = {},
): ChannelRow['fields'][number] => ({
  name,
  label,
  is_secret: secret,
  value,
  is_set: isSet,
  hint: '',
  is_required: true,
});

/** The settings of a voice channel: two names, two secrets, of which one is set. */
const voiceFields = [
  field('access_key_id', 'AccessKey ID', { value: 'LTAI5tDemo' }),
  field('access_key_secret', 'AccessKey Secret', { secret: true, isSet: true }),
  field('show_number', '主叫号码', { value: '051200000000' }),
];

/** A channel as the server returns it; 未配置 by default. */
export function channelFixture(channel: ProviderChannel, over: Partial<ChannelRow> = {}): ChannelRow {
  const provider = over.provider ?? 'none';
  return {
    channel,
    channel_label: notifyChannelLabels[channel],
    provider,
    state_label: stateLabels[provider],
    fields: voiceFields,
    receipt_url: '',
    limits: '没有限制',
    waiting: 0,
    sent_today: 0,
    failed_today: 0,
    last_ok_at: null,
    last_problem: '',
    version: 1,
    ...over,
  };
}

/** A site in practice: telephone and text messages are on, the robot has a problem, the rest is not set up. */
export const usualChannels: readonly ChannelRow[] = [
  channelFixture('voice', {
    provider: 'real',
    limits: '同一号码每分钟 1 次、每小时 5 次、每天 20 次；全渠道每秒 100 次',
    receipt_url: 'https://tian.example.cn/api-open/notify/receipt/aliyunVoice/8f3kQm2pVxY7tRw1',
    waiting: 1,
    sent_today: 42,
    failed_today: 2,
    last_ok_at: fixtureTime(95_000),
  }),
  channelFixture('sms', {
    provider: 'demo',
    limits: '同一号码同一模板每天 50 条',
    receipt_url: 'https://tian.example.cn/api-open/notify/receipt/aliyunSms/Zk81mPq0aLtY6uWs',
    sent_today: 318,
    last_ok_at: fixtureTime(20_000),
  }),
  channelFixture('wechat', { limits: '每天 100,000 条' }),
  channelFixture('wecom', {
    provider: 'real',
    limits: '每个机器人每分钟 20 条',
    sent_today: 12,
    failed_today: 3,
    last_ok_at: fixtureTime(3_700_000),
    last_problem: '45009 发送过于频繁，已在 60 秒后重试',
  }),
  channelFixture('webhook', { limits: '全渠道每秒 20 次' }),
];
