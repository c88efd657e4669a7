import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { run } from '../store/eventStore.ts';
import { countRescueCauses } from './rescueCauses.ts';

const { users, lift } = smallCity;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

test('rescues are counted by cause and detail, in the caller’s scope and time, without false calls and hidden ones', async () => {
  const by = await principalOf(city.store, users.admin);
  const { orderId } = await city.domain.rescue.phoneIn(by, {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'causes-1',
  });
  const [pattern] = await city.store.rows.selectFrom('rescue_orders').selectAll().where('id', '=', orderId).execute();
  if (pattern === undefined) throw new Error('the order has no row');
  const completed = { ...pattern, stage: 'completed', is_open: 0, was_trapped: 1, people_num: 2 } as const;
  const lock = { cause: 'door', cause_detail: '301', cause_detail_label: '轿门锁' };
  await city.store.write(function* (queries) {
    yield* run(
      queries.insertInto('rescue_orders').values(
        [
          { ...completed, ...lock },
          { ...completed, ...lock, was_trapped: 0 as const },
          { ...completed, cause: 'door' },
          { ...completed, cause: 'car', cause_detail: 'JX4', cause_detail_label: '导靴/轿厢晃动' },
          { ...completed, ...lock, raised_at_ms: pattern.raised_at_ms - 86_400_000 },
          { ...completed, ...lock, stage: 'falseCall' },
          { ...completed, ...lock, is_hidden: 1 as const },
        ].map((row, index) => ({ ...row, id: orderId + 1 + index })),
      ),
    );
  });
  const { total, causes } = await countRescueCauses(city.store, by, {
    from: new Date(pattern.raised_at_ms - 1_000).toISOString(),
  });
  expect(total).toBe(5);
  expect(
    causes.map(({ cause_label: label, cause_detail_label: detail, num, trapped_num: trapped, people_num: people }) =>
      [label, detail, num, trapped, people].join(' '),
    ),
  ).toEqual(['门系统故障 轿门锁 2 1 2', '轿厢故障 导靴/轿厢晃动 1 1 2', '门系统故障  1 1 2', '  1 0 0']);
  expect((await countRescueCauses(city.store, by, {})).total).toBe(6);
  // The lift is neither this person's nor was it.
  const stranger = await principalOf(city.store, users.stranger);
  expect(await countRescueCauses(city.store, stranger, {})).toEqual({ total: 0, causes: [] });
});
