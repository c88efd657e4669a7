import { Link } from 'react-router-dom';
import type { FiringRow } from '../../contract/rules/alarmRuleRow.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { formatDateTime } from '../../ui/time/formatTime.ts';
import { alarmPath, exceptionPath, liftPath, replayPath } from './rulePaths.ts';
import type { RuleDetail } from './ruleSources.ts';

const timeOf = (at: string): string => formatDateTime(Date.parse(at));

function Firing({ firing, isFirst }: { firing: FiringRow; isFirst: boolean }) {
  const { at, tag, reason, events, gathered, late } = firing;
  return (
    <li className="rule-firing">
      <p className="rule-firing__head">
        <time dateTime={at}>{timeOf(at)}</time>
        <Link to={liftPath(firing.elevator_id)}>{tag}</Link>
        <span className="rule-quiet">{firing.community_name}</span>
        {isFirst && <StatusTag label="第一次触发" tone="info" icon="star" />}
        {firing.kind === 'recovered' && <StatusTag label="已恢复" tone="ok" />}
        {late && <StatusTag label="补报" tone="neutral" icon="clock" />}
        <span className="rule-quiet">版本 {firing.version}</span>
      </p>
      <p>
        {reason}
        {gathered > 0 && `（另有 ${gathered} 次并入）`}
      </p>
      {events.length > 0 && (
        <details>
          <summary>依据的 {events.length} 个事件</summary>
          <ul>
            {events.map((event) => (
              <li key={event.position}>
                {timeOf(event.at)} {event.words}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="rule-firing__links">
        {firing.alarm_id !== null && <Link to={alarmPath(firing.alarm_id)}>报警 {firing.alarm_id}</Link>}
        {firing.exception_id !== null && (
          <Link to={exceptionPath(firing.exception_id)}>异常 {firing.exception_id}</Link>
        )}
        <Link to={replayPath(at)} target="_blank">
          回放
        </Link>
      </p>
    </li>
  );
}

/** A rule's firings and their reasons, newest first; the very first one is marked, and shown however old it is. */
export function RuleFirings({ detail: { firings, firingsNum, firstFiring } }: { detail: RuleDetail }) {
  if (firings.length === 0) return <p className="rule-quiet">还没有触发过。</p>;
  const isFirstShown = firings.some(({ id }) => id === firstFiring?.id);
  return (
    <ol className="rule-firings" aria-label="触发记录">
      {firings.map((firing) => (
        <Firing key={firing.id} firing={firing} isFirst={firing.id === firstFiring?.id} />
      ))}
      {!isFirstShown && firstFiring !== null && (
        <>
          <li className="rule-quiet">中间还有 {firingsNum - firings.length - 1} 次</li>
          <Firing firing={firstFiring} isFirst />
        </>
      )}
    </ol>
  );
}
