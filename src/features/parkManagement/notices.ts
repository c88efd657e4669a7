import { communityNoticeDelete, communityNotices, communityNoticeSave } from '../../contract/endpoints/community.ts';
import {
  noticeKindLabels,
  noticeKindOptions,
  noticeStateLabels,
  type NoticeKind,
} from '../../contract/entities/communityNotice.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import { date, labelIn, lookup, select, text, textArea } from '../../ui/form/formFields.ts';
import { statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';

/** Drafts of notices to the people of a community. */
export const notices = crudScreen({
  name: 'ParkManagement',
  view: { id: 'notices', title: '小区通知' },
  list: communityNotices,
  save: communityNoticeSave,
  remove: communityNoticeDelete,
  noun: '小区通知',
  record: 'communityNotice',
  nameOf: (row) => row.title,
  columns: [
    textColumn('title', '标题', { isSortable: true }),
    textColumn('community_name', '小区', { isSortable: true }),
    {
      ...textColumn('kind', '类型', { width: 110 }),
      cell: (row) => noticeKindLabels[row.kind],
      csv: (row) => noticeKindLabels[row.kind],
    },
    textColumn('valid_from', '开始日期', { width: 120, isSortable: true }),
    textColumn('valid_to', '结束日期', { width: 120, isSortable: true }),
    statusColumn('state', '状态', (state: keyof typeof noticeStateLabels) => ({
      tone: 'neutral',
      label: noticeStateLabels[state],
    })),
    textColumn('content', '内容', { isHiddenByDefault: true }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '标题 / 内容 / 小区' }),
    selectFilter<'kind', NoticeKind>('kind', '类型', noticeKindOptions),
  ],
  fields: ({ call }) => [
    text('title', '标题', { isRequired: true, isWide: true }),
    lookup('community_id', '小区', {
      isRequired: true,
      search: communitySearch(call),
      labelOf: labelIn('community_name'),
    }),
    select('kind', '类型', { isRequired: true, options: noticeKindOptions }),
    date('valid_from', '开始日期', { isRequired: true }),
    date('valid_to', '结束日期', { isRequired: true }),
    textArea('content', '内容', { isRequired: true, maxLength: 1_000, isWide: true }),
  ],
  formColumns: 2,
  hint: '在此准备停梯、检验与安全提示等通知。目前只保存为草稿，不会发送。',
});
