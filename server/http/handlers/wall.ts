import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { Buckets } from '../../access/buckets.ts';
import type { Sessions } from '../../access/sessions.ts';
import { createWalls, type SignedInWall } from '../../access/walls.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { HttpFailure } from '../failure.ts';
import type { Handlers, OpenRequest } from '../handlers.ts';
import { userInfoOf } from './auth.ts';

type WallHandlers = Pick<Handlers, 'wallPair' | 'wallRedeem' | 'wallRenew' | 'wallList' | 'wallRevoke'>;

export interface WallHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly pepper: Uint8Array;
}

export const wallCookieName = 'tian_wall';
/** The longest that browsers keep a cookie; each renewal begins it anew. */
const cookieMaxAgeSeconds = 400 * 86_400;
const secretPattern = new RegExp(`(?:^|;\\s*)${wallCookieName}=([\\w-]{43})(?:;|$)`);

/** Eight digits, ten minutes, and no more than this many wrong ones: an hour of guessing finds one code in three hundred thousand. */
const guesses = { address: { burst: 10, perHour: 60 }, everybody: { burst: 50, perHour: 300 } } as const;
const renewals = { burst: 300, perHour: 600 } as const;

export function wallHandlers(parts: WallHandlerParts): WallHandlers {
  const walls = createWalls(parts);
  const addresses = new Buckets(guesses.address, parts.clock);
  const everybody = new Buckets(guesses.everybody, parts.clock);
  const renewing = new Buckets(renewals, parts.clock);

  function admit(ip: string): void {
    const waitMs = Math.max(addresses.waitMs(ip), everybody.waitMs(''));
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1_000);
    throw new HttpFailure(429, `尝试过于频繁，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], { 'retry-after': String(seconds) });
  }
  function countWrong(ip: string): void {
    addresses.take(ip);
    everybody.take('');
  }

  return {
    async wallPair({ name }, { principal }) {
      const { code, expiresAtMs } = await walls.pair(principal, name);
      return { code, expires_at: toWireTime(expiresAtMs) };
    },

    async wallRedeem({ code }, request) {
      admit(request.ip);
      const wall = await walls.redeem(code, request);
      if (wall === undefined) {
        countWrong(request.ip);
        throw new Refusal('配对码不正确、已使用或已过期，请管理员重新生成', refusalCodes.badCredentials);
      }
      return answer(wall, request);
    },

    async wallRenew(_input, request) {
      const secret = secretPattern.exec(request.cookie)?.[1];
      if (secret === undefined) throw new Refusal('此大屏尚未配对，请输入管理员生成的配对码', refusalCodes.badCredentials);
      if (!renewing.tryTake(request.ip)) throw new HttpFailure(429, '续签过于频繁，请稍后再试', refusalCodes.throttled, [], { 'retry-after': '60' });
      const wall = await walls.renew(secret, request);
      if (wall === undefined) throw new Refusal('此大屏的配对已失效，请输入管理员生成的新配对码', refusalCodes.badCredentials);
      return answer(wall, request);
    },

    async wallList() {
      return (await walls.list()).map(({ id, name, pairedAtMs, pairedBy, lastSeenAtMs }) => ({
        id, name, paired_at: toWireTime(pairedAtMs), paired_by: pairedBy, last_seen_at: lastSeenAtMs === null ? null : toWireTime(lastSeenAtMs),
      }));
    },

    async wallRevoke({ id }, { principal }) {
      if (!(await walls.revoke(principal, id))) throw new NotFound();
      return {};
    },
  };
}

/** The cookie goes to the renewal alone, and no script reads it. */
function answer({ secret, token, principal }: SignedInWall, { setCookie, isEncrypted }: OpenRequest) {
  setCookie(`${wallCookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/api-open/wall; Max-Age=${cookieMaxAgeSeconds}${isEncrypted ? '; Secure' : ''}`);
  return { token, userInfo: { ...userInfoOf(principal), token } };
}
