import { hash } from 'node:crypto';
import { changeOwnPassword } from '../../../src/contract/endpoints/auth.ts';
import type { UserInfo } from '../../../src/contract/entities/session.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { roleLabels } from '../../../src/contract/labels.ts';
import { findCredentials, isSignedIn, requirePasswordChange } from '../../access/accounts.ts';
import { demoPasswordMd5, isDemoStore } from '../../access/demoPassword.ts';
import { commonPasswordHashes, judgeNewPassword } from '../../access/commonPasswords.ts';
import { fileCookieFor } from '../../access/fileCookie.ts';
import type { KnownBrowsers } from '../../access/knownBrowsers.ts';
import { loadPrincipal } from '../../access/loadPrincipal.ts';
import type { LoginThrottle } from '../../access/loginThrottle.ts';
import { changeOwnPassword as writeOwnPassword, type OwnPasswordCheck } from '../../domain/base/ownPassword.ts';
import type { Passwords } from '../../access/passwords.ts';
import type { Principal } from '../../access/principal.ts';
import type { RefusedLogins } from '../../access/refusedLogins.ts';
import { sessionKeyOf, type Sessions, SignInOvertakenError } from '../../access/sessions.ts';
import { Refusal } from '../../domain/refusal.ts';
import { releaseClaimsOf } from '../../domain/records/releaseClaims.ts';
import { menuTreeOf } from '../../queries/access.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { HttpFailure } from '../failure.ts';
import type { Handlers } from '../handlers.ts';

type AuthHandlers = Pick<Handlers, 'login' | 'logout' | 'userDetail' | 'changeOwnPassword' | 'userMenuTree'>;

export interface AuthHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly knownBrowsers: KnownBrowsers;
  readonly refusedLogins: RefusedLogins;
  readonly checkOwnPassword: OwnPasswordCheck;
}

