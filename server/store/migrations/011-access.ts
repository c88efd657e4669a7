import { sql, type Kysely } from 'kysely';

const codes = [['user.access', '停用账号、结束登录、重置密码'], ['device.secret', '更换设备密钥']] as const;

/** A store that has its permissions already gets the two new ones, at first for super administrators only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [code, name] of codes) {
    await sql.raw(`insert into permissions (id, parent_id, name, path, icon, sort, is_show, type, code)
      select max(id) + 1, null, '${name}', '', '', 90, 0, 2, '${code}' from permissions
      having count(*) > 0 and sum(case when code = '${code}' then 1 else 0 end) = 0`).execute(db);
    await sql.raw(`insert into role_permissions (role_id, permission_id)
      select r.id, p.id from roles r, permissions p where r.role_type = 0 and p.code = '${code}'
      and not exists (select 1 from role_permissions rp where rp.role_id = r.id and rp.permission_id = p.id)`).execute(db);
  }
}
