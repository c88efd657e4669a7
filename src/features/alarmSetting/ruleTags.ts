import type { RuleRow } from '../../contract/rules/alarmRuleRow.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';

/** A rule's state; one that the server paused needs attention. */
export function stateTag({ state, state_label: label, cut_off: cutOff }: RuleRow): StatusTagProps {
  if (cutOff !== undefined) return { label: '已自动暂停', tone: 'high' };
  if (state === 'active') return { label, tone: 'ok' };
  if (state === 'draft') return { label, tone: 'info', icon: 'file-edit' };
  return { label, tone: 'neutral', icon: state === 'paused' ? 'pause' : 'ban' };
}