export function authHandlers({
  store,
  clock,
  passwords,
  sessions,
  throttle,
  knownBrowsers,
  refusedLogins,
  checkOwnPassword,
}: AuthHandlerParts): AuthHandlers {
  // Made at the start, because at the first login it would hold up everything else.
  const commonHashes = commonPasswordHashes();

  /** Everybody can read the demo's password, so on a real site it opens nothing and does not let anybody choose the next one. */
  const isPublic = async (md5: string): Promise<boolean> => md5 === demoPasswordMd5 && !(await isDemoStore(store));

  /**
   * The account whose password this is, with the hash that says so; a wrong account takes as long and says the same as
   * a wrong password.
   */
  async function verify(
    account: string,
    md5: string,
    ip: string,
  ): Promise<{ readonly userId: number; readonly verifiedHash: string }> {
    const user = await findCredentials(store, account);
    const matches = await passwords.verifyPassword(user?.password_hash, md5);
    if (user === undefined || !matches) {
      if (user !== undefined) await refusedLogins.note(user.id, ip);
      throw new Refusal('账号或密码错误，请重新输入', refusalCodes.badCredentials);
    }
    if (user.is_disabled === 1) {
      await refusedLogins.note(user.id, ip);
      throw new Refusal('账号已停用，请联系管理员', refusalCodes.badCredentials);
    }
    if (await isPublic(md5)) {
      await refusedLogins.note(user.id, ip);
      throw new Refusal('此账号仍使用公开的演示密码，不能登录。请联系管理员重置密码', refusalCodes.badCredentials);
    }
    if (user.must_change_password === 0 && commonHashes.has(md5)) {
      await requirePasswordChange(store, user);
      sessions.accessChanged(user.id);
    }
    return { userId: user.id, verifiedHash: user.password_hash };
  }

  const changePassword: Handlers['changeOwnPassword'] = async (
    { old_password: oldMd5, new_password: newPassword },
    { principal, token },
  ) => {
    const verifiedHash = await checkOwnPassword(principal.userId, oldMd5);
    const newMd5 = hash('md5', newPassword, 'hex');
    const faults = [
      ...byField(
        'old_password',
        verifiedHash === undefined
          ? '原密码不正确，请重新输入'
          : (await isPublic(oldMd5))
            ? '这是公开的演示密码，不能凭它更换密码。请联系管理员重置'
            : undefined,
      ),
      ...byField(
        'new_password',
        newMd5 === oldMd5 ? '新密码不能与原密码相同' : judgeNewPassword(newPassword, principal),
      ),
    ];
    if (verifiedHash === undefined || faults.length > 0)
      throw new Refusal(faults[0]?.message ?? '', refusalCodes.invalid, faults);
    const newHash = await passwords.hashPassword(newMd5);
    const ended = await writeOwnPassword({ store, clock }, principal, {
      sessionKey: sessionKeyOf(token),
      verifiedHash,
      newHash,
    });
    sessions.ended(principal.userId, ended, 'passwordChanged');
    return {};
  };

  return {
    async login({ account, password }, { ip, agent, cookie, isEncrypted, setCookie }) {
      const browser = knownBrowsers.recognise(account, cookie);
      const admission = await throttle.admit({ account, ip, browser });
      if (!admission.admitted) {
        const seconds = Math.ceil(admission.retryAfterMs / 1_000);
        throw new HttpFailure(429, `登录尝试过于频繁，请 ${seconds} 秒后再试`, refusalCodes.throttled, [], {
          'retry-after': String(seconds),
        });
      }
      const { userId, verifiedHash } = await verify(account, password, ip);
      const principal = await loadPrincipal(store, userId);
      if (principal === undefined) throw new Refusal('账号已停用，请联系管理员', refusalCodes.badCredentials);
      const token = await sessions.open(principal, { ip, agent }, { verifiedHash }).catch((error: unknown) => {
        throw error instanceof SignInOvertakenError
          ? new Refusal('账号的密码或状态刚刚被更改，请重新登录', refusalCodes.badCredentials)
          : error;
      });
      admission.succeeded();
      if (browser === undefined) setCookie(knownBrowsers.cookieFor(account, isEncrypted));
      return { token, userInfo: { ...userInfoOf(principal), token } };
    },

    async logout(_input, { principal, token, clearCache }) {
      clearCache();
      await sessions.end(principal, token);
      // A user who is signed in elsewhere may still be at work there.
      if (!(await isSignedIn(store, principal.userId))) await releaseClaimsOf({ store, clock }, principal.userId);
      return {};
    },

    userDetail: async (_input, { principal }) => userInfoOf(principal),

    changeOwnPassword: Object.assign(changePassword, { alsoWrong: wrongNewPassword }),

    async userMenuTree(_input, { principal, token, isEncrypted, setCookie }) {
      // Every page asks for it first, before it shows a picture.
      setCookie(fileCookieFor(token, isEncrypted));
      return [...(await menuTreeOf(store, principal.roleId))];
    },
  };
}

const byField = (field: string, message: string | undefined): FieldErrors['errors'] =>
  message === undefined ? [] : [{ field, message }];

/** Returns the problems of a new password beside an old one that is missing: an old one is verified only with a whole input, as each try counts. */
async function wrongNewPassword(entered: unknown, by: Principal): Promise<FieldErrors['errors']> {
  const { data } = changeOwnPassword.input.pick({ new_password: true }).safeParse(entered);
  return byField('new_password', data === undefined ? undefined : judgeNewPassword(data.new_password, by));
}

export function userInfoOf(principal: Principal): UserInfo {
  return {
    id: principal.userId,
    name: principal.name,
    account: principal.account,
    role_type: principal.roleType,
    role_label: roleLabels[principal.roleType] ?? '',
    ...(principal.roleName === undefined ? {} : { role_name: principal.roleName }),
    mobile: principal.mobile,
    permissions: [...principal.permissions],
    must_change_password: principal.mustChangePassword,
    ...(principal.access === undefined ? {} : { access: principal.access }),
  };
}
