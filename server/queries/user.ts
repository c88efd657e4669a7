import { sql } from 'kysely';
import * as z from 'zod';
import { auditTypes, isAuditType } from '../../src/contract/audit.ts';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import { userAccounts, type UserRow, type userSignIns } from '../../src/contract/endpoints/user.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { sessionIdOf } from '../access/sessions.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { browserName } from './browserName.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The accounts that the caller may manage. Walls have accounts and a list of their own. */
export async function listAccounts(
  store: EventStore,
  by: Principal,
  isOnline: (userId: number) => boolean,
  query: ParsedInputOf<typeof userAccounts>,
): Promise<OutputOf<typeof userAccounts>> {
  const { role_id: roleId, state } = query;
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.role_id')
      .where((account) =>
        account.not(account.exists(account.selectFrom('walls as w').select('w.id').whereRef('w.user_id', '=', 'u.id'))),
      )
      .where(() => accountScopeCondition(by.scope))
      .$if(roleId !== undefined, (from) => from.where('u.role_id', '=', roleId ?? 0))
      .$if(state !== undefined, (from) => from.where('u.is_disabled', '=', state === 'disabled' ? 1 : 0)),
    select: (from) =>
      from.select([
        'u.id',
        'u.name',
        'u.account',
        'u.mobile',
        'u.role_id',
        'u.is_disabled',
        'u.must_change_password',
        'r.name as role_name',
        rowVersion('account', 'u.id').as('version'),
      ]),
    toRow: (row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      account: row.account,
      mobile: row.mobile,
      role_id: row.role_id,
      role_label: row.role_name,
      is_disabled: row.is_disabled === 1,
      must_change_password: row.must_change_password === 1,
      online: isOnline(row.id),
    }),
    id: 'u.id',
    cache: { store },
    sorts: { id: 'u.id', name: 'u.name', account: 'u.account' },
    keyword: ['u.name', 'u.account', 'u.mobile'],
  });
  const organizations = await organizationsOf(
    reads,
    page.list.map(({ id }) => id),
  );
  return {
    ...page,
    list: page.list.map((row) => {
      const own = organizations.filter(({ user_id }) => user_id === row.id);
      const named = own.map(({ org_type, org_id, name }) => ({ value: `${org_type}-${org_id}`, label: name }));
      return { ...row, organizations: named.map(({ value }) => value).toSorted(), organization_names: named };
    }),
  };
}

/** Throws NotFound for a user whom the caller does not manage. */
export async function findAccount(
  store: EventStore,
  by: Principal,
  isOnline: (userId: number) => boolean,
  id: number,
): Promise<UserRow> {
  const { list } = await listAccounts(store, by, isOnline, userAccounts.input.parse({ id, page_size: 1 }));
  const [row] = list;
  if (row === undefined) throw new NotFound('人员不存在，或您无权管理');
  return row;
}

function organizationsOf(reads: Queries, userIds: readonly number[]) {
  return reads
    .selectFrom('user_organizations as uo')
    .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'uo.org_id').on('uo.org_type', '>', 2))
    .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'uo.org_id').on('uo.org_type', '=', 2))
    .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'uo.org_id').on('uo.org_type', '=', 1))
    .select([
      'uo.user_id',
      'uo.org_type',
      'uo.org_id',
      sql<string>`coalesce(o.name, c.name, a.full_name, '')`.as('name'),
    ])
    .where('uo.user_id', 'in', userIds.length === 0 ? [0] : userIds)
    .orderBy('uo.org_type')
    .orderBy('uo.org_id')
    .execute();
}

const signInTypes = [
  'user.loggedIn',
  'user.loginRefused',
  'user.loggedOut',
  'user.sessionsEnded',
  'user.passwordReset',
  'user.passwordChanged',
  'user.disabled',
  'user.enabled',
  'user.joined',
] as const;
const mostRecords = 50;
const fromSchema = z.looseObject({ ip: z.string().optional(), ips: z.array(z.string()).optional() });
const metaSchema = z.looseObject({ actor: z.looseObject({ name: z.string().optional() }).optional() });

/** The live sessions of a user, newest first, and the newest records of signing in. The caller has checked the scope. */
export async function signInsOf(
  store: EventStore,
  by: Principal,
  userId: number,
  nowMs: number,
): Promise<OutputOf<typeof userSignIns>> {
  const reads = readsOf(store, by);
  const [sessions, events, joinCode] = await Promise.all([
    reads
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('created_at_ms', 'desc')
      .orderBy('token_hash')
      .execute(),
    reads
      .selectFrom('events')
      .select(['position', 'type', 'data', 'meta', 'received_at_ms'])
      .where('stream', '=', `user-${userId}`)
      .where('type', 'in', signInTypes)
      .orderBy('version', 'desc')
      .limit(mostRecords)
      .execute(),
    reads
      .selectFrom('user_join_codes')
      .select('expires_at_ms')
      .where('user_id', '=', userId)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst(),
  ]);
  return {
    join_code_expires_at: joinCode === undefined ? null : toWireTime(joinCode.expires_at_ms),
    sessions: sessions.map((session) => ({
      id: sessionIdOf(session.token_hash),
      ip: session.ip,
      browser: browserName(session.agent),
      signed_in_at: toWireTime(session.created_at_ms),
      last_seen_at: toWireTime(session.last_seen_at_ms),
    })),
    records: events.map(({ position, type, data, meta, received_at_ms: atMs }) => {
      const { ip, ips = [] } = fromSchema.parse(JSON.parse(data));
      return {
        id: position,
        at: toWireTime(atMs),
        action: isAuditType(type) ? auditTypes[type].label : type,
        ip: ip ?? ips.join('、'),
        actor_name: metaSchema.parse(JSON.parse(meta)).actor?.name ?? '',
      };
    }),
  };
}
