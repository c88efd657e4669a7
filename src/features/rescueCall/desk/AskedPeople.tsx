import type { NotificationRow } from '../../../contract/entities/notification.ts';
import { Unbroken } from '../../../ui/Unbroken/Unbroken.tsx';

/** How far a call to somebody is, in the words of a telephone where it is one. */
export function askedWords({ channel, state, state_label: label }: NotificationRow): string {
  if (state === 'acknowledged') return channel === 'voice' ? '已按键' : '已确认';
  if (channel !== 'voice') return label;
  if (state === 'attempted' || state === 'accepted' || state === 'delivered') return '响铃中';
  return state === 'answered' ? '已接听，未按键' : label;
}

/** Whom the ladder has called so far and how far each call is, the newest round last. */
export function AskedPeople({ asked }: { asked: readonly NotificationRow[] }) {
  if (asked.length === 0) return null;
  return (
    <ul className="rc-asked" aria-label="已通知的人员">
      {asked.map((row) => (
        <li key={row.id} data-state={row.state}>
          <span>第 {row.rung ?? 0} 轮</span>
          <b>
            {row.recipient} <Unbroken>{row.masked_address}</Unbroken>
          </b>
          <span>
            {row.channel_label} · {askedWords(row)}
            {row.problem === '' || row.state === 'acknowledged' ? '' : `：${row.problem}`}
            {row.is_demo && <i>演示</i>}
          </span>
        </li>
      ))}
    </ul>
  );
}
