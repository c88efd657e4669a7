import { createElement, useState, type ComponentType } from 'react';
import { auditRecordLabels, auditRecords, type AuditRecord } from '../../contract/audit.ts';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { dateRangeFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { recordFilter } from './recordFilter.tsx';
import { AuditChanges } from './AuditChanges.tsx';

type Entry = OutputOf<typeof auditList>['list'][number];
type Query = InputOf<typeof auditList>;

const wordsOf = ({ changes }: Entry): string =>
  changes
    .map(({ field, before, after }) =>
      before === '' ? `${field}：${after}` : `${field}：${before} → ${after || '空'}`,
    )
    .join('；');

/** The audit log (`/system-settings/audit-log`): who changed what, when; a row opens with each change before and after. */
export function createAuditLog({ call }: FeatureDeps): ComponentType {
  const { title } = screenNamed('AuditLog');
  return function AuditLogPage() {
    const [screen] = useState(() =>
      defineListScreen<Entry, Query>({
        name: 'AuditLog',
        title,
        load: (query, signal) => call(auditList, query, { quiet: true, signal }),
        rowId: (row) => row.id,
        columns: [
          timeColumn('at', '时间', { isSortable: false }),
          textColumn('actor_name', '操作人', { width: 110 }),
          {
            ...textColumn('record', '对象', { width: 120 }),
            cell: (row) => auditRecordLabels[row.record],
            csv: (row) => auditRecordLabels[row.record],
          },
          textColumn('record_id', '编号', { width: 90 }),
          textColumn('record_name', '名称'),
          textColumn('action', '操作', { width: 120 }),
          { id: 'changes', header: '变更', cell: (row) => wordsOf(row), csv: wordsOf },
        ],
        filters: [
          textFilter('keyword', '关键字', { placeholder: '操作人 / 变更内容' }),
          selectFilter<'record', AuditRecord>(
            'record',
            '对象',
            auditRecords.map((value) => ({ value, label: auditRecordLabels[value] })),
          ),
          dateRangeFilter({ from: 'from', to: 'to' }, '时间'),
          recordFilter,
        ],
        detail: {
          title: ({ row }) =>
            row === null ? '变更' : `${row.action} ${auditRecordLabels[row.record]} ${row.record_name}`,
          render: ({ row }) => (row === null ? null : createElement(AuditChanges, { entry: row })),
        },
        empty: { title: '没有审计记录', hint: '每次变更与登录都会记在这里。' },
      }),
    );
    return createElement(ListScreen<Entry, Query>, { screen });
  };
}
