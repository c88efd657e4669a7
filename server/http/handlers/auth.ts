import { hash } from 'node:crypto';
import type { UserInfo } from '../../../src/contract/entities/session.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { roleLabels } from '../../../src/contract/labels.ts';
import { demoPasswordMd5, isDemoStore } from '../../access/demoPassword.ts';
import { commonPasswordHashes, judgeNewPassword } from '../../access/commonPasswords.ts';
import type { KnownBrowsers } from '../../access/knownBrowsers.ts';
import { loadPrincipal } from '../../access/loadPrincipal.ts';
import type { LoginThrottle } from '../../access/loginThrottle.ts';
import type { OwnPasswordCheck } from '../../access/ownPassword.ts';
import type { Passwords } from '../../access/passwords.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { RefusedLogins } from '../../access/refusedLogins.ts';
import { sessionKeyOf, type Sessions } from '../../access/sessions.ts';
import type { ConsoleRegistry } from '../../domain/domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { releaseClaimsOf } from '../../domain/releaseClaims.ts';
import { listAnswerers, menuTreeOf } from '../../queries/access.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore } from '../../store/eventStore.ts';
import { HttpFailure } from '../failure.ts';
import type { Handlers } from '../handlers.ts';

type AuthHandlers = Pick<Handlers, 'login' | 'logout' | 'userDetail' | 'changeOwnPassword' | 'userMenuTree' | 'userOptions'>;

export interface AuthHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly knownBrowsers: KnownBrowsers;
  readonly refusedLogins: RefusedLogins;
  readonly isOwnPassword: OwnPasswordCheck;
  readonly consoles: Pick<ConsoleRegistry, 'isOnline'>;
}

export function authHandlers({ store, clock, passwords, sessions, throttle, knownBrowsers, refusedLogins, isOwnPassword, consoles }: AuthHandlerParts): AuthHandlers {
  // Computed at the start: at the first login it would hold up everything else.
  const commonHashes = commonPasswordHashes();

  /** The account whose password this is; a wrong account takes as long and says the same as a wrong password. */
  async function verify(account: string, password: string, ip: string): Promise<number> {
    const user = await store.rows.selectFrom('users').select(['id', 'password_hash', 'is_disabled', 'must_change_password']).where('account', '=', account).executeTakeFirst();
    const matches = await passwords.verifyPassword(user?.password_hash, password);
    if (user === undefined || !matches) {
      if (user !== undefined) await refusedLogins.note(user.id, ip);
      throw new Refusal('账号或密码错误，请重新输入', refusalCodes.badCredentials);
    }
    if (user.is_disabled === 1) {
      await refusedLogins.note(user.id, ip);
      throw new Refusal('账号已停用，请联系管理员', refusalCodes.badCredentials);
    }
    if (user.must_change_password === 0 && (commonHashes.has(password) || (password.toLowerCase() === demoPasswordMd5 && !(await isDemoStore(store))))) {
      await store.write(function* (queries) {
        yield* run(queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', user.id));
      });
      sessions.accessChanged(user.id);
    }
    return user.id;
  }

  return {
    async login({ account, password }, { ip, agent, cookie, isEncrypted, setCookie }) {
      const browser = knownBrowsers.recognise(account, cookie);
      const admission = await throttle.admit({ account, ip, browser });
      if (!admission.admitted) {
        const seconds = Math.ceil(admission.retryAfterMs / 1_000);
        throw new HttpFailure(429, `登录尝试过于频繁，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], { 'retry-after': String(seconds) });
      }
      const userId = await verify(account, password, ip);
      const principal = await loadPrincipal(store, userId);
      if (principal === undefined) throw new Refusal('账号已停用，请联系管理员', refusalCodes.badCredentials);
      const token = await sessions.open(principal, { ip, agent });
      admission.succeeded();
      if (browser === undefined) setCookie(knownBrowsers.cookieFor(account, isEncrypted));
      return { token, userInfo: { ...userInfoOf(principal), token } };
    },

    async logout(_input, { principal, token, clearCache }) {
      clearCache();
      await sessions.end(principal, token);
      // A user who is signed in elsewhere may still be working there.
      const other = await store.rows.selectFrom('sessions').select('token_hash').where('user_id', '=', principal.userId).limit(1).executeTakeFirst();
      if (other === undefined) await releaseClaimsOf({ store, clock }, principal.userId);
      return {};
    },

    userDetail: async (_input, { principal }) => userInfoOf(principal),

    async changeOwnPassword({ old_password: oldMd5, new_password: newPassword }, { principal, token }) {
      if (!(await isOwnPassword(principal.userId, oldMd5))) throw refusedField('old_password', '原密码不正确，请重新输入');
      const newMd5 = hash('md5', newPassword, 'hex');
      const fault = newMd5 === oldMd5 ? '新密码不能与原密码相同' : judgeNewPassword(newPassword, principal);
      if (fault !== undefined) throw refusedField('new_password', fault);
      const passwordHash = await passwords.hashPassword(newMd5);
      const key = sessionKeyOf(token);
      const others = await store.rows.selectFrom('sessions').select('token_hash').where('user_id', '=', principal.userId).where('token_hash', '!=', key).execute();
      await store.append({
        stream: `user-${principal.userId}`,
        expectedVersion: 'any',
        actor: actorOf(principal),
        events: [{ type: 'user.passwordChanged', data: { endedSessions: others.length }, atMs: clock.nowMs() }],
        effects: function* (queries) {
          yield* run(queries.updateTable('users').set({ password_hash: passwordHash, must_change_password: 0 }).where('id', '=', principal.userId));
          yield* run(queries.deleteFrom('sessions').where('user_id', '=', principal.userId).where('token_hash', '!=', key));
        },
      });
      sessions.ended(principal.userId, others.map(({ token_hash }) => token_hash), 'passwordChanged');
      return {};
    },

    userMenuTree: async (_input, { principal }) => [...(await menuTreeOf(store, principal.roleId))],

    userOptions: (input) => listAnswerers(store, (userId) => consoles.isOnline(userId), input),
  };
}

const refusedField = (field: string, message: string) => new Refusal(message, refusalCodes.invalid, [{ field, message }]);

export function userInfoOf(principal: Principal): UserInfo {
  return {
    id: principal.userId,
    name: principal.name,
    account: principal.account,
    role_type: principal.roleType,
    role_label: roleLabels[principal.roleType] ?? '',
    mobile: principal.mobile,
    permissions: [...principal.permissions],
    must_change_password: principal.mustChangePassword,
  };
}
