import type { InputOf } from '../../contract/endpoint.ts';
import type { rescueList } from '../../contract/endpoints/rescue.ts';
import { causeDetailText, type RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import {
  releaseWayOptions,
  rescueCauseLabels,
  rescueCauses,
  rescueStatusLabels,
  rescueTriggerLabels,
  rescueTriggers,
} from '../../contract/labels.ts';
import { hideRecordAction } from '../../parts/record/hideRecordAction.ts';
import { responsibleFilter } from '../../parts/record/responsibleFilter.tsx';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { numberColumn, spokenColumn, statusColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { dateRangeFilter, multiSelectFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Column, DetailContext, LoadList } from '../../ui/list/listTypes.ts';
import { StatusTag, type StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { CorrectedTag } from './CorrectedTag.tsx';
import type { ReactNode } from 'react';

export type HistoryQuery = InputOf<typeof rescueList>;

export interface HistoryScreenDeps {
  readonly load: LoadList<RescueOrderRow, HistoryQuery>;
  /** Hides a closed order, with the reason; rejects with the server's message. */
  readonly hide: (row: RescueOrderRow, reason: string) => Promise<void>;
  readonly print: (id: number) => void;
  readonly renderDetail: (context: DetailContext<RescueOrderRow>) => ReactNode;
  readonly readNowMs?: () => number;
}

export const objectNameOf = (row: Pick<RescueOrderRow, 'id' | 'addr' | 'tag' | 'community_name'>): string =>
  `救援单 ${row.id}（${placeOf(row)}，${row.tag}）`;

/** Returns the tag of an order's end, or of its stage. */
export function stageTag({ stage, stage_label: label }: Pick<RescueOrderRow, 'stage' | 'stage_label'>): StatusTagProps {
  if (stage === 'completed') return { label, tone: 'neutral', icon: 'check' };
  if (stage === 'falseCall') return { label, tone: 'neutral', icon: 'ban' };
  return { label, tone: stage === 'pending' ? 'critical' : 'info' };
}

/** Seconds on the wire, words on the screen; whole seconds in the export, so that it can be computed with. */
function durationColumn(field: 'answer_seconds' | 'arrive_seconds', header: string): Column<RescueOrderRow> {
  return {
    id: field,
    header,
    width: 88,
    align: 'right',
    cell: (row) => (row[field] === null ? <span className="ti-none">—</span> : describeDuration(row[field] * 1_000)),
    csv: (row) => row[field],
    csvHeader: `${header}（秒）`,
  };
}

/** The closed rescues: the first screen made of the declarative list. */
export function rescueHistoryScreen({ load, hide, print, renderDetail, readNowMs = Date.now }: HistoryScreenDeps) {
  return defineListScreen({
    name: 'RescueCallHistory',
    title: '救援历史记录',
    load,
    rowId: (row) => row.id,
    columns: [
      spokenColumn('id', '单号', { width: 76 }),
      timeColumn('created_at', '呼叫时间', { width: 152 }),
      spokenColumn('tag', '电梯', { width: 90, isSortable: true }),
      textColumn('community_name', '小区', { width: 100, isSortable: true }),
      textColumn('addr', '地址', { width: 128 }),
      textColumn('trigger_label', '触发', { width: 108, isHiddenByDefault: true }),
      {
        id: 'stage',
        header: '结果',
        width: 100,
        // Only a completed order is ever corrected: a false call becomes one.
        cell: (row) => (row.corrected_num > 0 ? <CorrectedTag /> : <StatusTag {...stageTag(row)} />),
        csv: (row) => (row.corrected_num === 0 ? row.stage_label : `${row.stage_label}（已更正）`),
      },
      statusColumn(
        'overdue',
        '时限',
        (isOverdue: boolean) =>
          isOverdue ? { label: '曾超时', tone: 'medium', icon: 'stopwatch' } : { label: '按时', tone: 'neutral' },
        { width: 100 },
      ),
      durationColumn('answer_seconds', '受理用时'),
      durationColumn('arrive_seconds', '到场用时'),
      numberColumn('people_num', '被困人数', { width: 78 }),
      textColumn('cause_label', '原因', { width: 150, isHiddenByDefault: true }),
      {
        ...textColumn('cause_detail_label', '具体原因', { width: 150, isHiddenByDefault: true }),
        cell: (row) => causeDetailText(row) || <span className="ti-none">—</span>,
        csv: causeDetailText,
      },
      textColumn('release_way_label', '脱困方式', { width: 130, isHiddenByDefault: true }),
      {
        id: 'accepted_by',
        header: '受理人',
        width: 90,
        isHiddenByDefault: true,
        cell: (row) => row.accepted_by?.name ?? <span className="ti-none">—</span>,
        csv: (row) => row.accepted_by?.name ?? null,
      },
      timeColumn('completed_at', '结束时间', { isHiddenByDefault: true }),
      textColumn('full_area', '区域', { isHiddenByDefault: true }),
      textColumn('property_name', '物业单位', { isHiddenByDefault: true }),
      textColumn('maintenance_name', '维保单位', { isHiddenByDefault: true }),
      numberColumn('injured_num', '受伤人数', { width: 84, isHiddenByDefault: true }),
      textColumn('note', '备注', { isHiddenByDefault: true }),
    ],
    filters: [
      textFilter('keyword', '关键字', { placeholder: '标签、地址、小区、救援码', width: 200 }),
      dateRangeFilter({ from: 'from', to: 'to' }, '呼叫时间', { readNowMs, width: 230 }),
      multiSelectFilter(
        'status',
        '状态',
        rescueStatusLabels.map((label, value) => ({ value, label })),
        { width: 108 },
      ),
      multiSelectFilter(
        'trigger',
        '触发',
        rescueTriggers.map((value) => ({ value, label: rescueTriggerLabels[value] })),
        { width: 116 },
      ),
      multiSelectFilter(
        'cause',
        '原因',
        rescueCauses.map((value) => ({ value, label: rescueCauseLabels[value] })),
        { width: 116 },
      ),
      textFilter('cause_detail', '具体原因编码', { placeholder: '具体原因编码', width: 126 }),
      multiSelectFilter(
        'release_way',
        '脱困方式',
        [...releaseWayOptions, { value: 'unknown' as const, label: '未登记' }],
        { width: 124 },
      ),
      multiSelectFilter(
        'was_trapped',
        '被困',
        [
          { value: 'yes', label: '确有被困' },
          { value: 'no', label: '无人被困' },
          { value: 'unknown', label: '未确认' },
        ],
        { width: 112 },
      ),
      selectFilter(
        'false_call',
        '结果',
        [
          { value: true, label: '误报' },
          { value: false, label: '误报以外' },
        ],
        { width: 108 },
      ),
      textFilter('accepted_by', '受理人', { placeholder: '受理人姓名', width: 132 }),
      selectFilter(
        'overdue',
        '时限',
        [
          { value: true, label: '曾超时' },
          { value: false, label: '按时' },
        ],
        { width: 104 },
      ),
      responsibleFilter,
    ],
    rowActions: [
      { id: 'print', label: '打印', icon: 'print', run: (row) => print(row.id) },
      hideRecordAction({
        noun: '救援单',
        nameOf: objectNameOf,
        isOffered: (row) => row.allowed_actions.includes('rescue.hidden'),
        hide,
      }),
    ],
    empty: { title: '暂无救援记录', hint: '救援完成或判定误报后会出现在这里。' },
    exportName: '救援历史记录',
    detail: {
      title: ({ id }) => `救援单 ${id}`,
      render: renderDetail,
    },
  });
}
