import { afterEach, beforeEach } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import type { Refusal } from '../../server/domain/refusal.ts';
import { loadSettings } from '../../server/domain/city/settings.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { listAudit } from '../../server/queries/audit.ts';
import { findCommunity, listCommunities } from '../../server/queries/community.ts';
import { listElevators } from '../../server/queries/elevator.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import type { EventStore } from '../../server/store/eventStore.ts';
import { auditList } from '../../src/contract/endpoints/audit.ts';
import { communityList } from '../../src/contract/endpoints/community.ts';
import { elevatorList } from '../../src/contract/endpoints/elevator.ts';
import { failOnTrouble } from './importDesks.ts';
import { openTestStore } from './openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from './smallCity.ts';

/** The small city of one test, and who edits it: nobody's limits, a super administrator, a property company's user, one of elsewhere. */
export interface BaseData {
  readonly store: EventStore;
  readonly dataDir: string;
  readonly admin: Principal;
  readonly colleague: Principal;
  readonly property: Principal;
  readonly stranger: Principal;
}

/** For the desks: trouble fails the test. */
export const onTrouble = failOnTrouble;

/** The errors beside the fields with which a desk refuses; 'saved' when it does not. */
export const refusalOf = (saving: Promise<unknown>): Promise<unknown> =>
  saving.then(
    () => 'saved',
    (error: Refusal) => error.fieldErrors,
  );

/**
 * Opens the small city before each test of the surrounding `describe` and closes it afterwards; `createDatabase` gives the URL of the
 * test's PostgreSQL, or undefined for SQLite. `now` returns the city of the test that runs; the others read its rows.
 */
export function withBaseData(createDatabase: () => Promise<string | undefined>) {
  const clock = new VirtualClock();
  let opened: BaseData & { readonly dispose: () => Promise<void> };
  beforeEach(async () => {
    const testStore = await openTestStore({
      clock,
      projections,
      databaseUrl: await createDatabase(),
    });
    const { store, dataDir } = testStore;
    await writeSmallCity(store);
    const { users } = smallCity;
    const [admin, colleague, property, stranger] = await Promise.all([
      principalOf(store, users.admin),
      principalOf(store, users.super),
      principalOf(store, users.property),
      principalOf(store, users.stranger),
    ]);
    opened = { store, dataDir, admin, colleague, property, stranger, dispose: () => testStore.dispose() };
  });
  afterEach(() => opened.dispose());

  const day = (inDays: number) => new Date(clock.nowMs() + inDays * 86_400_000).toISOString().slice(0, 10);
  const liftRows = async (by: Principal, query: object = {}) =>
    (
      await listElevators(
        opened.store,
        await loadSettings(opened.store, clock),
        by,
        elevatorList.input.parse({ sort: 'id', order: 'asc', ...query }),
        clock.nowMs(),
      )
    ).list;
  return {
    clock,
    now: (): BaseData => opened,
    day,
    /** A contract that runs today, for the lifts with these tags. */
    contract: (org_id: number, elevators: string[], over: object = {}) => ({
      org_id,
      number: 'WB-1',
      starts_on: day(-30),
      ends_on: day(300),
      elevators,
      ...over,
    }),
    communityRows: async (by: Principal, query: object = {}) =>
      (await listCommunities(opened.store, by, communityList.input.parse({ sort: 'id', order: 'asc', ...query }))).list,
    /** A community as its form would send it again. */
    kept: async (id: number) => {
      const {
        full_area: _area,
        property_name: _property,
        group_names: _groups,
        ...row
      } = await findCommunity(opened.store, opened.colleague, id);
      const { member_num: _members, elevator_num: _lifts, ...values } = row;
      return values;
    },
    liftRows,
    liftIds: async (query: object) => (await liftRows(opened.colleague, query)).map(({ id }) => id),
    entries: async (by: Principal, query: object = {}) =>
      (await listAudit(opened.store, by, auditList.input.parse(query))).list,
  };
}
