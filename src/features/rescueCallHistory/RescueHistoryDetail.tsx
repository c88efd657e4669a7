import { useState } from 'react';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { causeDetailText, type RescueOrderRow, type TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { handedToLabels } from '../../contract/labels.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { RescueTimeline } from '../../parts/rescue/RescueTimeline.tsx';
import { claimerName } from '../../parts/rescue/rescuePresentation.ts';
import { of } from 'rxjs';
import { ready, type LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { WhyRangButton, type WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { CorrectedTag } from './CorrectedTag.tsx';
import { CorrectionDialog, type CorrectionDialogProps } from './CorrectionDialog.tsx';
import { stageTag } from './rescueCallHistory.screen.tsx';
import './RescueHistoryDetail.css';

export interface RescueHistoryDetailProps {
  row: LoadState<RescueOrderRow>;
  timeline: LoadState<readonly TimelineEntry[]>;
  /** The notices to the people whom the ladder has called; none by default. */
  notices?: LoadState<readonly NotificationRow[]>;
  onPrint: () => void;
  /** Opens the lift's minutes around the call. */
  onRecording?: () => void;
  onWhy?: WhyLoad;
  /** Rejects with a CallError. Without it nothing is corrected here. */
  onCorrect?: CorrectionDialogProps['onCorrect'];
  /** Read when a correction is opened. */
  causes$?: CorrectionDialogProps['causes$'];
}

const seconds = (value: number | null): string | null => (value === null ? null : describeDuration(value * 1_000));
const people = (value: number | null): string | null => (value === null ? null : `${value} 人`);
const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? '是' : '否');

/** Returns the facts of one rescue's record, as label and text; used on screen and on paper alike. */
export function rescueFacts(row: RescueOrderRow): readonly { label: string; value: string | null }[] {
  return [
    { label: '呼叫时间', value: toDisplayTime(row.created_at) },
    { label: '触发', value: row.trigger_label },
    { label: '电梯', value: row.tag },
    { label: '救援码', value: row.rescue_code },
    { label: '地址', value: row.addr },
    { label: '小区', value: row.community_name },
    { label: '区域', value: row.full_area },
    { label: '品牌', value: row.brand_name },
    { label: '物业单位', value: row.property_name },
    { label: '维保单位', value: row.maintenance_name },
    { label: '报警人', value: row.caller_name },
    { label: '回拨电话', value: row.caller_phone },
    { label: '并入呼叫', value: `${row.joined_num} 次` },
    { label: '受理人', value: row.accepted_by === null ? null : claimerName(row) },
    { label: '受理用时', value: seconds(row.answer_seconds) },
    { label: '到场用时', value: seconds(row.arrive_seconds) },
    {
      label: '到场登记',
      value: row.arrival_recorded_at === null ? null : `${toDisplayTime(row.arrival_recorded_at)} 补登`,
    },
    { label: '时限', value: row.overdue ? '曾超时' : '按时' },
    { label: '被困人数', value: people(row.people_num) },
    { label: '确有被困', value: yesNo(row.was_trapped) },
    { label: '受伤人数', value: people(row.injured_num) },
    { label: '老幼病残孕', value: people(row.vulnerable_num) },
    { label: '原因', value: row.cause_label },
    { label: '具体原因', value: causeDetailText(row) },
    { label: '脱困方式', value: row.was_trapped === true ? row.release_way_label || '未登记' : row.release_way_label },
    { label: '移交', value: row.handed_to === null ? null : handedToLabels[row.handed_to] },
    { label: '已回访', value: yesNo(row.called_back) },
    { label: '备注', value: row.note },
    {
      label: '更正',
      value: row.corrected_num === 0 ? null : `已更正 ${row.corrected_num} 次，以上为更正后的内容，原内容见时间线`,
    },
  ];
}

const noCauses$ = of(ready([]));
const noNotices = ready([]);
const wide = new Set([
  '呼叫时间',
  '触发',
  '地址',
  '区域',
  '物业单位',
  '维保单位',
  '备注',
  '原因',
  '具体原因',
  '更正',
  '到场登记',
]);

/** One rescue beside the list: its facts, and who did what when. */
export function RescueHistoryDetail({
  row,
  timeline,
  notices = noNotices,
  onPrint,
  onRecording,
  onWhy,
  onCorrect,
  causes$ = noCauses$,
}: RescueHistoryDetailProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  switch (row.kind) {
    case 'loading':
      return <p className="rh-quiet">正在读取救援单…</p>;
    case 'failed':
      return <FailedRecord failed={row} noun="救援单" />;
    case 'ready': {
      const items = rescueFacts(row.value)
        .filter(({ value }) => value !== null && value !== '')
        .map((fact): Description => ({ ...fact, isWide: wide.has(fact.label) }));
      return (
        <div className="rh-detail">
          <div className="rh-detail__head">
            <StatusTag {...stageTag(row.value)} />
            {row.value.overdue && <StatusTag label="曾超时" tone="medium" icon="stopwatch" />}
            {row.value.corrected_num > 0 && <CorrectedTag />}
            {onRecording !== undefined && (
              <Button size="small" icon="history" onClick={onRecording}>
                事发前 5 分钟
              </Button>
            )}
            {onWhy !== undefined && <WhyRangButton subject={`救援单 ${row.value.id}`} load={onWhy} />}
            <Button size="small" icon="print" onClick={onPrint}>
              打印记录
            </Button>
            {onCorrect !== undefined && row.value.allowed_actions.includes('rescue.corrected') && (
              <Button size="small" icon="pencil" onClick={() => setCorrecting(true)}>
                更正
              </Button>
            )}
          </div>
          {isCorrecting && onCorrect !== undefined && (
            <CorrectionDialog
              row={row.value}
              causes$={causes$}
              onClose={() => setCorrecting(false)}
              onCorrect={onCorrect}
            />
          )}
          <DescriptionList items={items} columns={2} />
          <h3>时间线</h3>
          {notices.kind === 'failed' && <p className="rh-quiet">通知明细未列出：{notices.message}</p>}
          <RescueTimeline timeline={timeline} asked={notices.kind === 'ready' ? notices.value : []} />
        </div>
      );
    }
  }
}
