import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../src/contract/permissions.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { streamName } from '../../src/contract/streamName.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, UniqueConflictError, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { loadPrincipal } from './loadPrincipal.ts';
import { actorOf, type Principal } from './principal.ts';
import type { Sessions } from './sessions.ts';
import { hashOf, newSecret, rotate } from './wallCredentials.ts';

const pairingValidMs = 10 * 60_000;
/** The time for which a credential keeps working after a later one was used: two tabs, or responses that crossed. */
export const supersededGraceMs = 10 * 60_000;

/** A wall may only look. */
export const wallPermissions: readonly Permission[] = [
  'overview.view',
  'elevator.view',
  'rescue.view',
  'alarm.view',
  'device.view',
];
/** Far from the ids of the roles and people that administrators create. */
const wallRoles = {
  scoped: { id: 900_001, name: '大屏', is_unscoped: 0 },
  unscoped: { id: 900_002, name: '大屏（全部范围）', is_unscoped: 1 },
} as const;
/** The page in a car: a user without permissions and organisations, whose only calls answer for the lift of its pairing. */
const cabinRole = { id: 900_003, name: '轿厢屏', is_unscoped: 0 } as const;
export const wallRoleIds: readonly number[] = [...Object.values(wallRoles), cabinRole].map(({ id }) => id);
export const isWallRole = (roleId: number): boolean => wallRoleIds.includes(roleId);
/** Users of walls have the ids above this. */
export const firstWallUserId = 1_000_000;
const userIdOf = (wallId: number): number => firstWallUserId + wallId;

export interface PairedWall {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly pairedById: number;
  readonly pairedAtMs: number;
  readonly pairedBy: string;
  readonly lastSeenAtMs: number | null;
  /** Of the page in a car; null for a wall. */
  readonly elevatorId: number | null;
}

export interface SignedInWall {
  /** For the cookie; kept nowhere. */
  readonly secret: string;
  readonly token: string;
  readonly principal: Principal;
}

interface From {
  readonly ip: string;
  readonly agent: string;
}

export type DisplayKind = 'wall' | 'cabin';

export interface Walls {
  /** A code of eight digits that works once within ten minutes; with a lift for the page in its car. */
  pair(
    by: Principal,
    name: string,
    elevatorId?: number,
  ): Promise<{ readonly code: string; readonly expiresAtMs: number }>;
  /** Undefined for a code that is wrong, used, too old, or for the other kind of display. */
  redeem(code: string, as: DisplayKind, from: From): Promise<SignedInWall | undefined>;
  /** The id of the wall that holds this credential. Costs one read, so that guesses cause no writes. */
  holderOf(secret: string): Promise<number | undefined>;
  /** The next credential and a fresh session. Undefined for a credential that no longer works. */
  renew(secret: string, from: From): Promise<SignedInWall | undefined>;
  list(): Promise<readonly PairedWall[]>;
  /** False if there is no such wall. Its sessions and sockets end immediately. */
  revoke(by: Principal, wallId: number): Promise<boolean>;
}

export interface WallParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly pepper: Uint8Array;
}

/**
 * Walls sign in as read-only users of their own, paired by an administrator whose scope they share. A wall holds a
 * credential that changes with each renewal; the previous one keeps working until the next is used, so that neither a
 * lost response nor a restart locks a wall out.
 */
