import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toWireTime, toWireTimeOrNull } from '../../../src/contract/time.ts';
import { mayStandIn } from '../../access/assignment.ts';
import { Buckets } from '../../access/buckets.ts';
import { loadPrincipals } from '../../access/loadPrincipal.ts';
import type { Principal } from '../../access/principal.ts';
import type { Sessions } from '../../access/sessions.ts';
import {
  createWalls,
  wallPermissions,
  type DisplayKind,
  type PairedWall,
  type SignedInWall,
} from '../../access/walls.ts';
import { isInScope } from '../../access/scope.ts';
import { covers } from '../../domain/city/coverage.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
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
  readonly directory: Pick<Directory, 'elevator' | 'elevators'>;
  readonly pepper: Uint8Array;
}

const cookieNames = { wall: 'tian_wall', cabin: 'tian_cabin' } as const satisfies Readonly<Record<DisplayKind, string>>;
/** The longest that browsers keep a cookie; each renewal restarts it. */
const cookieMaxAgeSeconds = 400 * 86_400;
const secretOf = (cookie: string, as: DisplayKind): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieNames[as]}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1];

/**
 * Wrong codes. An address has ten in a burst and one a minute. While all addresses together send more than `everybody`
 * holds, as when someone guesses from many of them, each has two, and six an hour: a thousand addresses then find one
 * of the hundred million codes, in the ten minutes that it counts, with a chance of one in thirty thousand, and no one
 * with a valid code is shut out.
 */
const guesses = {
  address: { burst: 10, perHour: 60 },
  everybody: { burst: 50, perHour: 300 },
  addressInAttack: { burst: 2, perHour: 6 },
} as const;
const renewals = { burst: 300, perHour: 600 } as const;

export function wallHandlers(parts: WallHandlerParts): WallHandlers {
  const walls = createWalls(parts);
  const addresses = new Buckets(guesses.address, parts.clock);
  const everybody = new Buckets(guesses.everybody, parts.clock);
  const inAttack = new Buckets(guesses.addressInAttack, parts.clock);
  const renewing = new Buckets(renewals, parts.clock);

  /** Charges an attempt before it is evaluated, so that many simultaneous ones cannot pass together. A right code is refunded. */
  function admit(from: string): { succeeded(): void } {
    const key = networkOf(from);
    const isAttack = everybody.waitMs('') > 0;
    const paid = isAttack
      ? [
          { buckets: inAttack, key },
          { buckets: addresses, key },
        ]
      : [
          { buckets: everybody, key: '' },
          { buckets: addresses, key },
        ];
    const waitMs = Math.max(...paid.map(({ buckets, key }) => buckets.waitMs(key)));
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      throw new HttpFailure(429, `尝试过于频繁，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], {
        'retry-after': String(seconds),
      });
    }
    for (const { buckets, key } of paid) buckets.take(key);
    return {
      succeeded() {
        for (const { buckets, key } of paid) buckets.giveBack(key);
      },
    };
  }

  /** The walls whose every lift this person looks after, and those that they paired. */
  async function wallsOf({ userId, scope }: Principal): Promise<readonly PairedWall[]> {
    const [all, people] = await Promise.all([walls.list(), loadPrincipals(parts.store)]);
    const scopes = new Map(people.map((person) => [person.userId, person.scope]));
    return all.filter((wall) => {
      if (wall.elevatorId !== null) {
        const lift = parts.directory.elevator(wall.elevatorId);
        return lift !== undefined && isInScope(scope, lift.responsible);
      }
      const wallScope = scopes.get(wall.userId);
      return wall.pairedById === userId || (wallScope !== undefined && covers(parts.directory, scope, wallScope));
    });
  }

  return {
    async wallPair({ name, elevator_id: elevatorId }, { principal }) {
      if (elevatorId !== undefined) requireElevatorInScope(parts.directory, principal, elevatorId);
      else if (!mayStandIn(principal, new Set(wallPermissions)))
        throw new Refusal('大屏会显示您无权查看的内容，请由管理员配对', refusalCodes.denied);
      const { code, expiresAtMs } = await walls.pair(principal, name, elevatorId);
      return { code, expires_at: toWireTime(expiresAtMs) };
    },

    async wallRedeem({ code, as }, request) {
      const admission = admit(request.ip);
      const wall = await walls.redeem(code, as, request);
      if (wall === undefined)
        throw new Refusal('配对码不正确、已使用或已过期，请管理员重新生成', refusalCodes.badCredentials);
      admission.succeeded();
      return answer(wall, as, request);
    },

    async wallRenew({ as }, request) {
      const secret = secretOf(request.cookie, as);
      if (secret === undefined)
        throw new Refusal('此大屏尚未配对，请输入管理员生成的配对码', refusalCodes.badCredentials);
      // A wall has a budget of its own, whichever of its credentials it shows, so that made-up ones from its address do not shut
      // it out.
      const wallId = await walls.holderOf(secret);
      const payer = wallId === undefined ? networkOf(request.ip) : `wall ${wallId}`;
      if (!renewing.tryTake(payer))
        throw new HttpFailure(429, '续签过于频繁，请稍后再试', refusalCodes.throttled, [], { 'retry-after': '60' });
      const wall = await walls.renew(secret, request);
      if (wall === undefined)
        throw new Refusal('此大屏的配对已失效，请输入管理员生成的新配对码', refusalCodes.badCredentials);
      return answer(wall, as, request);
    },

    async wallList(_input, { principal }) {
      return (await wallsOf(principal)).map(({ id, name, pairedAtMs, pairedBy, lastSeenAtMs, elevatorId }) => ({
        id,
        name,
        paired_at: toWireTime(pairedAtMs),
        paired_by: pairedBy,
        last_seen_at: toWireTimeOrNull(lastSeenAtMs),
        elevator_tag: elevatorId === null ? null : (parts.directory.elevator(elevatorId)?.tag ?? ''),
      }));
    },

    async wallRevoke({ id }, { principal }) {
      const isOwn = (await wallsOf(principal)).some((wall) => wall.id === id);
      if (!isOwn || !(await walls.revoke(principal, id))) throw new NotFound();
      return {};
    },
  };
}

/** A sender that has one address of a 64-bit IPv6 network has all of them. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole = [
    ...groups,
    ...Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length) }, () => '0'),
    ...after,
  ];
  return whole.slice(0, 4).join(':');
}

/** The browser sends the cookie to the renewal alone, and no script can read it. */
function answer({ secret, token, principal }: SignedInWall, as: DisplayKind, { setCookie, isEncrypted }: OpenRequest) {
  const secure = isEncrypted ? '; Secure' : '';
  setCookie(
    `${cookieNames[as]}=${secret}; HttpOnly; SameSite=Strict; Path=/api-open/wall; Max-Age=${cookieMaxAgeSeconds}${secure}`,
  );
  return { token, userInfo: { ...userInfoOf(principal), token } };
}
