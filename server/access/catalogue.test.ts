import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { copyStoreOf1_5 } from '../../tests/support/storeOf1_5.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { defaultRoles, reconcileCatalogue } from './catalogue.ts';

const open: TestStore[] = [];

async function freshStore(): Promise<TestStore> {
  const opened = await openTestStore();
  open.push(opened);
  return opened;
}

/** A real site's database as version 1.5.0 left it. */
async function upgradedStore(): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-upgrade-'));
  await copyStoreOf1_5(dataDir);
  const opened = await openTestStore({ dataDir });
  open.push(opened);
  return opened;
}

/** Menu, permissions and default roles without their ids, which differ between stores. */
async function accessOf({ rows }: EventStore) {
  const nodes = await rows
    .selectFrom('permissions')
    .selectAll()
    .orderBy('type')
    .orderBy('path')
    .orderBy('code')
    .execute();
  const keyOf = (id: number | null) => {
    const node = nodes.find((candidate) => candidate.id === id);
    return node === undefined ? null : node.path || node.code;
  };
  const roles = await rows.selectFrom('roles').selectAll().orderBy('role_type').orderBy('name').execute();
  const grants = await rows.selectFrom('role_permissions').selectAll().execute();
  return {
    menu: nodes.map(({ id, parent_id, ...node }) => ({ ...node, key: keyOf(id), parent: keyOf(parent_id) })),
    roles: roles.map(({ id, ...role }) => ({
      ...role,
      holds: grants
        .flatMap(({ role_id, permission_id }) => (role_id === id ? [keyOf(permission_id)] : []))
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    })),
  };
}

const start = (store: EventStore) => store.write(reconcileCatalogue);

afterEach(async () => {
  for (const opened of open.splice(0)) await opened.dispose();
});

describe('the catalogue of screens, permissions and roles', () => {
  test('gives a fresh store seven default roles, each with its permissions', async () => {
    const { store } = await freshStore();
    const roleIds = await start(store);
    expect(new Set(roleIds.keys())).toEqual(new Set(defaultRoles.map(({ key }) => key)));
    const { roles, menu } = await accessOf(store);
    expect(roles).toHaveLength(7);
    for (const { key, permissions } of defaultRoles) {
      const role = roles.find(({ default_key: own }) => own === key);
      expect(
        new Set(menu.filter((node) => node.code !== '' && role?.holds.includes(node.key)).map(({ code }) => code)),
        key,
      ).toEqual(new Set(permissions));
    }
  });

  test('gives a store of version 1.5.0 exactly what a fresh one has', async () => {
    const [fresh, upgraded] = [await freshStore(), await upgradedStore()];
    await start(fresh.store);
    await start(upgraded.store);
    expect(await accessOf(upgraded.store)).toEqual(await accessOf(fresh.store));
  });

  test.each([
    ['fresh', freshStore],
    ['upgraded', upgradedStore],
  ] as const)('changes nothing at the second start of a store that is %s', async (_, openStore) => {
    const opened = await openStore();
    await start(opened.store);
    const once = await accessOf(opened.store);
    await start(await opened.reopen());
    expect(await accessOf(opened.store)).toEqual(once);
  });

  test.each([
    ['fresh', freshStore],
    ['upgraded', upgradedStore],
  ] as const)('keeps what an administrator changed in a store that is %s', async (_, openStore) => {
    const { store } = await openStore();
    await start(store);
    await store.write(function* (queries) {
      yield* run(
        queries.updateTable('permissions').set({ name: '一键求助', is_show: 0 }).where('path', '=', 'RescueCall'),
      );
      yield* run(
        queries
          .deleteFrom('role_permissions')
          .where('role_id', 'in', queries.selectFrom('roles').select('id').where('default_key', '=', 'maintenance')),
      );
      yield* run(queries.deleteFrom('roles').where('default_key', '=', 'regulator'));
      yield* run(queries.deleteFrom('permissions').where('path', '=', 'ReportStatisticsPark'));
    });
    const changed = await accessOf(store);
    await start(store);
    expect(await accessOf(store)).toEqual(changed);
  });

  test('inserts what a store never had, and grants it to the default roles once', async () => {
    const { store } = await upgradedStore();
    await start(store);
    const whole = await accessOf(store);
    // As in a store whose version did not know the page yet.
    await store.write(function* (queries) {
      yield* run(
        queries
          .deleteFrom('role_permissions')
          .where(
            'permission_id',
            'in',
            queries.selectFrom('permissions').select('id').where('path', '=', 'ReportStatistics'),
          ),
      );
      yield* run(queries.deleteFrom('permissions').where('path', '=', 'ReportStatistics'));
      yield* run(queries.deleteFrom('catalogue_items').where('item', 'like', '%:ReportStatistics'));
    });
    await start(store);
    expect(await accessOf(store)).toEqual(whole);
  });
});
