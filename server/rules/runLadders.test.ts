import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import { notificationLifecycle } from '../../src/machines/notificationLifecycle.ts';
import { notifyActor } from '../domain/actors.ts';
import { decide } from '../domain/decide.ts';
import { addressOf } from '../notify/addressOf.ts';
import type { Adapter } from '../notify/adapter.ts';
import { run, type Subscription } from '../store/eventStore.ts';
import { runLadders } from './runLadders.ts';

const { lift, users } = smallCity;
const configured: readonly ProviderChannel[] = ['voice', 'sms'];

/** A provider of which only the limits matter here. */
const adapterFor = (channel: ProviderChannel): Adapter => ({
  channel,
  isDemo: false,
  isIdempotent: false,
  perSecond: 10,
  addressLimits: [],
  send: async () => ({ kind: 'accepted', providerId: 'p' }),
});

describe('the ladder of a call', () => {
  let city: TestDomain;
  let ladders: Subscription;
  let channels: { adapterOf: (channel: ProviderChannel) => Adapter | undefined };
  const start = () => {
    ladders = runLadders({
      store: city.store,
      clock: city.clock,
      channels,
      settings: city.domain.settings,
      onError: (error) => {
        throw error;
      },
    });
  };
  beforeEach(async () => {
    city = await openDomain();
    channels = { adapterOf: (channel) => (configured.includes(channel) ? adapterFor(channel) : undefined) };
    await city.store.write(function* (queries) {
      const person = { org_type: 4, org_id: 301, duties: '[]', certificates: '[]', certificate_expiry: null };
      yield* run(
        queries.insertInto('people').values([
          { ...person, id: 1, name: '钱进', mobile: '13800000001', user_id: null },
          { ...person, id: 2, name: '李娜', mobile: '13800000002', user_id: users.dispatcher2 },
        ]),
      );
      yield* run(
        queries.insertInto('rotas').values({
          id: 1,
          org_type: 4,
          org_id: 301,
          shifts: JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00', person_ids: [1, 2] }]),
          overrides: '[]',
        }),
      );
      yield* run(queries.updateTable('organizations').set({ duty_phone: '13800000003' }).where('id', '=', 301));
    });
    start();
  });
  afterEach(async () => {
    await ladders.close();
    await city.dispose();
  });

  const call = async () => {
    const device = city.domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('no device');
    await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
    await vi.waitFor(async () =>
      expect(await city.store.rows.selectFrom('rescue_orders').select('id').execute()).toHaveLength(1),
    );
  };
  const order = () => city.store.rows.selectFrom('rescue_orders').selectAll().executeTakeFirstOrThrow();
  const asked = async () =>
    (
      await city.store.rows.selectFrom('notifications').select(['recipient_name', 'channel']).orderBy('id').execute()
    ).map(({ recipient_name: name, channel }) => `${name} ${channel}`);
  const untilAsked = (who: readonly string[]) => vi.waitFor(async () => expect(await asked()).toEqual(who));
  const take = async (name: string, ...drafts: readonly EventDraft[]) => {
    const row = await city.store.rows
      .selectFrom('notifications')
      .select('id')
      .where('recipient_name', '=', name)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    for (const draft of drafts)
      await decide({ store: city.store, clock: city.clock }, notificationLifecycle, {
        stream: `notification-${row.id}`,
        actor: notifyActor,
        choose: () => draft,
      });
  };
  const attempted: EventDraft = { type: 'notification.attempted', data: { attempt: 1 } };
  const key1: EventDraft = { type: 'notification.acknowledged', data: { via: 'key', key: '1' } };
  const typesOf = async () => (await city.store.readStream(`rescue-${(await order()).id}`)).map(({ type }) => type);

  it('calls the people on duty one after the other, also over a restart, and never the same one twice', async () => {
    await call();
    await city.clock.advance(60_000);
    await untilAsked(['钱进 voice']);
    await ladders.close();
    start();
    await city.clock.advance(45_000);
    await untilAsked(['钱进 voice', '李娜 voice']);
    // The provider is down for her: the next one is asked without waiting.
    await take(
      '李娜',
      attempted,
      { type: 'notification.failed', data: { code: '500', reason: '渠道故障', retryAtMs: null } },
      { type: 'notification.givenUp', data: { reason: '渠道故障' } },
    );
    await vi.waitFor(async () =>
      expect((await asked()).slice(0, 3)).toEqual(['钱进 voice', '李娜 voice', '安居物业值班电话 voice']),
    );
    expect(await city.store.rows.selectFrom('call_ladders').selectAll().execute()).toHaveLength(1);
  });

  it('gives the call to someone who may answer calls and presses 1, and asks no one else', async () => {
    await call();
    await city.clock.advance(60_000);
    await untilAsked(['钱进 voice']);
    await take('钱进', attempted, { type: 'notification.answered', data: {} });
    await untilAsked(['钱进 voice', '李娜 voice']);
    await take('李娜', attempted, key1);
    await vi.waitFor(async () => expect((await order()).accepted_by_name).toBe('李娜'));
    expect((await city.store.readStream(`rescue-${(await order()).id}`)).at(-1)).toMatchObject({
      type: 'rescue.accepted',
      data: { via: 'phone' },
      actor: { kind: 'user', id: users.dispatcher2 },
    });
    await city.clock.advance(120_000);
    expect(await asked()).toEqual(['钱进 voice', '李娜 voice']);
  });

  it('says who knows of it when somebody else presses 1, and the call keeps waiting', async () => {
    await call();
    await city.clock.advance(60_000);
    await untilAsked(['钱进 voice']);
    await take('钱进', attempted, key1);
    await vi.waitFor(async () => expect(await typesOf()).toContain('rescue.informed'));
    expect((await city.store.readStream(`rescue-${(await order()).id}`)).at(-1)?.data).toEqual({
      name: '钱进',
      organization: '安居物业',
      channel: 'voice',
    });
    expect(await order()).toMatchObject({ stage: 'pending', accepted_by_id: null });
  });

  const claimer = () => principalOf(city.store, users.dispatcher1);
  const byHand = async () => {
    const { id } = await order();
    await city.domain.rescue.step(await claimer(), { id, event: 'rescue.escalated', data: {} });
  };
  const claim = async () => city.domain.rescue.accept(await claimer(), { orderId: (await order()).id });

  it('calls the people of the next round when the person who has the call asks for it, once each, until everyone is out', async () => {
    await call();
    await claim();
    await city.clock.advance(30_000);
    expect(await asked()).toEqual([]);
    await byHand();
    await untilAsked(['钱进 voice']);
    expect(await city.store.rows.selectFrom('notifications').select(['template', 'rung']).execute()).toEqual([
      { template: 'call', rung: 1 },
    ]);
    await ladders.close();
    start();
    await take('钱进', attempted, { type: 'notification.answered', data: {} });
    await untilAsked(['钱进 voice', '李娜 voice']);
    const { id } = await order();
    await city.domain.rescue.step(await claimer(), { id, event: 'rescue.selfReleased', data: {} });
    await take('李娜', attempted, { type: 'notification.answered', data: {} });
    await city.clock.advance(120_000);
    expect(await asked()).toEqual(['钱进 voice', '李娜 voice']);
  });

  it('calls those of the round after it where the next round reaches nobody, and leaves the level as it was asked for', async () => {
    await city.store.write(function* (queries) {
      yield* run(queries.deleteFrom('rotas'));
      yield* run(queries.updateTable('organizations').set({ duty_phone: '', contact_mobile: '' }));
      yield* run(queries.updateTable('users').set({ mobile: '13800000004' }).where('id', '=', users.admin));
    });
    await call();
    await claim();
    await byHand();
    await untilAsked([expect.stringContaining('voice')]);
    expect((await order()).notice_level).toBe(1);
  });

  it('stands still once the call is claimed, also in a round that was asked for by hand before', async () => {
    await call();
    await byHand();
    await untilAsked(['钱进 voice']);
    await claim();
    await take('钱进', attempted, { type: 'notification.answered', data: {} });
    await city.clock.advance(120_000);
    expect(await asked()).toEqual(['钱进 voice']);
  });

  it('begins the next round at once where a round reaches nobody, once', async () => {
    // No rota and no telephone: only the supervisors are left, who have none either.
    await city.store.write(function* (queries) {
      yield* run(queries.deleteFrom('rotas'));
      yield* run(queries.updateTable('organizations').set({ duty_phone: '', contact_mobile: '' }));
    });
    await call();
    await city.clock.advance(60_000);
    await vi.waitFor(async () => expect((await order()).notice_level).toBe(3));
    expect((await typesOf()).filter((type) => type === 'rescue.escalated')).toHaveLength(3);
  });

  it('calls the contact person of a company that has no 24-hour telephone', async () => {
    await city.store.write(function* (queries) {
      yield* run(queries.deleteFrom('rotas'));
      yield* run(queries.updateTable('organizations').set({ duty_phone: '', contact_mobile: '0571-1001' }));
    });
    await call();
    await city.clock.advance(60_000);
    await untilAsked(['安居物业联系人 voice']);
    expect(await addressOf(city.store, 'voice', { personId: null, userId: null, organization: '4-301' })).toBe(
      '0571-1001',
    );
  });

  it('leaves the times of the settings as they are while no channel is set up', async () => {
    channels.adapterOf = () => undefined;
    await call();
    await city.clock.advance(61_000);
    await vi.waitFor(async () => expect((await order()).notice_level).toBe(1));
    await city.clock.advance(30_000);
    expect((await order()).notice_level).toBe(1);
    expect(await asked()).toEqual([]);
  });
});
