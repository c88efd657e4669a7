import { createHash } from 'node:crypto';
import { reconcileCatalogue } from '../access/catalogue.ts';
import { isDemoStore } from '../access/demoPassword.ts';
import { judgeNewPassword } from '../access/commonPasswords.ts';
import { passwordMinLength } from '../../src/contract/endpoints/auth.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { StartError } from '../runtime/startError.ts';

/** A demo's invented history never becomes a real site's. Throws StartError. */
export async function refuseDemoStore(store: EventStore): Promise<void> {
  if (await isDemoStore(store)) throw new StartError('此数据属于演示城市，不能用作正式站点。请用 DATA_DIR（或 DATABASE_URL）指定新的位置');
}

export interface FirstAdministrator {
  readonly account: string;
  readonly password: string;
}

export async function hasUsers(store: EventStore): Promise<boolean> {
  return (await store.rows.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Why this password cannot be the first administrator's; undefined when it can. */
export function judgeFirstPassword({ account, password }: FirstAdministrator): string | undefined {
  if (password.length < passwordMinLength) return `密码至少 ${passwordMinLength} 个字符`;
  return judgeNewPassword(password, { account, name: account });
}

/** The roles, the menu and the first administrator of a real site: everything else is entered by people. */
export async function seedSite(store: EventStore, clock: Clock, passwords: Passwords, first: FirstAdministrator): Promise<void> {
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
          id: 1, account: first.account, name: '系统管理员', mobile: '', role_id: roleId, password_hash: passwordHash, is_disabled: 0, must_change_password: 0, created_at_ms: clock.nowMs(),
        }),
      );
    },
  });
}
