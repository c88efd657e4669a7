import type { VisitRow } from '../../contract/entities/visit.ts';
import { evidenceLabels, visitFlagLabels, type VisitFlag } from '../../contract/visits/visitKinds.ts';
import { labelColumn, listColumn, numberColumn, spokenColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { daysTag, evidenceTag, marksOf, stageTag } from './visitLook.ts';

const none = <span className="ti-none">—</span>;
const share = (num: number, of: number) => (of === 0 ? none : `${num} / ${of}`);

/** The columns about the next work and its workers first; the rest is hidden until chosen. */
export const visitColumns: readonly Column<VisitRow>[] = [
  {
    ...numberColumn('days_left', '剩余 / 超时', { width: 156 }),
    align: 'left',
    csvHeader: '剩余天数（负数为已超时）',
    cell: (row) => (row.light === null && row.done_on === null ? none : <StatusTag {...daysTag(row)} />),
  },
  spokenColumn('tag', '电梯', { width: 92, isSortable: true }),
  { ...textColumn('stageLabel', '状态', { width: 108 }), cell: (row) => <StatusTag {...stageTag(row)} /> },
  spokenColumn('rescue_code', '救援码', { width: 76 }),
  textColumn('community_name', '小区', { width: 110 }),
  textColumn('addr', '地址', { width: 130 }),
  textColumn('kindLabel', '类型', { width: 84 }),
  textColumn('due_on', '到期日', { width: 104, isSortable: true }),
  textColumn('maintenance_name', '维保单位', { width: 130 }),
  textColumn('worker_names', '维保人员', { width: 112 }),
  {
    ...numberColumn('checked_in_num', '签到', { width: 62 }),
    cell: (row) => share(row.checked_in_num, row.workers_needed),
  },
  {
    ...numberColumn('signed_num', '签名', { width: 62 }),
    cell: (row) => (row.is_paper ? '纸质' : share(row.signed_num, row.workers_needed)),
  },
  {
    ...labelColumn('evidence', '设备佐证', evidenceLabels, { width: 130 }),
    cell: (row) => (row.evidence === null ? none : <StatusTag {...evidenceTag(row.evidence)} />),
  },
  {
    ...listColumn('flags', '标记', (flag: VisitFlag) => visitFlagLabels[flag], { width: 130, words: visitFlagLabels }),
    cell: (row) => {
      const marks = marksOf(row).join('、');
      return marks === '' ? none : <span title={marks}>{marks}</span>;
    },
  },
  textColumn('planned_on', '计划日期', { width: 104, isSortable: true, isHiddenByDefault: true }),
  textColumn('done_on', '完成日期', { width: 104, isSortable: true, isHiddenByDefault: true }),
  numberColumn('item_num', '项目', { width: 64, isHiddenByDefault: true }),
  numberColumn('abnormal_num', '异常', { width: 64, isHiddenByDefault: true }),
  timeColumn('checked_in_at', '签到时间', { isHiddenByDefault: true, isSortable: false }),
  timeColumn('checked_out_at', '离场时间', { isHiddenByDefault: true, isSortable: false }),
  timeColumn('submitted_at', '提交时间', { isHiddenByDefault: true }),
  textColumn('signed_by', '会签人', { width: 90, isHiddenByDefault: true }),
  textColumn('full_area', '区域', { isHiddenByDefault: true }),
  textColumn('property_name', '物业单位', { isHiddenByDefault: true }),
  numberColumn('id', '单号', { width: 80, isHiddenByDefault: true }),
];
