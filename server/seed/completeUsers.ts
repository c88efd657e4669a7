import type { DefaultRoleKey } from '../access/catalogue.ts';
import { seededRandom } from '../runtime/random.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { givenNames, surnames } from './cityNames.ts';
import { demoSeed } from './demoCity.ts';

const doneKey = 'demo.users';
const dayMs = 86_400_000;
/** Far above the demo's own accounts, and below what people enter. */
const firstId = 101;
const mostOfKind = 12;
/** One in this many has left. */
const disabledEvery = 8;

interface Post {
  readonly account: string;
  readonly roleKey: DefaultRoleKey;
  readonly orgType: number;
  readonly orgId: number;
}

function* postsOf(queries: Queries): TransactionSteps<readonly Post[]> {
  const companies = yield* run(
    queries.selectFrom('organizations').select(['id', 'org_type']).where('org_type', 'in', [4, 5]).orderBy('id'),
  );
  const districts = yield* run(
    queries.selectFrom('areas').select('id').where('parent_id', 'is not', null).orderBy('id'),
  );
  const ofCompanies = (orgType: number, roleKey: DefaultRoleKey, prefix: string): readonly Post[] =>
    companies
      .filter((company) => company.org_type === orgType)
      .slice(0, mostOfKind)
      .map(({ id }) => ({ account: `${prefix}${id}`, roleKey, orgType, orgId: id }));
  return [
    ...ofCompanies(4, 'property', 'wy'),
    ...ofCompanies(5, 'maintenance', 'wb'),
    ...districts
      .slice(0, mostOfKind)
      .map(({ id }) => ({ account: `jg${id}`, roleKey: 'regulator' as const, orgType: 1, orgId: id })),
  ];
}

/**
 * Gives the demo city the users of its companies and districts, so that the list of users is as long as a city's. No password opens
 * their accounts: an administrator resets one first. A store of any age gets them once.
 */
export async function completeUsers(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
    const roles = yield* run(queries.selectFrom('roles').select(['id', 'default_key']));
    const taken = yield* run(queries.selectFrom('users').select(['id', 'account']).where('id', '<', 1_000_000));
    const accounts = new Set(taken.map(({ account }) => account));
    let id = Math.max(firstId, ...taken.map((user) => user.id + 1));
    for (const [index, { account, roleKey, orgType, orgId }] of (yield* postsOf(queries)).entries()) {
      const roleId = roles.find(({ default_key: key }) => key === roleKey)?.id;
      if (roleId === undefined || accounts.has(account)) continue;
      const random = seededRandom(demoSeed ^ Math.imul(index + 1, 15_485_863));
      yield* run(
        queries.insertInto('users').values({
          id,
          account,
          name: `${random.pick(surnames)}${random.pick(givenNames)}`,
          // No telephone has such a number.
          mobile: `000${String(random.between(10_000_000, 99_999_999))}`,
          role_id: roleId,
          password_hash: '',
          is_disabled: index % disabledEvery === disabledEvery - 1 ? 1 : 0,
          must_change_password: 1,
          created_at_ms: nowMs - random.between(30, 600) * dayMs,
        }),
      );
      yield* run(queries.insertInto('user_organizations').values({ user_id: id, org_type: orgType, org_id: orgId }));
      id += 1;
    }
  });
}
