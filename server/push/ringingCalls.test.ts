import { expect, test, vi } from 'vitest';
import { openDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { run } from '../store/eventStore.ts';
import { RingingCalls } from './ringingCalls.ts';

const { lift, farLift, users } = smallCity;

test('a call whose history cannot be read rings without it and does not keep others from ringing', async () => {
  const city = await openDomain();
  try {
    const { store, domain, clock } = city;
    const call = async ({ deviceKey }: { readonly deviceKey: string }, number: number) => {
      const device = domain.devices.findDevice(deviceKey);
      if (device === undefined) throw new Error(`no device ${deviceKey}`);
      await domain.devices.recordEvent(device, { id: `e-${number}`, at: clock.nowMs(), kind: 'trapped' });
      return vi.waitFor(async () => {
        const rows = await store.rows.selectFrom('rescue_orders').select(['id', 'stage']).orderBy('id').execute();
        expect(rows).toHaveLength(number);
        return rows[number - 1]?.id ?? 0;
      });
    };
    const lapsed = await call(lift, 1);
    await domain.rescue.accept(await principalOf(store, users.dispatcher1), { orderId: lapsed });
    await clock.advance(301_000);
    await vi.waitFor(async () =>
      expect(
        await store.rows.selectFrom('rescue_orders').select('stage').where('id', '=', lapsed).executeTakeFirst(),
      ).toEqual({ stage: 'pending' }),
    );
    const other = await call(farLift, 2);
    await store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('rescue_machines')
          .set({ state: '{"value":"of a later version","context":{}}' })
          .where('stream', '=', `rescue-${lapsed}`),
      );
    });
    const troubles: unknown[] = [];
    const ringing = await RingingCalls.open({
      epoch: 'e',
      store,
      directory: domain.directory,
      onError: (error) => troubles.push(error),
    });
    expect(ringing.list().map(({ orderId }) => orderId)).toEqual([lapsed, other]);
    expect(troubles).toHaveLength(1);
  } finally {
    await city.dispose();
  }
});
