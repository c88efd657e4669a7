import { Link } from 'react-router-dom';
import type { Observable } from 'rxjs';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { exceptionTypeLabels } from '../../contract/labels.ts';
import { stopsCarText } from '../../contract/stopsCar.ts';
import { levelTag, stageTag } from '../../parts/exception/exceptionTags.ts';
import { labelColumn, numberColumn, spokenColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { ExceptionClockView } from './ExceptionClockView.tsx';
import type { ExceptionKind } from './exceptionKind.ts';
import { rescuePathOf } from './exceptionLook.ts';

/** A history shows how long it took, an open list the time left. */
const clockTitles = { pending: '时限', history: '用时', all: '时限 / 用时' } as const;
const yesNo = { true: '是', false: '否' } as const;

const onlyFor = (isShown: boolean, column: Column<ExceptionRow>): readonly Column<ExceptionRow>[] =>
  isShown ? [column] : [];

/** The columns of a list of exceptions: what people need first is shown, the rest is hidden until chosen. */
export function exceptionColumns(
  { types, scope }: Pick<ExceptionKind, 'types' | 'scope'>,
  now$: Observable<number>,
): readonly Column<ExceptionRow>[] {
  const shows = (type: ExceptionRow['type']): boolean => types.includes(type);
  const isPending = scope === 'pending';
  const isMixed = types.length > 1;
  return [
    {
      ...spokenColumn('id', '单号', { width: 76 }),
      cell: (row) => <Spoken>{row.type === 1 ? <Link to={rescuePathOf(row)}>{row.id}</Link> : row.id}</Spoken>,
    },
    ...onlyFor(isMixed, labelColumn('type', '类型', exceptionTypeLabels, { width: 80 })),
    { ...textColumn('levelName', '级别', { width: 84 }), cell: (row) => <StatusTag {...levelTag(row)} /> },
    {
      ...textColumn('title', '事项', { width: 128 }),
      cell: (row) => (
        <span className="exc-title" title={row.title}>
          {row.title}
          {row.repeat_num > 0 && <span className="exc-times"> ×{row.repeat_num + 1}</span>}
        </span>
      ),
    },
    // Before the clock: beside an open panel the list keeps its first columns.
    spokenColumn('tag', '电梯', { width: 90, isSortable: true }),
    textColumn('community_name', '小区', { width: 100, isSortable: true }),
    { ...textColumn('stage_label', '状态', { width: 150 }), cell: (row) => <StatusTag {...stageTag(row)} /> },
    {
      ...timeColumn(scope === 'history' ? 'finished_at' : 'due_at', clockTitles[scope], {
        width: isPending ? 116 : 142,
        isSortable: false,
      }),
      csvHeader: scope === 'history' ? '结束时间' : '时限',
      cell: (row) => <ExceptionClockView row={row} now$={now$} />,
    },
    spokenColumn('addr', '地址', { width: 130 }),
    timeColumn('created_at', '发生时间', { width: 152 }),
    ...onlyFor(
      shows(2) && isPending,
      labelColumn('door_held', '梯门', { true: '保持中', false: '未保持' }, { width: 84, isHiddenByDefault: isMixed }),
    ),
    ...onlyFor(shows(4), {
      ...numberColumn('swept_num', '已确认', { width: 84, isHiddenByDefault: isMixed }),
      cell: (row: ExceptionRow) => (row.child_num === 0 ? '—' : `${row.swept_num} / ${row.child_num}`),
    }),
    ...onlyFor(
      shows(3),
      textColumn('cause_label', '故障原因', { width: 150, isHiddenByDefault: isPending || isMixed }),
    ),
    ...onlyFor(shows(3), {
      id: 'stops_car',
      header: '是否停梯',
      width: 90,
      isHiddenByDefault: true,
      cell: (row: ExceptionRow) => (row.type === 3 ? stopsCarText(row.stops_car) : <span className="ti-none">—</span>),
      csv: (row: ExceptionRow) => (row.type === 3 ? stopsCarText(row.stops_car) : null),
    }),
    ...onlyFor(shows(3), {
      id: 'stop_seconds',
      header: '停梯时长',
      width: 100,
      align: 'right',
      isHiddenByDefault: true,
      cell: ({ stop_seconds: seconds }: ExceptionRow) =>
        seconds === null ? <span className="ti-none">—</span> : describeDuration(seconds * 1_000),
      csv: (row: ExceptionRow) => row.stop_seconds,
      csvHeader: '停梯时长（秒）',
    }),
    {
      ...textColumn('source_label', '来源', { width: 90, isHiddenByDefault: isMixed }),
    },
    {
      id: 'accepted_by',
      header: '处理人',
      width: 90,
      isHiddenByDefault: true,
      cell: (row) => row.accepted_by?.name ?? <span className="ti-none">—</span>,
      csv: (row) => row.accepted_by?.name ?? null,
    },
    labelColumn('overdue', '曾超时', yesNo, { width: 78, isHiddenByDefault: isPending }),
    labelColumn('is_false', '误报', yesNo, { width: 70, isHiddenByDefault: true }),
    numberColumn('comment_num', '评论', { width: 64, isHiddenByDefault: true }),
    textColumn('full_area', '区域', { isHiddenByDefault: true }),
    textColumn('property_name', '物业单位', { isHiddenByDefault: true }),
    textColumn('maintenance_name', '维保单位', { isHiddenByDefault: true }),
    textColumn('detail', '情况说明', { isHiddenByDefault: true }),
  ];
}
