import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { NotificationState } from '../../contract/notificationWords.ts';
import { hideRecordAction } from '../../parts/record/hideRecordAction.ts';
import type { Notify } from '../../streams/featureDeps.ts';
import type { RowAction } from '../../ui/list/listTypes.ts';
import type { NotificationSources } from './notificationSources.ts';

/** The platform will still do something with it automatically. */
const underWay: ReadonlySet<NotificationState> = new Set(['queued', 'attempted', 'retrying']);

/** Names one notification, so that no one sends or deletes the wrong one. */
const nameOf = ({ title, recipient, channel_label: channel }: NotificationRow): string =>
  `${title}：${recipient}（${channel}）`;

type Acts = Pick<NotificationSources, 'resend' | 'hide'>;

/** Sends it again. If no one knows whether it left, the recipient may get it twice, so the user confirms first. */
export const resendAction = ({ resend }: Acts, notify: Notify): RowAction<NotificationRow> => ({
  id: 'resend',
  label: '重发',
  icon: 'send',
  isOffered: ({ can_resend: canResend }) => canResend,
  confirm: {
    isNeeded: ({ state }) => state === 'unknown',
    title: '重发通知',
    objectName: nameOf,
    message: '这条通知的结果未知，可能已送达。重发后收件人可能收到两次。',
    confirmLabel: '仍然重发',
  },
  run: async (row) => {
    await resend(row.id);
    notify.success(`已重新排队：${row.recipient}（${row.channel_label}）`);
  },
});

/** Removes a finished notification from the list. */
export const hideAction = ({ hide }: Acts, notify: Notify): RowAction<NotificationRow> =>
  hideRecordAction({
    noun: '通知记录',
    nameOf,
    // A platform notice belongs to its reader.
    isOffered: ({ state, channel }) => channel !== 'platform' && !underWay.has(state),
    remainsIn: '审计与统计',
    hide: async (row, reason) => {
      await hide(row.id, reason);
      notify.success(`已删除：${nameOf(row)}`);
    },
  });
