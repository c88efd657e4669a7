import { userInfoSchema, type UserInfo } from '../../contract/entities/session.ts';

/** A signed-in session as it is kept in the browser. */
export interface KeptSession {
  readonly token: string;
  readonly user: UserInfo;
}

/** Keys of specification section 3, spelt so. */
const keys = { token: 'token', userInfo: 'userInfo', userApi: 'userApi', volumn: 'volumn' } as const;

/** Out of 100; the specification's 0.3 of full loudness. */
export const defaultVolumePercent = 30;

export interface SessionStore {
  read(): KeptSession | null;
  write(session: KeptSession): void;
  /** The session is no longer valid: forgets who it was and what this tab kept for them, and keeps how loud this console is. */
  forget(): void;
  /** The user has signed out in another tab: forgets what this tab kept for them. */
  forgetTab(): void;
  /** Logging out clears everything that is kept in the browser (specification, section 4). */
  clear(): void;
  volumePercent(): number;
  setVolumePercent(percent: number): void;
  /** Returns true if a storage event of another tab concerns the session. `key` is null when all was cleared. */
  concernsSession(key: string | null): boolean;
}

const parseUser = (text: string | null): UserInfo | undefined => {
  if (text === null) return undefined;
  try {
    return userInfoSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** `storage` outlives the tab, `tab` does not: drafts and visited pages are there. */
export function createSessionStore(storage: Storage, tab: Pick<Storage, 'clear'>): SessionStore {
  return {
    read() {
      const token = storage.getItem(keys.token);
      const user = parseUser(storage.getItem(keys.userInfo));
      return token === null || token === '' || user === undefined ? null : { token, user };
    },
    write({ token, user }) {
      storage.setItem(keys.userInfo, JSON.stringify(user));
      storage.setItem(keys.userApi, JSON.stringify(Object.fromEntries(user.permissions.map((code) => [code, true]))));
      // Last: other tabs wake by the token and read the rest.
      storage.setItem(keys.token, token);
    },
    forget() {
      for (const key of [keys.token, keys.userInfo, keys.userApi]) storage.removeItem(key);
      tab.clear();
    },
    forgetTab: () => tab.clear(),
    clear() {
      storage.clear();
      tab.clear();
    },
    volumePercent() {
      const kept = storage.getItem(keys.volumn);
      const percent = kept === null || kept.trim() === '' ? Number.NaN : Number(kept);
      return percent >= 0 && percent <= 100 ? percent : defaultVolumePercent;
    },
    setVolumePercent: (percent) =>
      storage.setItem(keys.volumn, String(Math.round(Math.min(100, Math.max(0, percent))))),
    concernsSession: (key) => key === null || key === keys.token,
  };
}
