import type { VisitDetail, VisitLight, VisitRow } from '../../contract/entities/visit.ts';
import { evidenceLabels, visitFlagLabels } from '../../contract/visits/visitKinds.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';

export const visitNoun = '维保工单';

export const nameOf = ({ tag, kindLabel }: Pick<VisitRow, 'tag' | 'kindLabel'>): string => `${tag} ${kindLabel}`;

export const lightTones = { overdue: 'critical', soon: 'medium', later: 'ok' } as const satisfies Readonly<
  Record<VisitLight, StatusTagProps['tone']>
>;
export const lightLabels: Readonly<Record<VisitLight, string>> = {
  overdue: '已超时',
  soon: '7 日内',
  later: '7 日以上',
};

/** The traffic light in words: how long until the due day, or since. */
export function daysTag({ days_left: days, light, done_on: doneOn }: VisitRow): StatusTagProps {
  if (days === null || light === null)
    return doneOn === null ? { label: '—' } : { label: `${doneOn} 完成`, tone: 'neutral', icon: 'check' };
  const tone = lightTones[light];
  if (days < 0) return { label: `已超时 ${-days} 天`, tone };
  return { label: days === 0 ? '今日到期' : `剩余 ${days} 天`, tone, icon: days === 0 ? 'clock' : 'calendar-clock' };
}

const stageLooks: Readonly<Record<VisitRow['stage'], Pick<StatusTagProps, 'tone' | 'icon'>>> = {
  planned: { tone: 'neutral', icon: 'calendar' },
  due: { tone: 'medium', icon: 'clock' },
  working: { tone: 'info', icon: 'wrench' },
  submitted: { tone: 'medium', icon: 'pencil' },
  signed: { tone: 'ok', icon: 'verified' },
  replanned: { tone: 'neutral', icon: 'replay' },
  imported: { tone: 'neutral', icon: 'database' },
};

/** The stage. A day that has passed is due no more: it is overdue. */
export const stageTag = (row: VisitRow): StatusTagProps => ({
  label: row.stage === 'due' && row.light === 'overdue' ? '待维保' : row.stageLabel,
  ...stageLooks[row.stage],
});

export const evidenceTag = (evidence: NonNullable<VisitRow['evidence']>): StatusTagProps => ({
  label: evidenceLabels[evidence],
  ...(
    {
      supported: { tone: 'ok', icon: 'microchip' },
      doubtful: { tone: 'high', icon: 'exclamation-triangle' },
      none: { tone: 'neutral', icon: 'microchip' },
    } as const
  )[evidence],
});

/** Everything that a record is marked with, in words. */
export const marksOf = (row: Pick<VisitRow, 'flags' | 'rejected_num'>): readonly string[] => [
  ...row.flags.map((flag) => visitFlagLabels[flag]),
  ...(row.rejected_num > 0 ? [`曾被退回 ${row.rejected_num} 次`] : []),
];

const minutesOf = (seconds: number): string => `${Math.round(seconds / 60)} 分钟`;

/** The device's word in a sentence. */
export const deviceWords = ({
  stay_seconds: stay,
  reported_seconds: reported,
  inspection_seconds: inspection,
  door_cycles: doors,
}: NonNullable<VisitDetail['device']>): string =>
  `停留 ${minutesOf(stay)}，其间设备有数据 ${minutesOf(reported)}，检修状态 ${minutesOf(inspection)}，开关门 ${doors} 次`;
