import { assign, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { notProvided } from './notProvided.ts';
import { typed } from './typed.ts';

export interface Credentials {
  readonly account: string;
  /** MD5 hex, as the wire carries it; the plain password never enters the machine. */
  readonly password: string;
}

export type SessionEvent =
  | { readonly type: 'user.submitted'; readonly credentials: Credentials }
  | { readonly type: 'server.accepted'; readonly token: string }
  /** A wrong password, a throttled account or no answer at all: what to show. */
  | { readonly type: 'server.refused'; readonly message: string }
  /** HTTP 401. `token` is the one that the call carried: an answer about an older token ends nothing. */
  | { readonly type: 'server.unauthorised'; readonly message: string; readonly token?: string }
  /** A success status whose message says that the login has expired. */
  | { readonly type: 'server.expired'; readonly message: string; readonly token?: string }
  | { readonly type: 'user.left' }
  /** Another tab signed in or out: the storage's token now. */
  | { readonly type: 'tab.changed'; readonly token: string | null };

export interface SessionContext {
  readonly token: string | null;
  readonly credentials: Credentials | null;
  /** The message for the user on the login page. */
  readonly message: string | null;
}

export interface SessionInput {
  /** The token that the storage holds at start. */
  readonly token: string | null;
}

interface GuardArgs {
  readonly context: SessionContext;
  readonly event: SessionEvent;
}

const hasToken = ({ context }: { context: SessionContext }): boolean => context.token !== null;

const concernsThisSession = ({ context, event }: GuardArgs): boolean =>
  (event.type === 'server.unauthorised' || event.type === 'server.expired') &&
  (event.token === undefined || event.token === context.token);

const isSignedInElsewhere = ({ context, event }: GuardArgs): boolean =>
  event.type === 'tab.changed' && event.token !== null && event.token !== context.token;

const isSignedOutElsewhere = ({ event }: GuardArgs): boolean => event.type === 'tab.changed' && event.token === null;

/** One browser's session: signing in, being in, leaving (specification, sections 2, 4 and 8). */
export const sessionMachine = setup({
  types: {
    context: typed<SessionContext>(),
    events: typed<SessionEvent>(),
    input: typed<SessionInput>(),
    tags: typed<'busy' | 'inside'>(),
  },
  actors: {
    /** Calls login and reports `server.accepted` or `server.refused`. */
    authenticate: notProvided<EventObject, { readonly credentials: Credentials | null }>('authenticate'),
    /** Calls logout; a failure is only logged. */
    logOut: notProvided<EventObject, { readonly token: string | null }>('logOut'),
  },
  delays: { redirectDelay: 500, logoutDelay: 200 },
  guards: { hasToken, concernsThisSession, isSignedInElsewhere, isSignedOutElsewhere },
  actions: {
    keepCredentials: assign(({ context, event }) =>
      event.type === 'user.submitted' ? { credentials: event.credentials, message: null } : context,
    ),
    dropCredentials: assign({ credentials: null }),
    takeToken: assign(({ context, event }) =>
      event.type === 'server.accepted' || event.type === 'tab.changed'
        ? { token: event.token, message: null }
        : context,
    ),
    dropToken: assign({ token: null }),
    keepMessage: assign(({ context, event }) => ('message' in event ? { message: event.message } : context)),
    /** Provided by app: writes token and userInfo under the storage keys. */
    storeSession: () => {},
    /** Provided by app: removes the four storage keys. */
    clearStorage: () => {},
    /** Provided by app: to DataScreening. */
    openStart: () => {},
    /** Provided by app: to the login page. */
    openLogin: () => {},
    /** Provided by app: the page belongs to another user now. */
    reloadPage: () => {},
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ token: input.token, credentials: null, message: null }),
  initial: 'loggedOut',
  states: {
    loggedOut: {
      description: '未登录。',
      always: { target: 'loggedIn', guard: 'hasToken' },
      on: {
        'user.submitted': { target: 'authenticating', actions: 'keepCredentials' },
        'tab.changed': { target: 'loggedIn', guard: 'isSignedInElsewhere', actions: ['takeToken', 'openStart'] },
      },
    },
    authenticating: {
      description: '正在登录…',
      tags: 'busy',
      invoke: { src: 'authenticate', input: ({ context }) => ({ credentials: context.credentials }) },
      exit: 'dropCredentials',
      on: {
        'server.accepted': { target: 'entering', actions: ['takeToken', 'storeSession'] },
        'server.refused': { target: 'loggedOut', actions: 'keepMessage' },
      },
    },
    entering: {
      description: '登录成功，正在跳转',
      tags: 'busy',
      after: { redirectDelay: { target: 'loggedIn', actions: 'openStart' } },
      on: {
        'server.unauthorised': {
          target: 'loggedOut',
          guard: 'concernsThisSession',
          actions: ['dropToken', 'keepMessage', 'clearStorage', 'openLogin'],
        },
        'server.expired': {
          target: 'loggedOut',
          guard: 'concernsThisSession',
          actions: ['dropToken', 'keepMessage', 'clearStorage', 'openLogin'],
        },
      },
    },
    loggedIn: {
      description: '已登录。',
      tags: 'inside',
      on: {
        'user.left': { target: 'leaving' },
        'server.unauthorised': {
          target: 'loggedOut',
          guard: 'concernsThisSession',
          actions: ['dropToken', 'keepMessage', 'clearStorage', 'openLogin'],
        },
        'server.expired': {
          target: 'loggedOut',
          guard: 'concernsThisSession',
          actions: ['dropToken', 'keepMessage', 'clearStorage', 'openLogin'],
        },
        'tab.changed': [
          { target: 'loggedOut', guard: 'isSignedOutElsewhere', actions: ['dropToken', 'openLogin'] },
          { guard: 'isSignedInElsewhere', actions: ['takeToken', 'reloadPage'] },
        ],
      },
    },
    leaving: {
      description: '正在退出…',
      tags: 'busy',
      entry: 'clearStorage',
      // The answer is not awaited: the way out is open also when the call fails.
      invoke: { src: 'logOut', input: ({ context }) => ({ token: context.token }) },
      after: { logoutDelay: { target: 'loggedOut', actions: ['dropToken', 'openLogin'] } },
    },
  },
});

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The text of the full-screen overlay; undefined where there is none. */
export function sessionOverlayText(state: SessionSnapshot): string | undefined {
  if (state.matches('authenticating')) return '正在登录…';
  if (state.matches('entering')) return '登录成功，正在跳转';
  return state.matches('leaving') ? '正在退出…' : undefined;
}
