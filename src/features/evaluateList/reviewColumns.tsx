import { Link } from 'react-router-dom';
import type { ReviewRow } from '../../contract/entities/review.ts';
import { labelColumn, numberColumn, spokenColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { reviewStageLabels } from '../../contract/reviews.ts';
import { reviewTone, sensitiveTag, starsOf } from './reviewLook.ts';

const SensitiveText = ({ text }: { text: string }) => (
  <span title={text}>
    <StatusTag {...sensitiveTag} /> {text}
  </span>
);

/** When, which lift, what was said, how far it is; `seesLifts` adds a link to the lift. */
export const reviewColumns = (seesLifts: boolean): readonly Column<ReviewRow>[] => [
  timeColumn('created_at', '时间', { width: 160 }),
  seesLifts
    ? {
        ...spokenColumn('tag', '电梯', { width: 110 }),
        cell: ({ tag, elevator_id: id }: ReviewRow) => <Link to={`/elevator-screening?id=${id}`}>{tag}</Link>,
      }
    : spokenColumn('tag', '电梯', { width: 110 }),
  textColumn('community_name', '小区', { width: 130 }),
  textColumn('addr', '位置', { width: 130 }),
  {
    ...numberColumn('score', '评分', { width: 96, isSortable: true }),
    align: 'left' as const,
    cell: ({ score }: ReviewRow) => (
      <span aria-label={score === null ? '未评分' : `${score} 分`}>{starsOf(score)}</span>
    ),
  },
  textColumn('problem_label', '问题', { width: 84 }),
  {
    ...textColumn('text', '内容', { width: 240 }),
    cell: (row: ReviewRow) => (row.is_sensitive ? <SensitiveText text={row.text} /> : row.text),
  },
  {
    ...labelColumn('stage', '状态', reviewStageLabels, { width: 100 }),
    cell: (row: ReviewRow) => <StatusTag label={row.stage_label} tone={reviewTone(row)} />,
  },
  textColumn('fault_stage_label', '故障', { width: 110 }),
  textColumn('answer', '答复', { width: 160 }),
  textColumn('maintenance_name', '维保单位', { width: 150, isHiddenByDefault: true }),
  textColumn('property_name', '物业单位', { width: 150, isHiddenByDefault: true }),
];
