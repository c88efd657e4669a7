import { keysOf } from './exceptions.ts';

/** Words for notices that leave the platform: by which channel, how far they got, and for whom. */

/** Channels of notification. `platform` is the bell on the screen and needs no provider. */
export const notifyChannelLabels = {
  voice: '电话',
  sms: '短信',
  wechat: '微信',
  wecom: '企业微信群机器人',
  webhook: 'Webhook',
  platform: '平台通知',
} as const;
export type NotifyChannel = keyof typeof notifyChannelLabels;

/** The channels that need a provider, in the order in which the pages list them. */
export const providerChannels = [
  'voice',
  'sms',
  'wechat',
  'wecom',
  'webhook',
] as const satisfies readonly NotifyChannel[];
export type ProviderChannel = (typeof providerChannels)[number];

/** Channels to a group or a program, which never answer: they cannot stop a ladder, and no rung uses only these. */
export const channelsWithoutAnswer = ['wecom', 'webhook'] as const satisfies readonly ProviderChannel[];

/** States of a notification. Only the last state means that a person reacted; `unknown` means that it may or may not have left. */
export const notificationStateLabels = {
  queued: '排队中',
  attempted: '发送中',
  accepted: '渠道已受理',
  delivered: '已送达',
  answered: '已接听或已读',
  acknowledged: '已确认',
  retrying: '等待重试',
  unknown: '结果未知',
  givenUp: '已放弃',
  cancelled: '已取消',
} as const;
export type NotificationState = keyof typeof notificationStateLabels;
export const notificationStates = keysOf(notificationStateLabels);

/** Reasons for which the platform notifies someone. */
export const notificationSourceLabels = {
  ladder: '救援通知阶梯',
  rule: '报警规则',
  probe: '链路自检',
  failure: '通知失败',
  test: '测试消息',
  announcement: '物业公告',
  reminder: '维保与到期提醒',
} as const;
export type NotificationSource = keyof typeof notificationSourceLabels;

/** Subjects of messages; each subject has a template per channel. */
export const templateKeyLabels = {
  call: '困人呼叫',
  callWaiting: '呼叫无人受理',
  rule: '报警规则触发',
  recovered: '已恢复',
  probe: '链路自检中断',
  failure: '通知失败',
  test: '测试消息',
  announcement: '物业公告',
  reminder: '维保与到期提醒',
} as const;
export type TemplateKey = keyof typeof templateKeyLabels;

/** The variables of a template, written as {电梯编号} in its text. */
export const templateVariables = [
  '电梯编号',
  '位置',
  '小区',
  '事件',
  '时间',
  '轮次',
  '救援单',
  '规则',
  '说明',
  '回拨电话',
] as const;
export type TemplateVariable = (typeof templateVariables)[number];
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>;

/**
 * A notification that has not left after this time is given up. For a call for help it is shorter, because the next
 * person is tried instead.
 */
export const timeToLiveMs: Readonly<Record<1 | 2 | 3, number>> = { 1: 600_000, 2: 3_600_000, 3: 6 * 3_600_000 };

/** Returns the cause of a notification in a few words: the rule with its version, or the ladder's round. */
export function notificationSourceWords({
  source,
  rule_name: ruleName,
  rule_version: version,
  rung,
}: {
  readonly source: NotificationSource;
  readonly rule_name: string;
  readonly rule_version: number | null;
  readonly rung: number | null;
}): string {
  if (source === 'rule' && ruleName !== '') return version === null ? ruleName : `${ruleName}@${version}`;
  if (source === 'ladder' && rung !== null) return rung === 0 ? '首次通知' : `第 ${rung} 轮`;
  return notificationSourceLabels[source];
}
