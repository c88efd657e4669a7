import { useSelector } from '@xstate/react';
import { md5 } from 'js-md5';
import { LoginPage, type LoginStatus } from '../../features/login/index.ts';
import type { SessionSnapshot } from '../../machines/sessionMachine.ts';
import type { EntrancePageProps } from '../outsidePageProps.ts';

/** Returns the status of signing in, for the login page. */
export function toLoginStatus(snapshot: SessionSnapshot): LoginStatus {
  if (snapshot.matches('authenticating')) return { state: 'authenticating' };
  if (snapshot.matches('entering')) return { state: 'entering' };
  return { state: 'waiting', refusal: snapshot.context.message };
}

/** The login page with the real session behind it; the password leaves it only as its MD5. */
export function LoginScreen({ services: { session, sound }, fetchStart }: EntrancePageProps) {
  const snapshot = useSelector(session.actor, (state) => state);
  return (
    <LoginPage
      status={toLoginStatus(snapshot)}
      account={session.endedAccount()}
      onGesture={() => void sound.arm()}
      onSubmit={({ account, password }) => {
        session.actor.send({ type: 'user.submitted', credentials: { account, password: md5(password) } });
        // The layout and its first page come while the password is checked.
        fetchStart();
      }}
    />
  );
}
