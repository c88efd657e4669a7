import { sessionKeyOf, type SessionKey } from './sessions.ts';

const cookieName = 'tian_files';

/**
 * An `<img>` sends no bearer. This cookie names the session to the files alone: it authorises no call, scripts cannot read it,
 * and it ends with the session.
 */
export const fileCookieFor = (token: string, isEncrypted: boolean): string =>
  `${cookieName}=${sessionKeyOf(token)}; HttpOnly; SameSite=Strict; Path=/files${isEncrypted ? '; Secure' : ''}`;

/** The session that a Cookie header names; undefined without one. */
export const fileSessionOf = (cookieHeader: string): SessionKey | undefined =>
  /(?:^|;\s*)tian_files=([0-9a-f]{64})(?:;|$)/.exec(cookieHeader)?.[1];
