import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { NotificationDetail } from '../../streams/lists/watchNotification.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';
import type { TimelineEntry } from '../../ui/Timeline/Timeline.tsx';

interface Look {
  readonly icon: IconName;
  readonly tone?: Tone;
}

/** Steps beyond the usual ones, by their event. */
const looks: Readonly<Record<string, Look>> = {
  'notification.attempted': { icon: 'send' },
  'notification.acknowledged': { icon: 'check-circle', tone: 'ok' },
  'notification.failed': { icon: 'exclamation-circle', tone: 'medium' },
  'notification.unknown': { icon: 'question-circle', tone: 'high' },
  'notification.givenUp': { icon: 'times-circle', tone: 'high' },
  'notification.cancelled': { icon: 'ban' },
  'notification.resent': { icon: 'replay' },
};

/** The steps of a notification for a timeline. */
export const chainTimeline = ({
  steps,
  channel_label: channel,
}: Pick<NotificationDetail, 'steps'> & Pick<NotificationRow, 'channel_label'>): readonly TimelineEntry[] =>
  steps.map(({ type, title, detail, at }, index) => ({
    id: index,
    at,
    actor: channel,
    title,
    ...(detail === '' ? {} : { detail }),
    ...looks[type],
  }));
