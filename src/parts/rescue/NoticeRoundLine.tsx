import type { NotificationRow } from '../../contract/entities/notification.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { noticeOutcome } from './noticeOutcome.ts';
import { roundSummary, toldPeople, type NoticeRound } from './noticeRounds.ts';
import './RescueTimeline.css';

function Notice({ notice }: { notice: NotificationRow }) {
  return (
    <li data-state={notice.state}>
      <b>
        {notice.recipient} <span className="rescue-round__number">{notice.masked_address}</span>
      </b>
      <span>
        {notice.channel_label} · {noticeOutcome(notice)}
        {notice.is_demo && <i>演示</i>}
      </span>
    </li>
  );
}

const isTold = ({ state }: NotificationRow): boolean => state === 'acknowledged' || state === 'answered';

/** One round of notices on one line. The people who were not reached, and those who answered, stand below it without being unfolded. */
export function NoticeRoundLine({ round: { title, at, notices } }: { round: NoticeRound }) {
  const people = toldPeople(notices);
  const open = people.flatMap((person) =>
    person.outcome === 'notReached' ? person.notices : person.notices.filter(isTold),
  );
  const folded = notices.filter((notice) => !open.includes(notice));
  const summary = `${title} ${toDisplayTime(at).slice(11)}：${roundSummary(people)}`;
  return (
    <div className="rescue-round">
      {folded.length === 0 ? (
        <p className="rescue-round__line">{summary}</p>
      ) : (
        <details>
          <summary className="rescue-round__line">
            <Icon name="angle-right" />
            {summary}
          </summary>
          <ul aria-label={`${title}的其他通知`}>
            {folded.map((notice) => (
              <Notice key={notice.id} notice={notice} />
            ))}
          </ul>
        </details>
      )}
      {open.length > 0 && (
        <ul aria-label={`${title}的应答与未达`}>
          {open.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </div>
  );
}
