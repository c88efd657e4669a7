import { hash, randomInt } from 'node:crypto';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { UserEventType } from '../../../src/contract/events/user.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import type { Passwords } from '../../access/passwords.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { EndReason, Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { Directory } from '../city/directory.ts';
import { requireGivable, requireOther, requireReplaceable, requireSuperAdministrator } from './managedPerson.ts';
import { Refusal } from '../refusal.ts';
import { dropJoinCodes } from './joinCodes.ts';
import { releaseClaimsOf } from '../records/releaseClaims.ts';

/**
 * Withdraws or restores a person's access. Each throws NotFound for people out of the caller's scope, Refusal with a
 * Chinese message otherwise.
 */
export interface AccessDesk {
  disable(by: Principal, userId: number, reason: string): Promise<{ readonly endedSessions: number }>;
  enable(by: Principal, userId: number, reason: string): Promise<void>;
  endSessions(by: Principal, userId: number, reason: string): Promise<{ readonly endedSessions: number }>;
  /** The server does not keep the password; it gives access to nothing but its own change. */
  resetPassword(
    by: Principal,
    userId: number,
    reason: string,
  ): Promise<{ readonly password: string; readonly endedSessions: number }>;
}

export interface AccessDeskParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'elevators'>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

interface Ending {
  readonly type: UserEventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly because: EndReason;
  readonly steps?: (queries: Queries) => TransactionSteps;
}

export function createAccessDesk(parts: AccessDeskParts): AccessDesk {
  const { store, clock, passwords, sessions } = parts;

  /** All sessions end in the commit of this event; then their sockets close, and calls that the person only claimed ring again. */
  async function end(
    by: Principal,
    userId: number,
    { type, data, because, steps }: Ending,
  ): Promise<{ readonly endedSessions: number }> {
    let ended: readonly string[] = [];
    await store.append({
      stream: streamName('user', userId),
      expectedVersion: 'any',
      actor: actorOf(by),
      events: [{ type, data, atMs: clock.nowMs() }],
      *effects(queries) {
        if (steps !== undefined) yield* steps(queries);
        // A code that the person made a moment ago would open a wall with the same scope.
        yield* run(queries.deleteFrom('wall_pairings').where('created_by_id', '=', userId));
        // Likewise a code for this account, or one that the person made for somebody else's.
        yield* dropJoinCodes(queries, userId);
        ended = (yield* run(queries.deleteFrom('sessions').where('user_id', '=', userId).returning('token_hash'))).map(
          ({ token_hash }) => token_hash,
        );
      },
    });
    sessions.ended(userId, ended, because);
    await releaseClaimsOf({ store, clock }, userId);
    return { endedSessions: ended.length };
  }

  return {
    async disable(by, userId, reason) {
      const person = await requireOther(parts, by, userId);
      if (person.isDisabled) throw new Refusal('该账号已停用', refusalCodes.notAllowedNow);
      return end(by, userId, {
        type: 'user.disabled',
        data: { reason, before: { isDisabled: false }, after: { isDisabled: true } },
        because: 'disabled',
        *steps(queries) {
          yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', userId));
          if (person.roleType === roleTypes.superAdministrator) yield* requireSuperAdministrator(queries, '停用');
        },
      });
    },

    async enable(by, userId, reason) {
      const person = await requireGivable(parts, by, userId);
      if (!person.isDisabled) throw new Refusal('该账号未停用，无需启用', refusalCodes.notAllowedNow);
      await store.append({
        stream: streamName('user', userId),
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [
          {
            type: 'user.enabled',
            data: { reason, before: { isDisabled: true }, after: { isDisabled: false } },
            atMs: clock.nowMs(),
          },
        ],
        *effects(queries) {
          yield* run(queries.updateTable('users').set({ is_disabled: 0 }).where('id', '=', userId));
        },
      });
      sessions.accessChanged(userId);
    },

    async endSessions(by, userId, reason) {
      await requireOther(parts, by, userId);
      return end(by, userId, { type: 'user.sessionsEnded', data: { reason }, because: 'ended' });
    },

    async resetPassword(by, userId, reason) {
      const { mustChangePassword } = await requireReplaceable(parts, by, userId);
      const password = newOneTimePassword();
      const passwordHash = await passwords.hashPassword(hash('md5', password, 'hex'));
      const { endedSessions } = await end(by, userId, {
        type: 'user.passwordReset',
        data: { reason, before: { mustChangePassword }, after: { mustChangePassword: true } },
        because: 'passwordReset',
        *steps(queries) {
          yield* run(
            queries
              .updateTable('users')
              .set({ password_hash: passwordHash, must_change_password: 1 })
              .where('id', '=', userId),
          );
        },
      });
      return { password, endedSessions };
    },
  };
}

/** Without symbols that people mistake for others when they read them aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 79 random bits in four groups: `k3fd-9wqp-x2rm-7thn`. */
export function newOneTimePassword(): string {
  const symbols = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)] ?? '').join('');
  return [0, 4, 8, 12].map((start) => symbols.slice(start, start + 4)).join('-');
}
