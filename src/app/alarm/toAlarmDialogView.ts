import type { AlarmDialogView } from '../../features/alarmDialog/index.ts';
import type { AlarmDialogSnapshot } from '../../machines/alarmDialogMachine.ts';

/** Returns the view of the dialog by its machine; null while it is closed. */
export function toAlarmDialogView(snapshot: AlarmDialogSnapshot): AlarmDialogView | null {
  const { current: call, message, winnerName, winnerVia } = snapshot.context;
  if (call === null || snapshot.matches('closed')) return null;
  if (snapshot.matches('answering')) return { kind: 'answering', call };
  if (snapshot.matches('navigating')) return { kind: 'navigating', call };
  if (snapshot.matches('claimedByOther'))
    return {
      kind: 'claimed',
      call,
      message: `${winnerName ?? '其他调度员'} 已${winnerVia === 'phone' ? '通过电话' : ''}受理这起呼叫`,
    };
  return { kind: 'ringing', call, failure: message };
}
