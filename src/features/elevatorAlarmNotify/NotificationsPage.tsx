import { useState } from 'react';
import { notificationDelete, notificationList, notificationResend } from '../../contract/endpoints/notification.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { screenNamed } from '../../contract/screens.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { hideAction, resendAction } from './notificationActions.ts';
import { notificationColumns } from './notificationColumns.tsx';
import { notificationFilters } from './notificationFilters.ts';
import { NotificationPanel } from './NotificationPanel.tsx';
import { createNotificationSources, type NotificationQuery } from './notificationSources.ts';
import './elevatorAlarmNotify.css';

interface NotificationsPageProps {
  deps: FeatureDeps;
  readNowMs?: () => number;
}

/** Notifications that did not arrive, or may not have, need a person's attention. */
const rowTone = ({ state }: NotificationRow): 'normal' | 'high' =>
  state === 'givenUp' || state === 'unknown' ? 'high' : 'normal';

/** The notification records, live: rows keep their places under the pointer. */
export function NotificationsPage({ deps, readNowMs = Date.now }: NotificationsPageProps) {
  const { can, notify, saveFile } = deps;
  const [sources] = useState(() => createNotificationSources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [screen] = useState(() => {
    const resends = can(notificationResend.permission) ? [resendAction(sources, notify)] : [];
    const hides = can(notificationDelete.permission) ? [hideAction(sources, notify)] : [];
    return defineListScreen<NotificationRow, NotificationQuery>({
      name: 'ElevatorAlarmNotify',
      title: screenNamed('ElevatorAlarmNotify').title,
      load: sources.load,
      rowId: ({ id }) => id,
      columns: notificationColumns(can('elevator.view')),
      filters: notificationFilters(deps, readNowMs),
      rowTone,
      isSteady: true,
      ...(resends.length > 0 ? { rowActions: resends } : {}),
      empty: { title: '暂无通知记录', hint: '电话、短信、微信等通知发出后会出现在这里，含每一步的状态与回执。' },
      exportFile: exportFileOf(saveFile, notificationList),
      detail: {
        // Platform notices have negative ids.
        title: ({ id }) => (id.startsWith('-') ? `平台通知 ${id.slice(1)}` : `通知 ${id}`),
        render: ({ id, reload }) => (
          <NotificationPanel
            key={id}
            id={Number(id)}
            sources={sources}
            can={can}
            actions={[...resends, ...hides]}
            onDone={reload}
          />
        ),
      },
    });
  });
  return <ListScreen screen={screen} subscribe={subscribe} readNowMs={readNowMs} />;
}
