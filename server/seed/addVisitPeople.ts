import { dayOf } from '../../src/contract/time.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { createCommunityMemberDesk } from '../domain/base/communityMember.ts';
import { createPersonDesk } from '../domain/base/person.ts';
import type { Directory } from '../domain/city/directory.ts';
import { seededRandom } from '../runtime/random.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { demoPasswordMd5 } from '../access/demoPassword.ts';
import { givenNames, surnames } from './cityNames.ts';
import { demoAccounts } from './demoAccounts.ts';
import { demoMaintenanceId, demoPropertyId, demoSeed } from './demoCity.ts';

const doneKey = 'demo.visitPeople';
const dayMs = 86_400_000;

/** The accounts of the people who make and sign visits, and what they are in their company. */
const posts = {
  worker1: { organization: `5-${demoMaintenanceId}`, orgType: 5, orgId: demoMaintenanceId, duties: ['worker'] },
  worker2: { organization: `5-${demoMaintenanceId}`, orgType: 5, orgId: demoMaintenanceId, duties: ['worker'] },
  officer: { organization: `4-${demoPropertyId}`, orgType: 4, orgId: demoPropertyId, duties: ['safetyOfficer'] },
} as const;
type Post = keyof typeof posts;
const postNames = ['worker1', 'worker2', 'officer'] as const satisfies readonly Post[];

/** The accounts of `posts` by their names; those that a store of an earlier version lacks are made. */
async function ensureAccounts(store: EventStore, nowMs: number, passwordHash: string): Promise<Map<Post, number>> {
  return store.write(function* (queries) {
    const roles = yield* run(queries.selectFrom('roles').select(['id', 'default_key']));
    const users = yield* run(queries.selectFrom('users').select(['id', 'account']));
    const ids = new Map<Post, number>();
    for (const name of postNames) {
      const account = demoAccounts.find((one) => one.account === name);
      if (account === undefined) continue;
      const known = users.find((user) => user.account === name);
      if (known !== undefined) {
        ids.set(name, known.id);
        continue;
      }
      const roleId = roles.find(({ default_key: key }) => key === account.roleKey)?.id;
      if (roleId === undefined || users.some(({ id }) => id === account.id)) continue;
      yield* run(
        queries.insertInto('users').values({
          id: account.id,
          account: name,
          name: account.name,
          mobile: account.mobile,
          role_id: roleId,
          password_hash: passwordHash,
          is_disabled: 0,
          must_change_password: 0,
          created_at_ms: nowMs,
        }),
      );
      const { orgType, orgId } = posts[name];
      yield* run(
        queries.insertInto('user_organizations').values({ user_id: account.id, org_type: orgType, org_id: orgId }),
      );
      ids.set(name, account.id);
    }
    return ids;
  });
}

/**
 * Gives the demo city the people of its visits: who belongs to the accounts `worker1`, `worker2` and `officer`, and a manager of each
 * company. They are entered as an administrator enters them, once for a store of any age.
 */
export async function addVisitPeople(
  parts: { readonly store: EventStore; readonly clock: Clock; readonly directory: Directory },
  hashPassword: (md5Hex: string) => Promise<string>,
): Promise<void> {
  const { store, clock } = parts;
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const accounts = await ensureAccounts(store, nowMs, await hashPassword(demoPasswordMd5));
  const administrator = demoAccounts.find(({ roleKey }) => roleKey === 'superAdministrator');
  const by = administrator === undefined ? undefined : await loadPrincipal(store, administrator.id);
  if (by === undefined) return;
  await enterPeople(parts, by, accounts);
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}

async function enterPeople(
  site: Parameters<typeof addVisitPeople>[0],
  by: Principal,
  accounts: ReadonlyMap<Post, number>,
): Promise<void> {
  const { store, clock } = site;
  const parts = {
    ...site,
    onTrouble: (_trouble: string, error: unknown) => {
      throw error;
    },
  };
  const people = createPersonDesk(parts);
  const taken = new Set((await store.rows.selectFrom('people').select('mobile').execute()).map(({ mobile }) => mobile));
  /** No network gives out numbers that begin with zeros; one that is taken was entered by an interrupted run. */
  const enter = async (number: number, person: Omit<Parameters<typeof people.save>[1], 'mobile'>) => {
    const mobile = `000${String(number).padStart(8, '0')}`;
    if (taken.has(mobile)) return undefined;
    return (await people.save(by, { ...person, mobile })).id;
  };
  const expiry = dayOf(clock.nowMs() + 900 * dayMs);
  for (const [index, name] of postNames.entries()) {
    const account = demoAccounts.find((one) => one.account === name);
    const userId = accounts.get(name);
    if (account === undefined || userId === undefined) continue;
    const { organization, duties } = posts[name];
    const id = await enter(20_001 + index, {
      name: account.name,
      organization,
      duties: [...duties],
      certificates: [
        { number: `T${30_000_001 + index}`, class: name === 'officer' ? 'A 电梯安全管理' : 'T 电梯修理', expiry },
      ],
      user_id: userId,
    });
    if (name === 'officer' && id !== undefined) await appoint(id);
  }
  const companies = await store.rows
    .selectFrom('organizations')
    .select(['id', 'org_type'])
    .where('org_type', 'in', [4, 5])
    .orderBy('id')
    .execute();
  for (const { id, org_type: orgType } of companies) {
    const random = seededRandom(demoSeed ^ Math.imul(id, 32_452_843));
    await enter(30_000 + id, {
      name: `${random.pick(surnames)}${random.pick(givenNames)}`,
      organization: `${orgType}-${id}`,
      duties: ['manager'],
      certificates: [],
      user_id: null,
    });
  }

  /** The officer of every community of the company. */
  async function appoint(personId: number): Promise<void> {
    const members = createCommunityMemberDesk(parts);
    const communities = await store.rows
      .selectFrom('communities')
      .select('id')
      .where('property_id', '=', demoPropertyId)
      .orderBy('id')
      .execute();
    for (const { id } of communities)
      await members.save(by, { community_id: id, person_id: personId, role: 'safetyOfficer' });
  }
}
