import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { notificationSourceWords } from '../../contract/notificationWords.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { chainTimeline } from '../../parts/notification/chainTimeline.ts';
import { NotificationChain } from '../../parts/notification/NotificationChain.tsx';
import type { Permission } from '../../contract/permissions.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { NotificationDetail } from '../../streams/lists/watchNotification.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { RowAction } from '../../ui/list/listTypes.ts';
import { RowActions } from '../../ui/list/RowActions.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Timeline } from '../../ui/Timeline/Timeline.tsx';
import { linksOf } from './notificationLinks.ts';
import type { NotificationSources } from './notificationSources.ts';

interface NotificationPanelProps {
  id: number;
  sources: NotificationSources;
  can: (permission: Permission) => boolean;
  /** The actions on a record that this user may take. */
  actions: readonly RowAction<NotificationRow>[];
  onDone: () => void;
}

/** One notification beside the list: the text as sent, how far it got and when, and what it is about. */
export function NotificationPanel({ id, sources, ...rest }: NotificationPanelProps) {
  const [detail$] = useState(() => sources.detail$(id));
  const state = useObservable<LoadState<NotificationDetail>>(detail$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="ean-quiet">正在读取通知…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun="通知" />;
    case 'ready':
      return <Loaded notification={state.value} {...rest} />;
  }
}

function factsOf(row: NotificationDetail): readonly Description[] {
  const facts: readonly Description[] = [
    { label: '来源', value: notificationSourceWords(row) },
    { label: '渠道', value: row.channel_label },
    { label: '收件人', value: `${row.recipient} ${row.masked_address}`.trim() },
    { label: '尝试', value: `${row.attempts} 次` },
    { label: '时间', value: toDisplayTime(row.created_at) },
    { label: '回执时间', value: row.receipt_at === null ? '尚无回执' : toDisplayTime(row.receipt_at) },
    { label: row.state === 'cancelled' ? '取消原因' : '最近问题', value: row.problem, isWide: true },
  ];
  return facts.filter(({ value }) => value !== '');
}

function Loaded({
  notification,
  can,
  actions,
  onDone,
}: Omit<NotificationPanelProps, 'id' | 'sources'> & { notification: NotificationDetail }) {
  const links = linksOf(notification, can);
  return (
    <div className="ean-detail">
      <h3 className="ean-detail__title">{notification.title}</h3>
      <NotificationChain row={notification} />
      <RowActions row={notification} actions={actions} onDone={onDone} />
      <section aria-label="发送内容">
        <h4>发送内容</h4>
        <p className="ean-detail__text">{notification.text}</p>
      </section>
      <DescriptionList items={factsOf(notification)} columns={2} />
      {links.length > 0 && (
        <p className="ean-detail__links">
          {links.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
      <h4>状态链</h4>
      <Timeline entries={chainTimeline(notification)} label="状态链" />
    </div>
  );
}
