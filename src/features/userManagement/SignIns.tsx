import type { OutputOf } from '../../contract/endpoint.ts';
import type { userSignIns } from '../../contract/endpoints/user.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';

interface SignInsProps {
  state: LoadState<OutputOf<typeof userSignIns>>;
}

const minuteOf = (time: string): string => toDisplayTime(time).slice(0, 16);

/** The places where a user is signed in now, and the newest records of signing in. */
export function SignIns({ state }: SignInsProps) {
  if (state.kind === 'loading') return <p className="user-quiet">正在加载登录情况…</p>;
  if (state.kind === 'failed') return <p className="user-quiet">{state.message}</p>;
  const { sessions, records } = state.value;
  return (
    <>
      <section aria-label="在线会话">
        <h3>在线会话</h3>
        {sessions.length === 0 ? (
          <p className="user-quiet">现在没有登录。</p>
        ) : (
          <ul className="user-lines">
            {sessions.map(({ id, ip, browser, signed_in_at: since, last_seen_at: seen }) => (
              <li key={id}>
                <strong>{browser}</strong>
                <span>{ip}</span>
                <small>{`${minuteOf(since)} 登录，${minuteOf(seen)} 活动`}</small>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="登录记录">
        <h3>登录记录</h3>
        {records.length === 0 ? (
          <p className="user-quiet">从未登录。</p>
        ) : (
          <ul className="user-lines">
            {records.map(({ id, at, action, ip, actor_name: by }) => (
              <li key={id}>
                <strong>{action}</strong>
                <span>{ip}</span>
                <small>{`${minuteOf(at)} ${by}`}</small>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
