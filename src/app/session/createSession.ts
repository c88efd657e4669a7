import { createActor, fromCallback, type ActorOptions, type ActorRefFrom, type EventObject } from 'xstate';
import { CallError, type Call } from '../../contract/call.ts';
import { login, logout } from '../../contract/endpoints/auth.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import { sessionMachine, type Credentials } from '../../machines/sessionMachine.ts';
import type { EndedSession } from '../api/createCall.ts';
import type { KeptSession, SessionStore } from './sessionStore.ts';

export interface Session {
  readonly actor: ActorRefFrom<typeof sessionMachine>;
  /** The signed-in user; null if there is none. For `useSyncExternalStore`, with `subscribeUser`. */
  readonly user: () => UserInfo | null;
  /** Returns the account whose session the server ended last, for the login page; empty after the user signed out, and on a new page. */
  readonly endedAccount: () => string;
  readonly subscribeUser: (onChange: () => void) => () => void;
  /**
   * The server no longer knows the token of a call. True when that ended the session; false for an older token, or when
   * it was over already.
   */
  end(ended: EndedSession): boolean;
  /** The user as returned by the server after signing in: also stored for the next start. */
  refreshUser(user: UserInfo): void;
}

export interface SessionDeps {
  readonly store: SessionStore;
  /** Late: the client itself asks the session for its token. */
  readonly call: () => Call;
  readonly openStart: () => void;
  readonly openLogin: () => void;
  readonly reloadPage: () => void;
  readonly log: (text: string, error: unknown) => void;
  readonly clock?: NonNullable<ActorOptions<typeof sessionMachine>['clock']>;
}

const refusalText = (error: unknown): string => (error instanceof CallError ? error.message : '登录失败，请稍后重试');

/** The session of this browser: the machine, provided with the calls, the storage and the ways in and out. */
export function createSession({ store, call, openStart, openLogin, reloadPage, log, clock }: SessionDeps): Session {
  const kept = store.read();
  let user = kept?.user ?? null;
  let endedAccount = '';
  let answered: KeptSession | null = null;
  const listeners = new Set<() => void>();
  const setUser = (next: UserInfo | null): void => {
    user = next;
    for (const listener of listeners) listener();
  };

  const authenticate = fromCallback<EventObject, { readonly credentials: Credentials | null }>(
    ({ sendBack, input }) => {
      const enter = async (credentials: Credentials): Promise<void> => {
        try {
          const { token, userInfo } = await call()(login, credentials);
          answered = { token, user: userInfo };
          sendBack({ type: 'server.accepted', token });
        } catch (error) {
          sendBack({ type: 'server.refused', message: refusalText(error) });
        }
      };
      if (input.credentials !== null) void enter(input.credentials);
    },
  );

  const logOut = fromCallback<EventObject, { readonly token: string | null }>(({ input }) => {
    if (input.token === null) return;
    call()(logout, { token: input.token }, { quiet: true }).catch((error: unknown) => log('logout failed', error));
  });

  const actor = createActor(
    sessionMachine.provide({
      actors: { authenticate, logOut },
      actions: {
        storeSession: () => {
          if (answered === null) return;
          store.write(answered);
          setUser(answered.user);
        },
        clearStorage: ({ event }) => {
          endedAccount = event.type === 'user.left' ? '' : (user?.account ?? '');
          if (event.type === 'user.left') store.clear();
          else store.forget();
        },
        openStart: () => {
          // Another tab may have signed in.
          setUser(store.read()?.user ?? null);
          openStart();
        },
        openLogin: ({ event }) => {
          // Signed out in another tab: what this one kept for the user goes as well.
          if (event.type === 'tab.changed') store.forgetTab();
          setUser(null);
          openLogin();
        },
        reloadPage,
      },
    }),
    { input: { token: kept?.token ?? null }, ...(clock === undefined ? {} : { clock }) },
  );

  return {
    actor,
    user: () => user,
    endedAccount: () => endedAccount,
    subscribeUser(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    end({ cause, message, token }) {
      const isSignedIn = (): boolean => actor.getSnapshot().context.token !== null;
      const wasSignedIn = isSignedIn();
      actor.send({
        type: cause === 'expired' ? 'server.expired' : 'server.unauthorised',
        message,
        ...(token === null ? {} : { token }),
      });
      return wasSignedIn && !isSignedIn();
    },
    refreshUser(next) {
      const token = actor.getSnapshot().context.token;
      if (token === null || !actor.getSnapshot().matches('loggedIn')) return;
      store.write({ token, user: next });
      setUser(next);
    },
  };
}
