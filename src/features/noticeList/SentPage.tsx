import { useState } from 'react';
import type { AnnouncementRow } from '../../contract/endpoints/announcement.ts';
import { noticeKindLabels, noticeKindOptions, type NoticeKind } from '../../contract/entities/communityNotice.ts';
import { announcementStateLabels, type AnnouncementState } from '../../contract/events/announcement.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { labelColumn, statusColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, RowAction } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { AnnouncementPanel } from './AnnouncementPanel.tsx';
import { countText, stageTag } from './noticeLook.ts';
import { createNoticeSources, type AnnouncementQuery } from './noticeSources.ts';

const columns: readonly Column<AnnouncementRow>[] = [
  textColumn('title', '标题', { isSortable: true }),
  textColumn('community_name', '小区', { isSortable: true }),
  labelColumn('kind', '类型', noticeKindLabels, { width: 110 }),
  statusColumn('stage', '状态', stageTag),
  {
    id: 'screens',
    header: '屏幕',
    cell: ({ screens }) => countText(screens, ['已展示', '未展示']),
    csv: ({ screens }) => countText(screens, ['已展示', '未展示']),
  },
  {
    id: 'members',
    header: '人员',
    cell: ({ members }) => countText(members, ['已送达', '未送达']),
    csv: ({ members }) => countText(members, ['已送达', '未送达']),
  },
  timeColumn('sent_at', '发送时间', { isSortable: true }),
  textColumn('sent_by', '发送人', { width: 110 }),
];

/** The notices that were sent, live, with each delivery beside them. */
export function SentPage({ deps }: { deps: FeatureDeps }) {
  const { notify } = deps;
  const [sources] = useState(() => createNoticeSources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [screen] = useState(() => {
    const recall: RowAction<AnnouncementRow> = {
      id: 'recall',
      label: '撤回',
      icon: 'undo',
      tone: 'danger',
      isOffered: ({ allowed_actions: actions }) => actions.includes('announcement.recalled'),
      confirm: {
        title: '撤回公告',
        objectName: ({ title, community_name: community }) => `${community}：${title}`,
        message: '屏幕将停止展示，尚未送出的通知会取消；已送达的通知收不回来。',
        confirmLabel: '撤回',
        reason: { label: '撤回原因', isRequired: true, placeholder: '至少 2 个字', maxLength: 200 },
      },
      run: async (row, reason) => {
        await sources.recall(row.id, reason);
        notify.success(`已撤回：${row.title}`);
      },
    };
    return defineListScreen<AnnouncementRow, AnnouncementQuery>({
      name: 'NoticeList',
      title: screenNamed('NoticeList').title,
      load: sources.load,
      rowId: ({ id }) => id,
      columns,
      filters: [
        textFilter('keyword', '关键字', { placeholder: '标题 / 内容 / 小区' }),
        selectFilter<'kind', NoticeKind>('kind', '类型', noticeKindOptions),
        selectFilter<'stage', AnnouncementState>(
          'stage',
          '状态',
          keysOf(announcementStateLabels).map((value) => ({ value, label: announcementStateLabels[value] })),
        ),
      ],
      isSteady: true,
      rowActions: [recall],
      empty: { title: '还没有发送过公告', hint: '在“草稿”中写好公告，选择屏幕与人员后发送。' },
      detail: {
        title: ({ id, row }) => row?.title ?? `公告 ${id}`,
        render: ({ id, reload }) => (
          <AnnouncementPanel key={id} id={Number(id)} sources={sources} actions={[recall]} onDone={reload} />
        ),
      },
    });
  });
  return <ListScreen screen={screen} subscribe={subscribe} />;
}
