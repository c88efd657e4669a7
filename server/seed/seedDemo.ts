import type { Compilable } from 'kysely';
import { reconcileCatalogue } from '../access/catalogue.ts';
import { Directory } from '../domain/city/directory.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore, type TransactionSteps } from '../store/eventStore.ts';
import { demoMark, demoPasswordMd5, isDemoStore } from '../access/demoPassword.ts';
import { addDispatchCentre } from './demoCentre.ts';
import { addDemoDuty } from './demoDuty.ts';
import { addDemoLadder } from './demoLadder.ts';
import { demoAccounts } from './demoAccounts.ts';
import { addMakersList } from './addMakersList.ts';
import { addNotices } from './addNotices.ts';
import { addVisitPeople } from './addVisitPeople.ts';
import { addNotifications } from './addNotifications.ts';
import { completeUsers } from './completeUsers.ts';
import { addRules } from './addRules.ts';
import { completeBaseData } from './completeBaseData.ts';
import { addDemoDevices } from './demoDevices.ts';
import { buildDemoCity, demoCityAreaId, demoMaintenanceId, demoPropertyId } from './demoCity.ts';
import { completeLiftRegister } from './liftRegister.ts';
import { DemoHistory, historyDays } from './demoHistory.ts';
import { reviewDays, seedReviews } from './seedReviews.ts';

export interface SeedDemoOptions {
  readonly store: EventStore;
  readonly clock: Clock;
  /** As the login hashes it (`createPasswords`). */
  readonly hashPassword: (md5Hex: string) => Promise<string>;
  /** The number of days of the history; fewer in tests. */
  readonly days?: number;
  /** Encrypts the password of a camera. */
  readonly sealSecret?: ((secret: string) => string) | undefined;
}

/** The store belongs to a real site: invented lifts and calls must never get into it. */
export class NotADemoStoreError extends Error {
  override readonly name = 'NotADemoStoreError';
  constructor() {
    super('该数据目录属于正式站点，不能写入演示数据；请加 --no-demo 启动，或换一个 DATA_DIR 运行演示');
  }
}

const organizationOf: Readonly<
  Record<(typeof demoAccounts)[number]['org'], readonly [type: number, id: number | null]>
> = {
  none: [0, null],
  city: [1, demoCityAreaId],
  property: [4, demoPropertyId],
  maintenance: [5, demoMaintenanceId],
};

/** Rows of a kind in one statement; more would pass the databases' limits on parameters. */
const rowsAtOnce = 250;

/**
 * Fills a new store with the demo city and its last week; on a store that has it, only completes what is missing.
 * Throws NotADemoStoreError for the store of a real site.
 * Resolves when the server may open; `continueInBackground` of the answer writes the older history.
 */
export async function seedDemo({
  store,
  clock,
  hashPassword,
  days = historyDays,
  sealSecret,
}: SeedDemoOptions): Promise<DemoHistory> {
  const isDemo = await isDemoStore(store);
  if (!isDemo) {
    const isUsed =
      (await exists(store.rows.selectFrom('users').select('id'))) ||
      (await exists(store.rows.selectFrom('areas').select('id')));
    if (isUsed) throw new NotADemoStoreError();
    await writeBaseData(store, clock, hashPassword);
  }
  await completeBaseData(store, clock);
  await addDemoDevices({ store, clock, sealSecret });
  await completeLiftRegister(store, clock);
  await addMakersList(store, clock);
  await addNotices(store, clock);
  await addRules(store, clock);
  await completeUsers(store, clock);
  await addDemoDuty(store, clock);
  await addDispatchCentre(store, clock);
  await addDemoLadder(store, clock);
  const directory = await Directory.load(store);
  await addVisitPeople({ store, clock, directory }, hashPassword);
  const history = await DemoHistory.open({ store, clock, directory }, days);
  await history.writeRecent();
  await addNotifications(store, clock, directory);
  // A history that is shorter, as in tests, has no reviews either.
  if (days >= reviewDays) await seedReviews(store, clock, directory);
  return history;
}

async function exists(query: { limit(rows: number): { executeTakeFirst(): Promise<unknown> } }): Promise<boolean> {
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

async function writeBaseData(
  store: EventStore,
  clock: Clock,
  hashPassword: (md5Hex: string) => Promise<string>,
): Promise<void> {
  const nowMs = clock.nowMs();
  const city = buildDemoCity(nowMs);
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(demoPasswordMd5)));
  const peopleIn = (roleIds: ReadonlyMap<string, number>) =>
    demoAccounts.map(({ id, account, name, mobile, roleKey }, index) => ({
      id,
      account,
      name,
      mobile,
      role_id: roleIds.get(roleKey) ?? 0,
      password_hash: hashes[index] ?? '',
      is_disabled: 0 as const,
      must_change_password: 0 as const,
      created_at_ms: nowMs,
    }));
  const scopes = demoAccounts.flatMap(({ id, org }) => {
    const [type, orgId] = organizationOf[org];
    return orgId === null ? [] : [{ user_id: id, org_type: type, org_id: orgId }];
  });
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: demoMark, value: String(nowMs) }));
    yield* inBatches(city.areas, (rows) => queries.insertInto('areas').values(rows));
    yield* inBatches(city.organizations, (rows) => queries.insertInto('organizations').values(rows));
    yield* inBatches(city.communities, (rows) => queries.insertInto('communities').values(rows));
    yield* inBatches(city.elevators, (rows) => queries.insertInto('elevators').values(rows));
    yield* inBatches(city.people, (rows) => queries.insertInto('people').values(rows));
    yield* inBatches(city.devices, (rows) => queries.insertInto('devices').values(rows));
    yield* inBatches(peopleIn(yield* reconcileCatalogue(queries)), (rows) => queries.insertInto('users').values(rows));
    yield* inBatches(scopes, (rows) => queries.insertInto('user_organizations').values(rows));
  });
}

function* inBatches<Row>(rows: readonly Row[], insert: (batch: Row[]) => Compilable): TransactionSteps {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield* run(insert(rows.slice(from, from + rowsAtOnce)));
}
