import { useState } from 'react';
import type { AnnouncementDetail, AnnouncementRow } from '../../contract/endpoints/announcement.ts';
import { memberRoleLabels } from '../../contract/entities/community.ts';
import { noticeKindLabels } from '../../contract/entities/communityNotice.ts';
import { commandStateLabels } from '../../contract/labels.ts';
import { notifyChannelLabels } from '../../contract/notificationWords.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { RowAction } from '../../ui/list/listTypes.ts';
import { RowActions } from '../../ui/list/RowActions.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Timeline } from '../../ui/Timeline/Timeline.tsx';
import { countText, deliveryTag, messageTag, stageTag } from './noticeLook.ts';
import type { NoticeSources } from './noticeSources.ts';
import './noticeList.css';

interface AnnouncementPanelProps {
  id: number;
  sources: NoticeSources;
  actions: readonly RowAction<AnnouncementRow>[];
  onDone: () => void;
}

/** One sent notice beside the list: its words, each delivery, and what happened to it. */
export function AnnouncementPanel({ id, sources, ...rest }: AnnouncementPanelProps) {
  const [detail$] = useState(() => sources.detail$(id));
  const state = useObservable<LoadState<AnnouncementDetail>>(detail$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="nl-quiet">正在读取公告…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun="公告" />;
    case 'ready':
      return <Loaded detail={state.value} {...rest} />;
  }
}

const timeOf = (at: string | null): string => (at === null ? '' : toDisplayTime(at).slice(5, 16));

function Loaded({
  detail: { row, screens, members, timeline },
  actions,
  onDone,
}: Omit<AnnouncementPanelProps, 'id' | 'sources'> & { detail: AnnouncementDetail }) {
  return (
    <div className="nl-detail">
      <StatusTag {...stageTag(row.stage)} />
      <RowActions row={row} actions={actions} onDone={onDone} />
      <p className="nl-detail__text">{row.content}</p>
      <DescriptionList
        columns={2}
        items={[
          { label: '小区', value: row.community_name },
          { label: '类型', value: noticeKindLabels[row.kind] },
          { label: '发送', value: `${row.sent_by} ${toDisplayTime(row.sent_at).slice(0, 16)}` },
          { label: '有效期至', value: toDisplayTime(row.until).slice(0, 16) },
          ...(row.recall_reason === '' ? [] : [{ label: '撤回原因', value: row.recall_reason, isWide: true }]),
        ]}
      />
      <section aria-label="屏幕">
        <h3>屏幕：{countText(row.screens, ['已展示', '未展示'])}</h3>
        {screens.length === 0 && <p className="nl-quiet">没有发送到屏幕</p>}
        <ul className="nl-deliveries">
          {screens.map((screen) => (
            <li key={screen.seq}>
              <strong>{screen.tag}</strong>
              <span>{screen.name}</span>
              <StatusTag {...deliveryTag(screen.delivery)} />
              <small>
                {[
                  screen.note,
                  screen.recall === null ? '' : `撤回${commandStateLabels[screen.recall]}`,
                  timeOf(screen.at),
                ]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="人员">
        <h3>人员：{countText(row.members, ['已送达', '未送达'])}</h3>
        {members.length === 0 && <p className="nl-quiet">没有通知人员</p>}
        <ul className="nl-deliveries">
          {members.map((member) => (
            <li key={member.person_id}>
              <strong>{member.name}</strong>
              <span>
                {memberRoleLabels[member.role]} · {notifyChannelLabels[member.channel]} {member.masked_address}
              </span>
              <StatusTag {...messageTag(member.state)} />
              <small>{[member.problem, timeOf(member.at)].filter((text) => text !== '').join(' · ')}</small>
            </li>
          ))}
        </ul>
      </section>
      <h3>经过</h3>
      <Timeline
        entries={timeline.map(({ version, at, actor_name: actor, title, detail }) => ({
          id: version,
          at,
          actor,
          title,
          detail,
        }))}
      />
    </div>
  );
}
