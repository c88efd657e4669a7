import type { NotificationRow } from '../../contract/entities/notification.ts';

/** Returns the state of a call to somebody, in the words of a telephone where it is one. */
function stateWords({ channel, state, state_label: label }: NotificationRow): string {
  if (state === 'acknowledged') return channel === 'voice' ? '已按键' : '已确认';
  if (channel !== 'voice') return label;
  if (state === 'attempted' || state === 'accepted' || state === 'delivered') return '响铃中';
  return state === 'answered' ? '已接听，未按键' : label;
}

/** Returns the outcome of a notice, with the reason where it did not reach the person: 已放弃：无人接听. */
export function noticeOutcome(notice: NotificationRow): string {
  const isSettled = notice.problem === '' || notice.state === 'acknowledged';
  return `${stateWords(notice)}${isSettled ? '' : `：${notice.problem}`}`;
}
