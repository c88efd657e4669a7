import { randomUUID } from 'node:crypto';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { notifyChannelLabels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import type { NotificationRecipient } from '../../src/contract/events/notification.ts';
import type { Principal } from '../access/principal.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import { Refusal } from '../domain/refusal.ts';
import { addressOf } from './addressOf.ts';
import { maskOpenid } from './bindings.ts';
import { aboutNothing, queueNotification, type QueueParts } from './queueNotification.ts';

const refuse = (message: string): Refusal => new Refusal(message, refusalCodes.notAllowedNow);

async function recipientOf(
  { store }: QueueParts,
  by: Principal,
  channel: ProviderChannel,
): Promise<NotificationRecipient> {
  if (channel === 'wecom' || channel === 'webhook')
    return { personId: null, userId: null, organization: '', name: notifyChannelLabels[channel], maskedAddress: '' };
  const person = await store.rows
    .selectFrom('people')
    .select(['id', 'name'])
    .where('user_id', '=', by.userId)
    .executeTakeFirst();
  if (person === undefined) throw refuse('您的账号还没有关联人员，请先在人员管理中把本人的记录关联到您的账号');
  const recipient = { personId: person.id, userId: by.userId, organization: '', name: person.name };
  const address = await addressOf({ rows: store.rows }, channel, recipient);
  if (address === undefined)
    throw refuse(
      channel === 'wechat' ? '您还没有绑定微信，请先在“绑定”中扫码' : '您的人员记录没有手机号码，请先在人员管理中填写',
    );
  return { ...recipient, maskedAddress: channel === 'wechat' ? maskOpenid(address) : maskTelephone(address) };
}

/** Sends a message to the caller, or to the channel's group. Throws Refusal that says what is missing. */
export async function sendTestMessage(parts: QueueParts, by: Principal, channel: ProviderChannel): Promise<number> {
  if (parts.channels.adapterOf(channel) === undefined)
    throw refuse(`${notifyChannelLabels[channel]}渠道未配置，请先填写设置并启用`);
  const id = await queueNotification(parts, {
    key: `test:${by.userId}:${randomUUID()}`,
    source: 'test',
    position: 0,
    channel,
    recipient: await recipientOf(parts, by, channel),
    template: 'test',
    values: { 时间: toDisplayTime(parts.clock.nowMs()).slice(0, 16) },
    title: '测试消息',
    priority: 3,
    requireKey: channel === 'voice',
    ...aboutNothing,
  });
  if (id === undefined) throw new Error('a test message has a key of its own');
  return id;
}
