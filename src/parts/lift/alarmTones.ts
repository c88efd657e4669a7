import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { AlarmSuppression } from '../../contract/labels.ts';
import type { StatusTagProps, Tone } from '../../ui/StatusTag/StatusTag.tsx';

const tones: readonly Tone[] = ['critical', 'high', 'medium'];

/** The tone of a priority: 1 is the worst. */
export const toneOfLevel = (level: number): Tone => tones[level - 1] ?? 'medium';

export const isClosedAlarm = ({ status }: Pick<AlarmRecordRow, 'status'>): boolean => status === 1 || status === 2;

/** Its kind, in the tone of its priority while it is open. */
export const kindTag = (alarm: Pick<AlarmRecordRow, 'kind_label' | 'level' | 'status'>): StatusTagProps => ({
  label: alarm.kind_label,
  tone: isClosedAlarm(alarm) ? 'neutral' : toneOfLevel(alarm.level),
});

/** Returns the tag for the state of handling. */
export function handlingTag({ status, statusResult }: Pick<AlarmRecordRow, 'status' | 'statusResult'>): StatusTagProps {
  if (status === 1) return { label: statusResult, tone: 'neutral', icon: 'check' };
  if (status === 2) return { label: statusResult, tone: 'neutral', icon: 'ban' };
  return status === 3
    ? { label: statusResult, tone: 'high', icon: 'stopwatch' }
    : { label: statusResult, tone: 'info' };
}

export const suppressionLabels: Readonly<Record<AlarmSuppression, string>> = {
  maintenance: '检修中',
  outage: '计划停梯',
  offline: '采集器离线',
  incident: '停电等事件',
};
