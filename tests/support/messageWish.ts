import { aboutNothing, type NotificationWish } from '../../server/notify/queueNotification.ts';

/** A message about no lift to nobody in particular, with the members that the test needs. */
export const messageWish = (wish: Partial<NotificationWish> & Pick<NotificationWish, 'key'>): NotificationWish => ({
  source: 'rule',
  position: 0,
  channel: 'sms',
  recipient: { personId: null, userId: null, organization: '', name: '群', maskedAddress: '' },
  template: 'rule',
  values: {},
  title: '通知',
  priority: 3,
  requireKey: false,
  ...aboutNothing,
  ...wish,
});
