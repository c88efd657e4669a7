import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { smallCity } from '../support/smallCity.ts';

const postgres = postgresOfFile();
let city: TestDomain;
beforeAll(async () => {
  city = await openDomain({ databaseUrl: await postgres.createMigratedDatabase() });
});
afterAll(async () => {
  await city.dispose();
});

/** The same on SQLite, with more cases: server/domain/devices/watchCalendar.test.ts. */
test('on PostgreSQL, too, deadlines count the time that passed while the clock is set two hours forward and four back', async () => {
  const device = city.domain.devices.findDevice(smallCity.lift.deviceKey);
  if (device === undefined) throw new Error('the small city has lost its device');
  await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
  const order = () => city.store.rows.selectFrom('rescue_orders').selectAll().executeTakeFirstOrThrow();
  await vi.waitFor(order, 20_000);
  const raisedAtMs = (await order()).raised_at_ms;
  const waited = async () => city.clock.nowMs() - (await order()).raised_at_ms;
  const stepped = (count: number) =>
    vi.waitFor(async () => expect(await city.store.readStream('clock')).toHaveLength(count), 20_000);

  city.clock.step(7_200_000);
  await city.clock.advance(1_000);
  await stepped(1);
  expect(await waited()).toBe(1_000);
  await city.restart(() => city.clock.step(-14_400_000));
  await stepped(2);
  expect(await waited()).toBe(1_000);
  expect((await order()).raised_at_ms).toBe(raisedAtMs - 7_200_000);

  const kinds = async () =>
    (
      await city.store.rows.selectFrom('rescue_deadlines').select(['kind', 'due_at_ms']).orderBy('due_at_ms').execute()
    ).map(({ kind, due_at_ms }) => [kind, due_at_ms - city.clock.nowMs()]);
  expect(await kinds()).toEqual([
    ['escalate', 59_000],
    ['respond', 179_000],
    ['arrive', expect.any(Number)],
  ]);
  await city.clock.advance(60_000);
  await vi.waitFor(async () => {
    await city.clock.advance(500);
    expect(await order()).toMatchObject({ notice_level: 1, breach: null });
  }, 20_000);
});
