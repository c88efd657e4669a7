import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { noticeOutcome } from '../../parts/rescue/noticeOutcome.ts';
import { noticeRounds, roundSummary, toldPeople } from '../../parts/rescue/noticeRounds.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';

interface NoticeRecordProps {
  notices: LoadState<readonly NotificationRow[]>;
  timeline: readonly TimelineEntry[];
}

/** On paper: whom each round has notified, one line for each notice, nothing folded. */
export function NoticeRecord({ notices, timeline }: NoticeRecordProps) {
  if (notices.kind === 'failed') return <p className="rh-record__unread">通知明细未列出：{notices.message}。</p>;
  if (notices.kind === 'loading') return null;
  const rounds = noticeRounds(notices.value, timeline);
  if (rounds.length === 0) return <p className="rh-record__unread">本次呼叫没有发出通知。</p>;
  return (
    <table className="rh-record__notices" aria-label="通知明细">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">人员</th>
          <th scope="col">号码</th>
          <th scope="col">方式</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
      {rounds.map(({ title, at, notices: ofRound }) => (
        <tbody key={`${at} ${title}`}>
          <tr>
            <th colSpan={5} scope="rowgroup">
              {title}：{roundSummary(toldPeople(ofRound))}
            </th>
          </tr>
          {ofRound.map((notice) => (
            <tr key={notice.id}>
              <td>{toDisplayTime(notice.created_at)}</td>
              <td>{notice.recipient}</td>
              <td>{notice.masked_address === '' ? '—' : notice.masked_address}</td>
              <td>{notice.channel_label}</td>
              <td>
                {noticeOutcome(notice)}
                {notice.is_demo && '（演示）'}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
