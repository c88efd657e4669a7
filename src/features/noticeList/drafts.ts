import { communityNoticeDelete, communityNotices, communityNoticeSave } from '../../contract/endpoints/community.ts';
import { noticeKindLabels, noticeKindOptions, type NoticeKind } from '../../contract/entities/communityNotice.ts';
import { createElement } from 'react';
import { announcementSend } from '../../contract/endpoints/announcement.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import { SendFromAddress } from './SendFromAddress.tsx';
import { date, labelIn, lookup, select, text, textArea } from '../../ui/form/formFields.ts';
import { textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';

/** Drafts of notices to the people of a community; sending one opens over the list, by the address. */
export const drafts = crudScreen({
  name: 'NoticeList',
  view: { id: 'drafts', title: '公告草稿' },
  list: communityNotices,
  save: communityNoticeSave,
  remove: communityNoticeDelete,
  noun: '物业公告草稿',
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
  lead: (deps) => createElement(SendFromAddress, { deps }),
  rowActions: ({ can }, goTo) =>
    can(announcementSend.permission)
      ? [{ id: 'send', label: '发送', icon: 'send', run: ({ id }) => goTo(`?tab=drafts&send=${id}`) }]
      : [],
  hint: '在此准备停梯、检验与安全提示等公告。发送后不能再改，内容有变请新建一条再发送。',
});
