import { useState } from 'react';
import { catchError, defer, map, of, startWith, Subject, switchMap, type Observable } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { joinAccept, joinLook } from '../../contract/endpoints/user.ts';
import { JoinPage, type JoinState } from '../../features/join/index.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { loginPath } from '../paths.ts';
import type { PublicPageProps } from '../outsidePageProps.ts';

const loading: JoinState = { kind: 'loading' };
/** The server's answers about a code that no longer works, or never did; anything else may pass. */
const deadCodes: readonly number[] = [refusalCodes.badCredentials, refusalCodes.invalid];
const refused = (error: unknown): JoinState => {
  if (!(error instanceof CallError)) return { kind: 'failed', message: '未能打开，请检查网络后重试' };
  return { kind: deadCodes.includes(error.code) ? 'refused' : 'failed', message: error.message };
};

/** `/join/<code>`: whose code it is, and the password that is set with it. Nobody is signed in here. */
export function JoinScreen({ services: { call, navigate }, rest: code }: PublicPageProps) {
  const [retried$] = useState(() => new Subject<void>());
  const [looked$] = useState<Observable<JoinState>>(() =>
    retried$.pipe(
      startWith(undefined),
      switchMap(() =>
        defer(() => call(joinLook, { code }, { quiet: true })).pipe(
          map(({ account, name }): JoinState => ({ kind: 'open', account, name })),
          catchError((error: unknown) => of(refused(error))),
          startWith(loading),
        ),
      ),
    ),
  );
  const looked = useObservable(looked$, loading);
  const [done, setDone] = useState<JoinState | null>(null);
  return (
    <JoinPage
      state={done ?? looked}
      onSubmit={async (password) => {
        const { account } = await call(joinAccept, { code, new_password: password }, { quiet: true });
        setDone({ kind: 'done', account });
      }}
      onRetry={() => retried$.next()}
      onLogin={() => navigate(loginPath, { replace: true })}
    />
  );
}
