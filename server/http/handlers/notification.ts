import type { Directory } from '../../domain/directory.ts';
import { inPortions } from '../../domain/longWork.ts';
import { hideNotification, resendNotification } from '../../domain/notificationDesk.ts';
import { NotFound } from '../../domain/refusal.ts';
import type { Channels } from '../../notify/adapter.ts';
import { listNotifications, readNotification } from '../../queries/notification.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface NotificationHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly channels: Pick<Channels, 'render'>;
}

type NotificationHandlers = Pick<
  Handlers,
  'notificationList' | 'notificationDetail' | 'notificationDelete' | 'notificationResend'
>;

export function notificationHandlers(parts: NotificationHandlerParts): NotificationHandlers {
  const { store, channels } = parts;
  return {
    notificationList: (input, { principal }) => listNotifications(store, principal, input),
    notificationDetail: (input, { principal }) => readNotification(store, principal, input.id, channels),
    async notificationDelete({ id, ids = [], reason }, { principal }) {
      const all = [...new Set(id === undefined ? ids : [id, ...ids])];
      if (all.length === 0) throw new NotFound();
      await inPortions(parts, principal, '删除通知记录', all, async (some, now) => {
        for (const one of some) await hideNotification(parts, now, one, reason);
      });
      return { removed: all.length };
    },
    async notificationResend({ id }, { principal }) {
      await resendNotification(parts, principal, id);
      return {};
    },
  };
}
