import { CallError, type Call } from '../../contract/call.ts';
import { wallRedeem, wallRenew } from '../../contract/endpoints/wall.ts';
import type { UserInfo } from '../../contract/entities/session.ts';

export type WallState =
  | { readonly kind: 'renewing' }
  /** This browser holds no pairing that the server knows. */
  | { readonly kind: 'unpaired'; readonly message: string | null }
  | {
      readonly kind: 'signedIn';
      readonly token: string;
      readonly user: UserInfo;
      /** Counts the sign-ins; a renewal in time does not count, so that the display may stay. */
      readonly signIn: number;
    };

/**
 * The sign-in of a wall: a cookie of this device, renewed indefinitely; kept apart from the four storage keys. For
 * `useSyncExternalStore`.
 */
export interface WallSession {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => WallState;
  readonly token: () => string | null;
  /** Starts renewing; returns a function that stops it. */
  readonly start: () => () => void;
  /** The server no longer knows the token: renewed by the cookie. */
  readonly renew: () => void;
  /** Rejects with a CallError. */
  readonly redeem: (code: string) => Promise<void>;
}

/** Long before a token can end, and rarely enough that no wall is a burden. */
const renewEveryMs = 6 * 3_600_000;
const retryAfterMs = 5_000;

/** `call` is late: the display's own client asks for the token that is kept here. `as`: a wall, or the page in a car. */
export function createWallSession(call: () => Call, as: 'wall' | 'cabin' = 'wall'): WallSession {
  let state: WallState = { kind: 'renewing' };
  let isAsking = false;
  let signIns = 0;
  /** The server no longer knew the token: requests that failed meanwhile have to start over. */
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  const listeners = new Set<() => void>();
  const set = (next: WallState): void => {
    state = next;
    for (const tell of listeners) tell();
  };
  const later = (afterMs: number): void => {
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(renew, afterMs);
  };
  const signedIn = (token: string, user: UserInfo, isRenewal: boolean): void => {
    if (!isRenewal) signIns += 1;
    hasEnded = false;
    set({ kind: 'signedIn', token, user, signIn: signIns });
    later(renewEveryMs);
  };
  function renew(): void {
    if (isAsking) return;
    isAsking = true;
    call()(wallRenew, { as }, { quiet: true })
      .then(
        ({ token, userInfo }) => {
          signedIn(token, userInfo, state.kind === 'signedIn' && !hasEnded);
        },
        (error: unknown) => {
          const isRefused = error instanceof CallError && error.kind === 'refused' && error.code !== 429;
          // An unreachable or busy server says nothing about the pairing: the display stays, and the request is retried.
          if (isRefused) set({ kind: 'unpaired', message: state.kind === 'signedIn' ? error.message : null });
          later(isRefused ? renewEveryMs : retryAfterMs);
        },
      )
      .finally(() => {
        isAsking = false;
      });
  }
  return {
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getSnapshot: () => state,
    token: () => (state.kind === 'signedIn' ? state.token : null),
    start() {
      isRunning = true;
      renew();
      return () => {
        isRunning = false;
        clearTimeout(timer);
      };
    },
    renew() {
      hasEnded = true;
      renew();
    },
    async redeem(code) {
      const { token, userInfo } = await call()(wallRedeem, { code, as }, { quiet: true });
      signedIn(token, userInfo, false);
    },
  };
}
