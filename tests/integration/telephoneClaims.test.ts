import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import { notificationLifecycle } from '../../src/machines/notificationLifecycle.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { notifyActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import { releaseClaimsOf } from '../../server/domain/records/releaseClaims.ts';
import { lifecycleEntries } from '../../server/lifecycleEntries.ts';
import type { Adapter } from '../../server/notify/adapter.ts';
import { recordReceipt } from '../../server/notify/recordReceipt.ts';
import { createDescribeEvent } from '../../server/push/describeEvent.ts';
import { isToldTo } from '../../server/push/push.ts';
import { findRescueOrder } from '../../server/queries/rescue.ts';
import { timelineOf } from '../../server/queries/timeline.ts';
import { runLadders } from '../../server/rules/runLadders.ts';
import { run, type Subscription } from '../../server/store/eventStore.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { sealedIdsOf } from '../support/testAccess.ts';

const { lift, farLift, users } = smallCity;

const voice: Adapter = {
  channel: 'voice',
  isDemo: false,
  isIdempotent: false,
  perSecond: 10,
  addressLimits: [],
  send: async () => ({ kind: 'accepted', providerId: 'p' }),
};
const channels = { adapterOf: (channel: ProviderChannel) => (channel === 'voice' ? voice : undefined) };

describe.each(onBothDatabases())('a call that is answered by a key of the telephone, on %s', (_name, databaseUrl) => {
  let city: TestDomain;
  let ladders: Subscription;
  beforeEach(async () => {
    city = await openDomain({ databaseUrl: await databaseUrl() });
    await city.store.write(function* (queries) {
      const person = { org_type: 1, org_id: 1, duties: '[]', certificates: '[]', certificate_expiry: null };
      yield* run(
        queries.insertInto('people').values([
          { ...person, id: 1, name: '李娜', mobile: '13800000001', user_id: users.dispatcher2 },
          { ...person, id: 2, name: '钱进', mobile: '13800000002', user_id: null },
          { ...person, id: 3, name: '张伟', mobile: '13800000003', user_id: users.dispatcher1 },
        ]),
      );
      const who = [1, 2, 3].map((id) => ({ kind: 'person', person_id: id }));
      const rung = { who: [], channels: [], mode: 'together', next_after_seconds: 45, skip_if_empty: false };
      const rungs = [rung, { ...rung, who, channels: ['voice'] }, rung, rung];
      yield* run(
        queries
          .updateTable('ladders')
          .set({ rungs: JSON.stringify(rungs) })
          .where('org_type', '=', 0),
      );
    });
    ladders = runLadders({
      store: city.store,
      clock: city.clock,
      channels,
      settings: city.domain.settings,
      onError: (error) => {
        throw error;
      },
    });
  });
  afterEach(async () => {
    await ladders.close();
    await city.dispose();
  });

  /** A second passes before each look: what falls due is done on another connection than the clock's. */
  const inTime = (look: () => Promise<void>) =>
    vi.waitFor(async () => {
      await city.clock.advance(1_000);
      await look();
    });

  const callFrom = async ({ deviceKey }: { readonly deviceKey: string }): Promise<number> => {
    const device = city.domain.devices.findDevice(deviceKey);
    if (device === undefined) throw new Error('no device');
    await city.domain.devices.recordEvent(device, { id: `e-${deviceKey}`, at: city.clock.nowMs(), kind: 'trapped' });
    let found: number | undefined;
    await inTime(async () => {
      const row = await city.store.rows
        .selectFrom('rescue_orders as o')
        .innerJoin('devices as d', 'd.elevator_id', 'o.elevator_id')
        .select('o.id')
        .where('d.device_key', '=', deviceKey)
        .executeTakeFirst();
      expect(row).toBeDefined();
      found = row?.id;
    });
    return found ?? 0;
  };
  const messages = (orderId: number) =>
    city.store.rows
      .selectFrom('notifications')
      .select(['id', 'person_id'])
      .where('rescue_order_id', '=', orderId)
      .orderBy('id')
      .execute();
  /** The first round of this call rings with all three. */
  const ringing = async (device: { readonly deviceKey: string }): Promise<number> => {
    const orderId = await callFrom(device);
    await city.clock.advance(57_000);
    await inTime(async () => expect(await messages(orderId)).toHaveLength(3));
    for (const { id } of await messages(orderId))
      await decide(city, notificationLifecycle, {
        stream: `notification-${id}`,
        actor: notifyActor,
        choose: () => ({ type: 'notification.attempted', data: { attempt: 1 } }),
      });
    return orderId;
  };
  const press = async (orderId: number, personId: number, key = '1') => {
    const message = (await messages(orderId)).find(({ person_id: id }) => id === personId);
    if (message === undefined) throw new Error('this person was not called');
    await recordReceipt(city, 'voice', { notificationId: message.id, state: 'acknowledged', key });
  };
  const row = async (orderId: number) => {
    const found = await findRescueOrder(city.store, await principalOf(city.store, users.admin), orderId);
    if (found === undefined) throw new Error('no order');
    return found;
  };
  const words = async (orderId: number) =>
    (await timelineOf(city.store, rescueLifecycle, orderId)).map(({ title, detail, actor_name: name }) =>
      [name, title, detail].join(' ').trim(),
    );
  const untilHeldBy = (orderId: number, name: string) =>
    vi.waitFor(async () => expect((await row(orderId)).accepted_by?.name).toBe(name));

  test('belongs to who pressed 1, says so everywhere, and rings neither at a desk nor by telephone again', async () => {
    const orderId = await ringing(lift);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    expect(await row(orderId)).toMatchObject({ stage: 'accepted', accepted_via: 'phone' });
    expect((await words(orderId)).at(-1)).toBe('李娜 受理 电话按键');
    const claim = (await city.store.readStream(`rescue-${orderId}`)).at(-1);
    if (claim === undefined) throw new Error('no claim');
    const pushes = await createDescribeEvent({
      store: city.store,
      directory: city.domain.directory,
      ids: sealedIdsOf(city.store),
      lifecycles: lifecycleEntries,
    })(claim);
    const colleague = await principalOf(city.store, users.dispatcher1);
    expect(pushes.find(({ audience }) => isToldTo(audience, colleague))?.event).toMatchObject({
      kind: 'rescue.claimed',
      byUserName: '李娜',
      via: 'phone',
    });
    await expect(city.domain.rescue.accept(colleague, { orderId })).rejects.toThrow('李娜 已受理（电话）');
    const asked = await messages(orderId);
    await city.clock.advance(200_000);
    expect(await messages(orderId)).toEqual(asked);
    expect(await row(orderId)).toMatchObject({ stage: 'accepted', notice_level: 1 });
  });

  test('stays without a console for five minutes, and rings again without progress', async () => {
    const orderId = await ringing(lift);
    city.consoles.away.add(users.dispatcher2);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    await city.clock.advance(290_000);
    await releaseClaimsOf(city, users.dispatcher2);
    expect((await row(orderId)).stage).toBe('accepted');
    await city.clock.advance(9_000);
    await inTime(async () => expect((await row(orderId)).stage).toBe('pending'));
  });

  test('is taken once, however often the same key is reported', async () => {
    const orderId = await ringing(lift);
    await Promise.all([press(orderId, 1), press(orderId, 1)]);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    await city.clock.advance(1_000);
    const types = (await city.store.readStream(`rescue-${orderId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'rescue.accepted')).toHaveLength(1);
    expect(types).not.toContain('rescue.informed');
  });

  test('names who has it where the key came after somebody else’s claim, and leaves it there', async () => {
    const orderId = await ringing(lift);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    await press(orderId, 3);
    await vi.waitFor(async () =>
      expect((await words(orderId)).at(-1)).toBe('通知渠道 云川市 张伟 已按键知晓 电话，此前已由 李娜 受理'),
    );
    expect((await row(orderId)).accepted_by?.name).toBe('李娜');
  });

  test('only tells that they know where the person may not answer, and the call keeps ringing', async () => {
    const orderId = await ringing(lift);
    await press(orderId, 2);
    await vi.waitFor(async () => expect((await row(orderId)).informed).toEqual(['云川市 钱进']));
    expect(await row(orderId)).toMatchObject({ stage: 'pending', accepted_by: null, accepted_via: null });
  });

  test.each([
    ['whose account was disabled', 'users'],
    ['who was given another account', 'people'],
  ] as const)('does not go to somebody %s while the telephone rang', async (_who, table) => {
    const orderId = await ringing(lift);
    await city.store.write(function* (queries) {
      if (table === 'users')
        yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.dispatcher2));
      else yield* run(queries.updateTable('people').set({ user_id: null }).where('id', '=', 1));
    });
    await press(orderId, 1);
    await vi.waitFor(async () => expect((await row(orderId)).informed).toEqual(['云川市 李娜']));
    expect((await row(orderId)).stage).toBe('pending');
  });

  test('is the one call that the person was called about: another that rings with them stays open', async () => {
    const orderId = await ringing(lift);
    const other = await ringing(farLift);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    await city.clock.advance(1_000);
    expect(await row(other)).toMatchObject({ stage: 'pending', accepted_by: null });
  });

  test('rings again at once where the account of who took it is disabled', async () => {
    const orderId = await ringing(lift);
    await press(orderId, 1);
    await untilHeldBy(orderId, '李娜');
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.dispatcher2));
    });
    await releaseClaimsOf(city, users.dispatcher2);
    expect((await row(orderId)).stage).toBe('pending');
  });

  describe('with help on its way, whose holder asked a colleague to take over and left', () => {
    const offer = {
      event: 'rescue.handOverOffered',
      data: { toUserId: users.dispatcher2, toUserName: '李娜' },
    } as const;
    const steps = {
      dispatch: { event: 'rescue.dispatched', data: { level: 1, who: '维保一组' } },
      arrive: { event: 'rescue.arrived', data: {} },
      offer,
    } as const;
    const step = async (userId: number, id: number, name: keyof typeof steps) =>
      city.domain.rescue.step(await principalOf(city.store, userId), { id, ...steps[name] });
    const offered = async (stage: 'dispatched' | 'arrived'): Promise<number> => {
      const orderId = await callFrom(lift);
      await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher1), { orderId });
      await step(users.dispatcher1, orderId, 'dispatch');
      if (stage === 'arrived') await step(users.dispatcher1, orderId, 'arrive');
      await step(users.dispatcher1, orderId, 'offer');
      return orderId;
    };

    test.each(['dispatched', 'arrived'] as const)('rings at once when %s, and goes on where it was', async (stage) => {
      const orderId = await offered(stage);
      await releaseClaimsOf(city, users.dispatcher1);
      expect(await row(orderId)).toMatchObject({
        stage: 'pending',
        accepted_by: null,
        hand_over: null,
        lapsed_claim: { name: '张伟', cause: 'claimerLeft' },
      });
      expect((await words(orderId)).at(-1)).toContain('受理人已离开，转交给 李娜 未被接收');
      await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher2), { orderId });
      expect(await row(orderId)).toMatchObject({ stage, accepted_by: { name: '李娜' } });
    });

    test('rings after 60 s without a connection, also where nobody answered the offer', async () => {
      const orderId = await offered('dispatched');
      await city.clock.advance(59_000);
      await inTime(async () => expect((await row(orderId)).hand_over?.outcome).toBe('expired'));
      expect((await row(orderId)).accepted_by?.name).toBe('张伟');
      city.consoles.away.add(users.dispatcher1);
      await inTime(async () => expect((await row(orderId)).stage).toBe('pending'));
    });

    test('leaves a superior the time for an offer that follows the notice', async () => {
      const orderId = await callFrom(lift);
      await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher1), { orderId });
      await step(users.dispatcher1, orderId, 'dispatch');
      city.consoles.away.add(users.dispatcher1);
      await city.clock.advance(60_000);
      await inTime(async () =>
        expect(
          await city.store.rows.selectFrom('notices').select('id').where('rescue_order_id', '=', orderId).execute(),
        ).not.toEqual([]),
      );
      await step(users.admin, orderId, 'offer');
      await city.clock.advance(20_000);
      expect((await row(orderId)).hand_over?.outcome).toBe('offered');
      await city.clock.advance(45_000);
      await inTime(async () => expect((await row(orderId)).stage).toBe('pending'));
    });
  });
});
