import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../runtime/clock.ts';

/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400;

export interface KnownBrowsers {
  /** Names the browser if it has signed in to this account before, as its cookies prove; undefined otherwise. */
  recognise(account: string, cookieHeader: string): string | undefined;
  /** The Set-Cookie header by which this browser will be known for this account. */
  cookieFor(account: string, isEncrypted: boolean): string;
}

/**
 * Browsers that signed in to an account carry a cookie for it, one for each account, since a desk is shared. It opens
 * nothing: it only gives the browser a budget of attempts of its own, which no one else at the same address can use up.
 * The server keeps no list; the pepper proves that it issued the cookie.
 */
export function createKnownBrowsers({
  pepper,
  clock,
}: {
  readonly pepper: Uint8Array;
  readonly clock: Clock;
}): KnownBrowsers {
  const proofOf = (text: string) => createHmac('sha256', pepper).update(text).digest();
  const nameOf = (account: string) =>
    `tian_browser_${proofOf(`browser-cookie:${account}`).toString('hex').slice(0, 16)}`;
  const signatureOf = (account: string, id: string, issuedAtSeconds: string) =>
    proofOf(`browser:${issuedAtSeconds}:${id}:${account}`);

  return {
    recognise(account, cookieHeader) {
      const name = nameOf(account);
      const value =
        cookieHeader
          .split(';')
          .map((pair) => pair.trim())
          .find((pair) => pair.startsWith(`${name}=`))
          ?.slice(name.length + 1) ?? '';
      const [, issuedAtSeconds, id, signature] = /^(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(value) ?? [];
      if (issuedAtSeconds === undefined || id === undefined || signature === undefined) return undefined;
      if (!timingSafeEqual(signatureOf(account, id, issuedAtSeconds), Buffer.from(signature, 'base64url')))
        return undefined;
      return clock.nowMs() / 1_000 - Number(issuedAtSeconds) < maxAgeSeconds ? id : undefined;
    },
    cookieFor(account, isEncrypted) {
      const id = randomBytes(16).toString('base64url');
      const issuedAtSeconds = String(Math.floor(clock.nowMs() / 1_000));
      const value = `${issuedAtSeconds}.${id}.${signatureOf(account, id, issuedAtSeconds).toString('base64url')}`;
      const secure = isEncrypted ? '; Secure' : '';
      return `${nameOf(account)}=${value}; HttpOnly; SameSite=Strict; Path=/api/auth/login; Max-Age=${maxAgeSeconds}${secure}`;
    },
  };
}
