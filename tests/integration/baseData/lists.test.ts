import { beforeEach, describe, expect, test } from 'vitest';
import { createBrandDesk } from '../../../server/domain/base/brand.ts';
import { listAccounts } from '../../../server/queries/user.ts';
import { cachedReads } from '../../../server/queries/cachedReads.ts';
import { liftContains } from '../../../server/queries/liftWords.ts';
import { companyScopeCondition } from '../../../server/access/companyScope.ts';
import { communityScopeCondition } from '../../../server/access/organizationScope.ts';
import {
  elevatorScopeAlone,
  elevatorScopeCondition,
  mostNarrowAreas,
  type Scope,
} from '../../../server/access/scope.ts';
import { actorOf, type Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { userAccounts } from '../../../src/contract/endpoints/user.ts';
import { addLifts } from '../../support/moreLifts.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('lists of base data on %s', (_database, createDatabase) => {
  const { now, clock, liftIds } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let brands: ReturnType<typeof createBrandDesk>;
  beforeEach(() => {
    ({ store, admin, colleague, property, stranger } = now());
    brands = createBrandDesk({ store, clock, onTrouble, onChanged: () => undefined });
  });

  const accountIds = async (by: Principal) =>
    (await listAccounts(store, by, () => false, userAccounts.input.parse({ sort: 'id', order: 'asc' }))).list.map(
      ({ id }) => id,
    );
  const acme = { name: '通力', contact_mobile: '0512-62560000', address: '昆山' };
  const liftsFound = async (keyword: string) =>
    (
      await store.rows
        .selectFrom('elevators as e')
        .select('e.id')
        .where(() => liftContains(store, keyword))
        .orderBy('e.id')
        .execute()
    ).map(({ id }) => id);

  describe('a search of the lifts', () => {
    test('finds characters inside a name, a tag, an address or a code, and nothing by a sign that stands for any', async () => {
      const { lift, farLift } = smallCity;
      expect(await liftsFound('湖花')).toEqual([lift.id]);
      expect(await liftsFound('ch-01')).toEqual([lift.id]);
      expect(await liftsFound('010002')).toEqual([farLift.id]);
      expect(await liftsFound(lift.rescueCode)).toEqual([lift.id]);
      expect(await liftsFound('元')).toEqual([lift.id, farLift.id]);
      expect(await liftsFound('幢 1 单')).toEqual([lift.id, farLift.id]);
      for (const none of ['没有', '%', '_', '花湖', 'CH\\', "'", "''", '""', '"*"', 'CH*', 'OR'])
        expect(await liftsFound(none), none).toEqual([]);
    });

    test('finds a lift by what is written of it now, at the end of each text and by signs too', async () => {
      const { lift, farLift } = smallCity;
      const write = (values: { tag?: string; internal_tag?: string; registration_code?: string }) =>
        store.write(function* (queries) {
          yield* run(queries.updateTable('elevators').set(values).where('id', '=', lift.id));
        });
      await write({ tag: 'Q"9 甲乙', internal_tag: '丙' });
      for (const keyword of ['甲乙', '乙', 'q"9 甲', '"9', '丙'])
        expect([await liftsFound(keyword), await liftIds({ keyword })], keyword).toEqual([[lift.id], [lift.id]]);
      expect(await liftsFound('ch-01')).toEqual([]);
      await write({ internal_tag: '丁戊' });
      expect([await liftsFound('丙'), await liftsFound('丁戊')]).toEqual([[], [lift.id]]);
      await addLifts(store, { firstId: 10_000, count: 3, deviceKeyOf: (id) => `NEW-${id}`, periodSeconds: 5 });
      expect((await liftsFound('幢')).filter((id) => id >= 10_000)).toEqual([10_000, 10_001, 10_002]);
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('devices').where('elevator_id', '=', 10_001));
        yield* run(queries.deleteFrom('elevators').where('id', '=', 10_001));
      });
      for (const keyword of ['幢', '幢 ', '幢 1'])
        expect(
          (await liftsFound(keyword)).filter((id) => id >= 10_000),
          keyword,
        ).toEqual([10_000, 10_002]);
      expect(await liftsFound(smallCity.farLift.rescueCode)).toEqual([farLift.id]);
    });
  });

  test('a page far back holds the rows that the whole list has there, in every order', async () => {
    await addLifts(store, { firstId: 10_000, count: 2_100, deviceKeyOf: (id) => `FAR-${id}`, periodSeconds: 5 });
    await store.write(function* (queries) {
      const undated = queries.updateTable('elevators').set({ install_at_ms: null });
      yield* run(undated.where('id', 'in', [10_001, 11_000, 12_090]));
    });
    for (const [sort, order] of [
      ['id', 'desc'],
      ['install_at', 'asc'],
      ['install_at', 'desc'],
    ] as const) {
      const whole: number[] = [];
      for (let page = 1; page <= 11; page += 1) whole.push(...(await liftIds({ page, page_size: 200, sort, order })));
      expect(new Set(whole).size, sort).toBe(2_102);
      for (const page of [101, 106, 300])
        expect(await liftIds({ page, sort, order }), `${sort} ${order}`).toEqual(
          whole.slice(20 * (page - 1), 20 * page),
        );
    }
  });

  describe('a scope', () => {
    test('holds the same lifts and companies, however wide it is and however they are asked for', async () => {
      const nothing = { areaIds: [], communityIds: [], brandIds: [], propertyIds: [], maintenanceIds: [] };
      const wide = Array.from({ length: mostNarrowAreas }, (_, index) => 900 + index);
      const scopes: readonly Scope[] = [
        ...[[], wide].map((others): Scope => ({ kind: 'organizations', ...nothing, areaIds: [2, ...others] })),
        { kind: 'organizations', ...nothing, communityIds: [11] },
        { kind: 'organizations', ...nothing, propertyIds: [301], areaIds: wide },
      ];
      for (const scope of [...scopes, { kind: 'organizations', ...nothing } as const]) {
        const lifts = store.rows.selectFrom('elevators as e').select('e.id').orderBy('e.id');
        const alone = await lifts.where(() => elevatorScopeAlone(scope)).execute();
        const joined = await lifts
          .innerJoin('communities as c', 'c.id', 'e.community_id')
          .where(() => elevatorScopeCondition(scope))
          .execute();
        expect(alone).toEqual(joined);
        const isSome = scopes.includes(scope);
        expect(alone).toEqual(isSome ? [{ id: smallCity.lift.id }] : []);
        const companies = await store.rows
          .selectFrom('organizations as o')
          .select('o.id')
          .where('o.org_type', '=', 5)
          .where(() => companyScopeCondition(scope, 'maintenance_id'))
          .execute();
        expect(companies).toEqual(isSome ? [{ id: 401 }] : []);
        const communities = await store.rows
          .selectFrom('communities as c')
          .select('c.id')
          .where(() => communityScopeCondition(scope))
          .execute();
        expect(communities).toEqual(isSome ? [{ id: 11 }] : []);
      }
    });
  });

  test('a long list is counted again when base data has changed, and not before; the audit log also with every other entry', async () => {
    const counted = { baseData: 0, auditLog: 0 };
    const ask = async () => {
      for (const source of ['baseData', 'auditLog'] as const) {
        const keep = await cachedReads(store, source);
        await keep(`rows of ${source}`, async () => (counted[source] += 1));
      }
      return { ...counted };
    };
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 1, auditLog: 1 });
    await brands.save(admin, acme);
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 2, auditLog: 2 });
    const append = (stream: string, type: string) =>
      store.append({
        stream,
        expectedVersion: 'any',
        actor: actorOf(admin),
        events: [{ type, data: { sessionId: 'session', ip: '127.0.0.1' }, atMs: clock.nowMs() }],
      });
    await append(`user-${admin.userId}`, 'user.loggedIn');
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 2, auditLog: 3 });
    await append('device-COL1', 'device.changedState');
    expect(await ask()).toEqual({ baseData: 2, auditLog: 3 });
    // What lies behind entries that change no row counts as much as before.
    await append('config', 'config.changed');
    await append('elevator-1', 'elevator.changed');
    await append('config', 'config.changed');
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 3, auditLog: 4 });
    await append('config', 'config.changed');
    expect(await ask()).toEqual({ baseData: 3, auditLog: 5 });
  });

  test('what could not be read is read again by the next who asks', async () => {
    const keep = await cachedReads(store);
    await expect(keep('lifts', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(await keep('lifts', () => Promise.resolve(2))).toBe(2);
  });

  test('the accounts to manage are those that see no lift outside one’s scope', async () => {
    const { users } = smallCity;
    expect(await accountIds(colleague)).toEqual(Object.values(users));
    expect(await accountIds(property)).toEqual([users.property, users.maintenance]);
    expect(await accountIds(stranger)).toEqual([]);
  });
});
