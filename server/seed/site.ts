import { createHash } from 'node:crypto';
import { reconcileCatalogue } from '../access/catalogue.ts';
import { demoPasswordMd5, isDemoStore } from '../access/demoPassword.ts';
import { judgeNewPassword } from '../access/commonPasswords.ts';
import { passwordMinLength } from '../../src/contract/endpoints/auth.ts';
import { streamName } from '../../src/contract/streamName.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { StartError } from '../runtime/startError.ts';

/** A demo's invented history never becomes a real site's. Throws StartError. */
export async function refuseDemoStore(store: EventStore): Promise<void> {
  if (await isDemoStore(store))
    throw new StartError('此数据属于演示城市，不能用作正式站点。请用 DATA_DIR（或 DATABASE_URL）指定新的位置');
}

export interface FirstAdministrator {
  readonly account: string;
  readonly password: string;
}

export async function hasUsers(store: EventStore): Promise<boolean> {
  return (await store.rows.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the reason why this password cannot be the first administrator's; undefined when it can. */
export function judgeFirstPassword({ account, password }: FirstAdministrator): string | undefined {
  if (password.length < passwordMinLength) return `密码至少 ${passwordMinLength} 个字符`;
  return judgeNewPassword(password, { account, name: account });
}

/** The roles, the menu and the first administrator of a real site: everything else is entered by people. */
export async function seedSite(
  store: EventStore,
  clock: Clock,
  passwords: Passwords,
  first: FirstAdministrator,
): Promise<void> {
  const reason = judgeFirstPassword(first);
  if (reason !== undefined) throw new StartError(`首个管理员的密码不可用：${reason}`);
  const passwordHash = await passwords.hashPassword(createHash('md5').update(first.password).digest('hex'));
  const roleId = (await store.write(reconcileCatalogue)).get('superAdministrator');
  if (roleId === undefined) throw new StartError('数据中已没有超级管理员角色，无法创建首个管理员');
  await store.append({
    stream: 'user-1',
    expectedVersion: 'none',
    actor: { kind: 'system', id: 'setup', name: '首次启动' },
    events: [{ type: 'user.created', data: { userId: 1, roleId }, atMs: clock.nowMs() }],
    effects: function* (queries) {
      yield* run(
        queries.insertInto('users').values({
          id: 1,
          account: first.account,
          name: '系统管理员',
          mobile: '',
          role_id: roleId,
          password_hash: passwordHash,
          is_disabled: 0,
          must_change_password: 0,
          created_at_ms: clock.nowMs(),
        }),
      );
    },
  });
}

/**
 * The way out for an administrator whose password is still the demo's, with which nobody signs in, and whom nobody is
 * left to reset: the given password takes its place, and must be changed at the first login. True where it did; any
 * other password stays. Throws StartError.
 */
export async function replaceDemoPassword(
  store: EventStore,
  clock: Clock,
  passwords: Passwords,
  { account, password }: FirstAdministrator,
): Promise<boolean> {
  const user = await store.rows
    .selectFrom('users')
    .select(['id', 'password_hash', 'must_change_password'])
    .where('account', '=', account)
    .executeTakeFirst();
  if (user === undefined || !(await passwords.verifyPassword(user.password_hash, demoPasswordMd5))) return false;
  const reason = judgeFirstPassword({ account, password });
  if (reason !== undefined) throw new StartError(`ADMIN_PASSWORD 不可用：${reason}`);
  const passwordHash = await passwords.hashPassword(createHash('md5').update(password).digest('hex'));
  await store.append({
    stream: streamName('user', user.id),
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'setup', name: '启动设置' },
    events: [
      {
        type: 'user.passwordReset',
        atMs: clock.nowMs(),
        data: {
          reason: '演示密码由 ADMIN_PASSWORD 替换',
          before: { mustChangePassword: user.must_change_password === 1 },
          after: { mustChangePassword: true },
        },
      },
    ],
    *effects(queries) {
      yield* run(
        queries
          .updateTable('users')
          .set({ password_hash: passwordHash, must_change_password: 1 })
          .where('id', '=', user.id),
      );
      yield* run(queries.deleteFrom('sessions').where('user_id', '=', user.id));
    },
  });
  return true;
}
