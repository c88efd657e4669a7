import type { NotificationRow } from '../../contract/entities/notification.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { roundSummary, toldPeople, type NoticeRound } from './noticeRounds.ts';
import './RescueTimeline.css';

/** How far a call to somebody is, in the words of a telephone where it is one. */
function askedWords({ channel, state, state_label: label }: NotificationRow): string {
  if (state === 'acknowledged') return channel === 'voice' ? '已按键' : '已确认';
  if (channel !== 'voice') return label;
  if (state === 'attempted' || state === 'accepted' || state === 'delivered') return '响铃中';
  return state === 'answered' ? '已接听，未按键' : label;
}

function Notice({ notice }: { notice: NotificationRow }) {
  return (
    <li data-state={notice.state}>
      <b>
        {notice.recipient} <span className="rescue-round__number">{notice.masked_address}</span>
      </b>
      <span>
        {notice.channel_label} · {askedWords(notice)}
        {notice.problem === '' || notice.state === 'acknowledged' ? '' : `：${notice.problem}`}
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