export function createWalls({ store, clock, sessions, pepper }: WallParts): Walls {
  const codeHashOf = (code: string) => createHmac('sha256', pepper).update(`wall-pairing:${code}`).digest('hex');

  async function open(wallUserId: number, secret: string, from: From): Promise<SignedInWall | undefined> {
    const principal = await loadPrincipal(store, wallUserId);
    return principal === undefined
      ? undefined
      : { secret, principal, token: await sessions.open(principal, from, { isUnbounded: true }) };
  }

  return {
    async pair(by, name, elevatorId) {
      const nowMs = clock.nowMs();
      const expiresAtMs = nowMs + pairingValidMs;
      for (;;) {
        const code = String(randomInt(100_000_000)).padStart(8, '0');
        try {
          await store.write(function* (queries) {
            yield* run(queries.deleteFrom('wall_pairings').where('expires_at_ms', '<=', nowMs));
            yield* run(
              queries.insertInto('wall_pairings').values({
                code_hash: codeHashOf(code),
                name,
                created_by_id: by.userId,
                expires_at_ms: expiresAtMs,
                elevator_id: elevatorId ?? null,
              }),
            );
          });
          return { code, expiresAtMs };
        } catch (error) {
          // Another wall waits with the same digits.
          if (!(error instanceof UniqueConflictError)) throw error;
        }
      }
    },

    async redeem(code, as, from) {
      const [pairing] = await store.write(function* (queries) {
        return yield* run(
          queries
            .deleteFrom('wall_pairings')
            .where('code_hash', '=', codeHashOf(code))
            .where('elevator_id', as === 'cabin' ? 'is not' : 'is', null)
            .returningAll(),
        );
      });
      const nowMs = clock.nowMs();
      if (pairing === undefined || pairing.expires_at_ms <= nowMs) return undefined;
      const pairedBy = await loadPrincipal(store, pairing.created_by_id);
      if (pairedBy === undefined) return undefined;
      const isCabin = pairing.elevator_id !== null;
      const organizations = isCabin
        ? []
        : await store.rows
            .selectFrom('user_organizations')
            .selectAll()
            .where('user_id', '=', pairedBy.userId)
            .execute();
      const wallId = await store.nextId('wall');
      const userId = userIdOf(wallId);
      const secret = newSecret();
      const wallRole = pairedBy.scope.kind === 'all' ? wallRoles.unscoped : wallRoles.scoped;
      const role = isCabin ? cabinRole : wallRole;
      await store.append({
        stream: streamName('user', userId),
        expectedVersion: 'none',
        actor: actorOf(pairedBy),
        events: [
          { type: 'user.created', data: { userId, roleId: role.id }, atMs: nowMs },
          {
            type: 'user.wallPaired',
            data: {
              wallId,
              name: pairing.name,
              byUserId: pairedBy.userId,
              ip: from.ip,
              ...(pairing.elevator_id === null ? {} : { elevatorId: pairing.elevator_id }),
            },
            atMs: nowMs,
          },
        ],
        *effects(queries) {
          yield* ensureRole(queries, role, isCabin ? [] : wallPermissions);
          yield* run(
            queries.insertInto('users').values({
              id: userId,
              account: `wall-${wallId}`,
              name: pairing.name,
              mobile: '',
              role_id: role.id,
              password_hash: '',
              is_disabled: 0,
              must_change_password: 0,
              created_at_ms: nowMs,
            }),
          );
          if (organizations.length > 0)
            yield* run(
              queries
                .insertInto('user_organizations')
                .values(organizations.map((organization) => ({ ...organization, user_id: userId }))),
            );
          yield* run(
            queries.insertInto('walls').values({
              id: wallId,
              name: pairing.name,
              user_id: userId,
              paired_by_id: pairedBy.userId,
              paired_by_name: pairedBy.name,
              paired_at_ms: nowMs,
              last_seen_at_ms: null,
              revoked_at_ms: null,
              elevator_id: pairing.elevator_id,
            }),
          );
          yield* run(
            queries.insertInto('wall_credentials').values({
              secret_hash: hashOf(secret),
              wall_id: wallId,
              issued_at_ms: nowMs,
              superseded_at_ms: null,
              is_used: 0,
            }),
          );
        },
      });
      return open(userId, secret, from);
    },

    async holderOf(secret) {
      return (
        await store.rows
          .selectFrom('wall_credentials')
          .select('wall_id')
          .where('secret_hash', '=', hashOf(secret))
          .executeTakeFirst()
      )?.wall_id;
    },

    async renew(secret, from) {
      const nowMs = clock.nowMs();
      const next = newSecret();
      const wall = await store.write(function* (queries) {
        yield* run(queries.deleteFrom('wall_credentials').where('superseded_at_ms', '<=', nowMs - supersededGraceMs));
        const [held] = yield* run(
          queries
            .selectFrom('wall_credentials as c')
            .innerJoin('walls as w', 'w.id', 'c.wall_id')
            .select(['w.id', 'w.user_id', 'c.secret_hash', 'c.issued_at_ms'])
            .where('c.secret_hash', '=', hashOf(secret))
            .where('w.revoked_at_ms', 'is', null),
        );
        if (held === undefined) return undefined;
        yield* rotate(queries, {
          wallId: held.id,
          usedHash: held.secret_hash,
          usedIssuedAtMs: held.issued_at_ms,
          nextHash: hashOf(next),
          nowMs,
        });
        return held;
      });
      return wall === undefined ? undefined : open(wall.user_id, next, from);
    },

    async list() {
      const rows = await store.rows
        .selectFrom('walls as w')
        .select([
          'w.id',
          'w.name',
          'w.user_id',
          'w.paired_by_id',
          'w.paired_at_ms',
          'w.paired_by_name',
          'w.last_seen_at_ms',
          'w.elevator_id',
        ])
        .select((row) =>
          row
            .selectFrom('sessions as s')
            .select(({ fn }) => fn.max('s.last_seen_at_ms').as('seen'))
            .whereRef('s.user_id', '=', 'w.user_id')
            .as('session_seen_at_ms'),
        )
        .where('w.revoked_at_ms', 'is', null)
        .orderBy('w.id')
        .execute();
      return rows.map((row) => {
        const seenAtMs = Math.max(row.last_seen_at_ms ?? 0, row.session_seen_at_ms ?? 0);
        return {
          id: row.id,
          name: row.name,
          userId: row.user_id,
          pairedById: row.paired_by_id,
          pairedAtMs: row.paired_at_ms,
          pairedBy: row.paired_by_name,
          lastSeenAtMs: seenAtMs === 0 ? null : seenAtMs,
          elevatorId: row.elevator_id,
        };
      });
    },

    async revoke(by, wallId) {
      const wall = await store.rows
        .selectFrom('walls')
        .select('user_id')
        .where('id', '=', wallId)
        .where('revoked_at_ms', 'is', null)
        .executeTakeFirst();
      if (wall === undefined) return false;
      const nowMs = clock.nowMs();
      await store.append({
        stream: streamName('user', wall.user_id),
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [{ type: 'user.wallRevoked', data: { wallId }, atMs: nowMs }],
        *effects(queries) {
          yield* run(queries.updateTable('walls').set({ revoked_at_ms: nowMs }).where('id', '=', wallId));
          yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', wall.user_id));
          yield* run(queries.deleteFrom('wall_credentials').where('wall_id', '=', wallId));
          yield* run(queries.deleteFrom('sessions').where('user_id', '=', wall.user_id));
        },
      });
      sessions.accessChanged(wall.user_id);
      return true;
    },
  };
}

/** Creates the role of displays with its permissions when the first of them is paired. */
function* ensureRole(
  queries: Queries,
  { id, name, is_unscoped }: (typeof wallRoles)[keyof typeof wallRoles] | typeof cabinRole,
  permissions: readonly Permission[],
): TransactionSteps {
  yield* run(
    queries
      .insertInto('roles')
      .values({ id, name, role_type: roleTypes.regulator, is_unscoped })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  if (permissions.length === 0) return;
  yield* run(
    queries
      .insertInto('role_permissions')
      .columns(['role_id', 'permission_id'])
      .expression((from) =>
        from
          .selectFrom('permissions')
          .select([sql<number>`cast(${id} as bigint)`.as('role_id'), 'permissions.id as permission_id'])
          .where('code', 'in', permissions),
      )
      .onConflict((conflict) => conflict.columns(['role_id', 'permission_id']).doNothing()),
  );
}
