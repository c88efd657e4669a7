import { useSelector } from '@xstate/react';
import { md5 } from 'js-md5';
import { LoginPage, type LoginStatus } from '../../features/login/index.ts';
import type { SessionSnapshot } from '../../machines/sessionMachine.ts';
import type { Services } from '../services.ts';

/** How signing in stands, for the login page. */
export function toLoginStatus(snapshot: SessionSnapshot): LoginStatus {
  if (snapshot.matches('authenticating')) return { state: 'authenticating' };
  if (snapshot.matches('entering')) return { state: 'entering' };
  return { state: 'waiting', refusal: snapshot.context.message };
}

interface LoginScreenProps {
  services: Services;
  onSubmitted: () => void;
}

/** The login page with the real session behind it; the password leaves it only as its MD5. */
export function LoginScreen({ services: { session, sound }, onSubmitted }: LoginScreenProps) {
  const snapshot = useSelector(session.actor, (state) => state);
  return (
    <LoginPage
      status={toLoginStatus(snapshot)}
      account={session.endedAccount()}
      onGesture={() => void sound.arm()}
      onSubmit={({ account, password }) => {
        session.actor.send({ type: 'user.submitted', credentials: { account, password: md5(password) } });
        onSubmitted();
      }}
    />
  );
}
