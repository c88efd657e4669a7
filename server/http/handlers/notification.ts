import type { SealedIds } from '../../access/sealedIds.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { inPortions } from '../../domain/longWork.ts';
import { hideNotification, resendNotification } from '../../domain/records/notificationDesk.ts';
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
  readonly ids: SealedIds;
}

type NotificationHandlers = Pick<
  Handlers,
  'notificationList' | 'notificationDetail' | 'notificationDelete' | 'notificationResend'
>;

export function notificationHandlers(parts: NotificationHandlerParts): NotificationHandlers {
  const { store, channels, ids: sealed } = parts;
  /** Platform notices stand among the records under their ids with a minus. */
  const seal = <Record extends { readonly id: number }>(record: Record): Record =>
    record.id < 0 ? { ...record, id: -sealed.seal('notice', -record.id) } : record;
  const open = async (id: number): Promise<number> => (id < 0 ? 0 - (await sealed.open('notice', -id)) : id);
  return {
    async notificationList({ id, ...input }, { principal }) {
      const page = await listNotifications(store, principal, {
        ...input,
        ...(id === undefined ? {} : { id: await open(id) }),
      });
      return { ...page, list: page.list.map(seal) };
    },
    async notificationDetail({ id }, { principal }) {
      return seal(await readNotification(store, principal, await open(id), channels));
    },
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
