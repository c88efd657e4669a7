import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrandDesk } from '../../../server/domain/base/brand.ts';
import { actorOf, type Principal } from '../../../server/access/principal.ts';
import { indexedAuditTypes } from '../../../server/store/auditIndex.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { auditTypeNames } from '../../../src/contract/audit.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (database, createDatabase) => {
  const { now, clock, entries } = withBaseData(createDatabase);
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

  const acme = { name: '通力', contact_mobile: '0512-62560000', address: '昆山' };

  describe('the audit log', () => {
    test('says who changed what, newest first, and is searched by record, words and time', async () => {
      const { id, version } = await brands.save(admin, acme);
      await brands.save(colleague, { ...acme, id, version, name: '通力电梯', address: '' });
      await brands.remove(admin, [id]);
      const brand = { record: 'brand', record_id: String(id) };
      expect(await entries(colleague, brand)).toMatchObject([
        { ...brand, actor_name: admin.name, action: '删除', record_name: '通力电梯' },
        {
          ...brand,
          actor_name: colleague.name,
          action: '修改',
          changes: [
            { field: '名称', before: '通力', after: '通力电梯' },
            { field: '地址', before: '昆山', after: '' },
          ],
        },
        { ...brand, action: '新建', record_name: '通力' },
      ]);
      expect(await entries(colleague, { keyword: '昆山' })).toHaveLength(2);
      expect(await entries(colleague, { keyword: colleague.name })).toHaveLength(1);
      expect(await entries(colleague, { record: 'person' })).toEqual([]);
      const later = new Date(clock.nowMs() + 1).toISOString();
      expect(await entries(colleague, { from: later })).toEqual([]);
      expect(await entries(colleague, { to: later, page_size: 2 })).toHaveLength(2);
    });

    test('names the account that something happened to', async () => {
      await store.append({
        stream: `user-${property.userId}`,
        expectedVersion: 'any',
        actor: actorOf(admin),
        events: [{ type: 'user.sessionsEnded', data: { reason: '离职' }, atMs: clock.nowMs() }],
      });
      expect(await entries(colleague, { record: 'user' })).toMatchObject([
        { actor_name: admin.name, record_name: property.name, action: '结束登录' },
      ]);
    });

    test('shows a user with limits only what they and the accounts that they manage did', async () => {
      await brands.save(colleague, acme);
      const { id } = await brands.save(admin, { ...acme, name: '迅达' });
      expect((await entries(colleague)).map(({ actor_name: name }) => name)).toEqual([admin.name, colleague.name]);
      expect(await entries(admin)).toMatchObject([{ record_id: String(id) }]);
      expect(await entries(property)).toEqual([]);
      expect(await entries(stranger)).toEqual([]);
    });

    test('reads every type that it shows by the index', async () => {
      expect(await indexedAuditTypes(store.rows, database === 'PostgreSQL' ? 'postgres' : 'sqlite')).toEqual(
        auditTypeNames,
      );
      if (database === 'PostgreSQL') return;
      const types = sql.join(auditTypeNames.map((type) => sql.lit(type)));
      const { rows } = await sql`explain query plan select ev.position from events as ev where ev.type in (${types})
          order by ev.position desc limit 20`.execute(store.rows);
      expect(JSON.stringify(rows)).toContain('events_audited');
    });
  });
});
