import { afterEach, beforeEach, expect, test } from 'vitest';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { run } from '../store/eventStore.ts';
import type { RescueOrderTable } from '../store/rowTables.ts';
import { readEventStats } from './eventStats.ts';

const { users, lift } = smallCity;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

type Times = Pick<RescueOrderTable, 'answered_at_ms' | 'arrived_at_ms' | 'is_open'> & { readonly stage?: string };

test('of the last 30 days, a step in time counts for us, a late one against us at once, and one still running not at all', async () => {
  const by = await principalOf(city.store, users.admin);
  const { orderId } = await city.domain.rescue.phoneIn(by, {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'statistics-1',
  });
  const [pattern] = await city.store.rows.selectFrom('rescue_orders').selectAll().where('id', '=', orderId).execute();
  if (pattern === undefined) throw new Error('the order has no row');
  const { respond_due_at_ms: respondDueMs, arrive_due_at_ms: arriveDueMs } = pattern;
  const closed: readonly Times[] = [
    { answered_at_ms: respondDueMs, arrived_at_ms: arriveDueMs, is_open: 0 },
    { answered_at_ms: respondDueMs + 1, arrived_at_ms: arriveDueMs + 1, is_open: 0 },
    // Closed without anybody having arrived: the arrival counts neither way.
    { answered_at_ms: respondDueMs - 1, arrived_at_ms: null, is_open: 0 },
    { answered_at_ms: respondDueMs, arrived_at_ms: arriveDueMs, is_open: 0, stage: 'falseCall' },
  ];
  await city.store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('rescue_orders')
        .values(closed.map((times, index) => ({ ...pattern, stage: 'closed', ...times, id: orderId + 1 + index }))),
    );
  });
  const read = (nowMs: number) => readEventStats(city.store, by, nowMs, sysConfigDefaults);
  expect(await read(respondDueMs)).toMatchObject({ answered: { total: 3, met: 2 }, arrived: { total: 2, met: 1 } });
  // What is left out stands beside the figure, and together they are all five calls.
  expect(await read(respondDueMs)).toMatchObject({
    today: { rescue: 5, false_calls: 1 },
    answered: { left_out: { false_calls: 1, running: 1, not_needed: 0 } },
    arrived: { left_out: { false_calls: 1, running: 1, not_needed: 1 } },
  });
  expect(await read(respondDueMs + 1)).toMatchObject({ answered: { total: 4, met: 2 }, arrived: { total: 2, met: 1 } });
  expect(await read(arriveDueMs + 1)).toMatchObject({ answered: { total: 4, met: 2 }, arrived: { total: 3, met: 1 } });
  expect(await read(respondDueMs + 31 * 86_400_000)).toMatchObject({
    answered: { total: 0, met: 0 },
    arrived: { total: 0, met: 0 },
  });
});
