import type { ReactNode } from 'react';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { alarmHandlingLabels, alarmKindLabels, alarmKinds, alarmPriorityLabels } from '../../contract/labels.ts';
import { handlingTag, isClosedAlarm, kindTag } from '../../parts/lift/alarmTones.ts';
import { hideRecordAction } from '../../parts/record/hideRecordAction.ts';
import { responsibleFilter } from '../../parts/record/responsibleFilter.tsx';
import { labelColumn, numberColumn, spokenColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { dateRangeFilter, lookupFilter, multiSelectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { DetailContext, ListScreenDefinition, LoadList } from '../../ui/list/listTypes.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import type { AlarmListQuery } from './alarmSources.ts';
import { labelOfAlarm } from './alarmTargets.ts';

export interface AlarmHistoryDeps {
  readonly load: LoadList<AlarmRecordRow, AlarmListQuery>;
  readonly exportFile: NonNullable<ListScreenDefinition<AlarmRecordRow, AlarmListQuery>['exportFile']>;
  /** Null for a user who may not search communities. */
  readonly searchCommunities: SearchOptions<number> | null;
  /** Hides a closed alarm, with the reason; null for a user who may not. */
  readonly hide: ((row: AlarmRecordRow, reason: string) => Promise<void>) | null;
  readonly renderDetail: (context: DetailContext<AlarmRecordRow>) => ReactNode;
  readonly readNowMs?: () => number;
}

const handlingWords = Object.fromEntries(alarmHandlingLabels.entries());

/** All alarms; only closed ones unless a status is selected. */
export function alarmHistoryScreen({
  load,
  exportFile,
  searchCommunities,
  hide,
  renderDetail,
  readNowMs = Date.now,
}: AlarmHistoryDeps) {
  return defineListScreen<AlarmRecordRow, AlarmListQuery>({
    name: 'ElevatorAlarm',
    title: '报警记录',
    load,
    rowId: ({ id }) => id,
    columns: [
      timeColumn('created_at', '报警时间', { width: 152 }),
      {
        ...labelColumn('kind', '报警', alarmKindLabels, { width: 124 }),
        cell: (row) => <StatusTag {...kindTag(row)} />,
      },
      labelColumn('level', '级别', alarmPriorityLabels, { width: 70, isSortable: true }),
      spokenColumn('tag', '电梯', { width: 100, isSortable: true }),
      textColumn('community_name', '小区', { width: 120 }),
      textColumn('addr', '地址', { width: 130 }),
      {
        ...labelColumn('status', '处理', handlingWords, { width: 104, isSortable: true }),
        cell: (row) => <StatusTag {...handlingTag(row)} />,
      },
      textColumn('acknowledged_by', '确认人', { width: 80 }),
      numberColumn('repeat_num', '重复', { width: 72, unit: '次' }),
      timeColumn('cleared_at', '消除时间', { isSortable: false, isHiddenByDefault: true }),
      timeColumn('updated_at', '更新时间', { isHiddenByDefault: true }),
      textColumn('device_key', '设备', { isHiddenByDefault: true }),
      textColumn('full_area', '区域', { isHiddenByDefault: true }),
    ],
    filters: [
      textFilter('keyword', '关键字', { placeholder: '电梯编号、地址、小区', width: 190 }),
      dateRangeFilter({ from: 'from', to: 'to' }, '报警时间', { readNowMs, width: 230 }),
      multiSelectFilter(
        'kind',
        '报警',
        alarmKinds.map((value) => ({ value, label: alarmKindLabels[value] })),
        { width: 130 },
      ),
      multiSelectFilter(
        'level',
        '级别',
        ([1, 2, 3] as const).map((value) => ({ value, label: alarmPriorityLabels[value] })),
        { width: 100 },
      ),
      multiSelectFilter(
        'status',
        '处理',
        alarmHandlingLabels.map((label, value) => ({ value, label })),
        { width: 110 },
      ),
      ...(searchCommunities === null ? [] : [lookupFilter('community_id', '小区', searchCommunities, { width: 150 })]),
      responsibleFilter,
    ],
    rowActions:
      hide === null
        ? []
        : [hideRecordAction({ noun: '报警记录', nameOf: labelOfAlarm, isOffered: isClosedAlarm, hide })],
    empty: { title: '暂无报警记录', hint: '处理完成或判定误报的报警会出现在这里；选择“处理”可查看其余报警。' },
    exportName: '报警记录',
    exportFile,
    detail: { title: ({ id }) => `报警 ${id}`, render: renderDetail },
  });
}
