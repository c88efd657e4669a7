import type { AnnouncementRow, ScreenDelivery } from '../../contract/endpoints/announcement.ts';
import { announcementStateLabels, type AnnouncementState } from '../../contract/events/announcement.ts';
import { notificationStateLabels, type NotificationState } from '../../contract/notificationWords.ts';
import { screenDeliveryLabels } from '../../contract/endpoints/announcement.ts';
import type { StatusTagProps, Tone } from '../../ui/StatusTag/StatusTag.tsx';

type Tag = Pick<StatusTagProps, 'label' | 'tone'>;

const stageTones: Readonly<Record<AnnouncementState, Tone>> = {
  waiting: 'neutral',
  showing: 'info',
  expired: 'neutral',
  recalled: 'offline',
};
export const stageTag = (stage: AnnouncementState): Tag & { readonly tone: Tone } => ({
  tone: stageTones[stage],
  label: announcementStateLabels[stage],
});

const deliveryTones: Readonly<Record<ScreenDelivery, Tone>> = {
  waiting: 'neutral',
  sent: 'info',
  shown: 'ok',
  failed: 'medium',
};
export const deliveryTag = (delivery: ScreenDelivery): Tag => ({
  tone: deliveryTones[delivery],
  label: screenDeliveryLabels[delivery],
});

const troubled: readonly NotificationState[] = ['givenUp', 'unknown'];
const arrived: readonly NotificationState[] = ['delivered', 'answered', 'acknowledged'];

/** Returns the tag for the state of the message to a member; before it is queued it waits. */
export function messageTag(state: NotificationState | null): Tag {
  if (state === null) return { tone: 'neutral', label: '待发送' };
  const tone = troubled.includes(state) ? 'medium' : arrived.includes(state) ? 'ok' : 'neutral';
  return { tone, label: notificationStateLabels[state] };
}

/** 已展示 3/5，未展示 1: what a list says of the deliveries of one kind. */
export function countText(
  { total, done, failed }: AnnouncementRow['screens'],
  words: readonly [string, string],
): string {
  if (total === 0) return '—';
  return `${words[0]} ${done}/${total}${failed === 0 ? '' : `，${words[1]} ${failed}`}`;
}
