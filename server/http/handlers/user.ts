import { hash } from 'node:crypto';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { Buckets } from '../../access/buckets.ts';
import { judgeNewPassword } from '../../access/commonPasswords.ts';
import type { Passwords } from '../../access/passwords.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { ConsolePresence } from '../../ports/consolePresence.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createJoinCodes, noSuchCode } from '../../domain/base/joinCodes.ts';
import { requireManaged } from '../../domain/base/managedPerson.ts';
import { Refusal } from '../../domain/refusal.ts';
import { createUserDesk } from '../../domain/base/user.ts';
import { listPersonOrganizations } from '../../queries/person.ts';
import { findAccount, listAccounts, signInsOf } from '../../queries/user.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { HttpFailure } from '../failure.ts';
import type { Handlers } from '../handlers.ts';
import { editHandlers } from '../rowHandlers.ts';
import { networkOf } from './wall.ts';

type UserHandlers = Pick<
  Handlers,
  | 'userAccounts'
  | 'userRecord'
  | 'userSave'
  | 'userEdit'
  | 'userDelete'
  | 'userOrganizations'
  | 'userSignIns'
  | 'userJoinCode'
  | 'userJoinCodeRevoke'
  | 'joinLook'
  | 'joinAccept'
>;

export interface UserHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'elevators'>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly ids: SealedIds;
  readonly consoles: Pick<ConsolePresence, 'isOnline'>;
  readonly onTrouble: OnTrouble;
}

/** Guesses of one address. No number of them finds 128 random bits; a right code is refunded. */
const guesses = { burst: 20, perHour: 120 } as const;

export function userHandlers(parts: UserHandlerParts): UserHandlers {
  const { store, clock, passwords } = parts;
  const users = createUserDesk(parts);
  const codes = createJoinCodes(parts);
  const guessing = new Buckets(guesses, clock);
  const isOnline = (userId: number) => parts.consoles.isOnline(userId);

  /** Charged before the code is looked up, so that many simultaneous guesses cannot pass together. */
  function admit(ip: string): { succeeded(): void } {
    const key = networkOf(ip);
    const waitMs = guessing.waitMs(key);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      throw new HttpFailure(429, `尝试过于频繁，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], {
        'retry-after': String(seconds),
      });
    }
    guessing.take(key);
    return { succeeded: () => guessing.giveBack(key) };
  }

  const userCalls = editHandlers(users);
  return {
    userAccounts: (input, { principal }) => listAccounts(store, principal, isOnline, input),
    userRecord: ({ id }, { principal }) => findAccount(store, principal, isOnline, id),
    userSave: userCalls.save,
    userEdit: userCalls.save,
    userDelete: userCalls.remove,
    userOrganizations: (input, { principal }) => listPersonOrganizations(store, principal, input),

    async userSignIns({ id }, { principal }) {
      await requireManaged(parts, principal, id);
      const { records, ...rest } = await signInsOf(store, principal, id, clock.nowMs());
      return { ...rest, records: parts.ids.sealRows('signIn', records) };
    },

    async userJoinCode({ id }, { principal }) {
      const { code, expiresAtMs } = await codes.issue(principal, id);
      return { code, path: `/join/${code}`, expires_at: toWireTime(expiresAtMs) };
    },

    async userJoinCodeRevoke({ id }, { principal }) {
      await codes.revoke(principal, id);
      return {};
    },

    async joinLook({ code }, { ip }) {
      const admission = admit(ip);
      const user = await codes.find(code);
      if (user === undefined) throw noSuchCode();
      admission.succeeded();
      return { account: user.account, name: user.name, expires_at: toWireTime(user.expiresAtMs) };
    },

    async joinAccept({ code, new_password: newPassword }, { ip }) {
      const admission = admit(ip);
      const user = await codes.find(code);
      if (user === undefined) throw noSuchCode();
      admission.succeeded();
      const fault = judgeNewPassword(newPassword, user);
      if (fault !== undefined)
        throw new Refusal(fault, refusalCodes.invalid, [{ field: 'new_password', message: fault }]);
      const newHash = await passwords.hashPassword(hash('md5', newPassword, 'hex'));
      const { account } = await codes.redeem(code, newHash, ip);
      return { account };
    },
  };
}
