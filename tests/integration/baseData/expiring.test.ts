import { beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../../src/contract/time.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createPersonDesk } from '../../../server/domain/base/person.ts';
import { listExpiring } from '../../../server/queries/expiring.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { expiringList } from '../../../src/contract/endpoints/expiring.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock } = withBaseData(createDatabase);
  let store: EventStore;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let people: ReturnType<typeof createPersonDesk>;
  beforeEach(async () => {
    ({ store, colleague, property, stranger } = now());
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });

  const expiring = async (by: Principal, query: object = {}) =>
    (await listExpiring(store, by, expiringList.input.parse(query), clock.nowMs())).list.map(
      ({ kind, name, days_left: days }) => [kind, name, days],
    );
  const onDay = (inDays: number) => dayOf(clock.nowMs() + inDays * 86_400_000);

  describe('what expires', () => {
    beforeEach(async () => {
      await people.save(colleague, {
        name: '周建',
        mobile: '13800001234',
        duties: ['worker'],
        user_id: null,
        organization: '5-402',
        certificates: [
          { number: 'T1', class: 'T', expiry: onDay(5) },
          { number: 'T2', class: 'A', expiry: onDay(90) },
        ],
      });
      await store.write(function* (queries) {
        yield* run(
          queries
            .updateTable('organizations')
            .set({ licence_expiry: onDay(-3), insurance_expiry: onDay(61) })
            .where('id', '=', 401),
        );
        yield* run(
          queries
            .updateTable('organizations')
            .set({ insurance_expiry: onDay(60) })
            .where('id', '=', 302),
        );
        yield* run(
          queries
            .updateTable('elevators')
            .set({ next_inspection_on: onDay(0), on_demand_permit_number: 'AX1', on_demand_permit_expiry: onDay(3) })
            .where('id', '=', 101),
        );
        yield* run(
          queries
            .updateTable('elevators')
            .set({ next_inspection_on: onDay(-40), next_self_test_on: onDay(2), state: 1 })
            .where('id', '=', 102),
        );
        const contract = { org_type: 5, org_id: 401, starts_on: onDay(-300) };
        yield* run(
          queries.insertInto('contracts').values([
            { ...contract, id: 1, number: 'RENEWED', ends_on: onDay(-10) },
            { ...contract, id: 2, number: 'ENDING', ends_on: onDay(20) },
          ]),
        );
        yield* run(
          queries.insertInto('contract_elevators').values([
            { contract_id: 1, elevator_id: 101 },
            { contract_id: 2, elevator_id: 101 },
          ]),
        );
      });
    });

    test('is listed with the longest expired first, and a contract that was renewed is of no concern', async () => {
      expect(await expiring(colleague)).toEqual([
        ['inspection', 'YJ-02-01', -40],
        ['licence', '迅达维保', -3],
        ['inspection', 'CH-01-01', 0],
        ['selfTest', 'YJ-02-01', 2],
        ['onDemandPermit', 'CH-01-01', 3],
        ['certificate', '周建', 5],
        ['contract', 'ENDING', 20],
        ['insurance', '乐家物业', 60],
      ]);
      expect(await expiring(colleague, { state: 'overdue' })).toHaveLength(2);
      expect(await expiring(colleague, { kind: 'inspection', state: 'soon' })).toEqual([['inspection', 'CH-01-01', 0]]);
      expect(await expiring(colleague, { keyword: '翠湖' })).toEqual([
        ['inspection', 'CH-01-01', 0],
        ['onDemandPermit', 'CH-01-01', 3],
      ]);
    });

    test('is seen in the scope of each record, and only with the permission for its kind', async () => {
      expect(await expiring(property)).toEqual([
        ['licence', '迅达维保', -3],
        ['inspection', 'CH-01-01', 0],
        ['onDemandPermit', 'CH-01-01', 3],
        ['contract', 'ENDING', 20],
      ]);
      expect(await expiring(stranger)).toEqual([]);
      const onlyLifts = { ...colleague, permissions: new Set(['elevator.view'] as const) };
      expect((await expiring(onlyLifts)).map(([kind]) => kind)).toEqual([
        'inspection',
        'inspection',
        'selfTest',
        'onDemandPermit',
      ]);
      expect(await expiring({ ...colleague, permissions: new Set() })).toEqual([]);
    });

    test('leaves out a lift that was scrapped', async () => {
      await store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ state: 2 }).where('id', '=', 102));
      });
      expect((await expiring(colleague)).some(([, name]) => name === 'YJ-02-01')).toBe(false);
    });
  });
});
