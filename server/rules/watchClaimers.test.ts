import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { testPepper } from '../../tests/support/testAccess.ts';
import { createSessions } from '../access/sessions.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { decide } from '../domain/decide.ts';
import { releaseClaimsOf } from '../domain/records/releaseClaims.ts';
import { timelineOf } from '../queries/timeline.ts';
import { run } from '../store/eventStore.ts';
import { watchClaimers } from './watchClaimers.ts';

const { lift, farLift, users } = smallCity;
const claimer = users.dispatcher1;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const stageOf = async (orderId: number) =>
  (await city.store.rows.selectFrom('rescue_orders').select('stage').where('id', '=', orderId).executeTakeFirst())
    ?.stage;
const lapses = async (orderId: number) =>
  (await timelineOf(city.store, rescueLifecycle, orderId)).filter(({ type }) => type === 'rescue.claimLapsed');

async function claimedOrder(): Promise<number> {
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'call-00001',
  });
  await city.domain.rescue.accept(await principalOf(city.store, claimer), { orderId });
  return orderId;
}

test('a call whose claimer has been gone for 60 s rings again, and says why', async () => {
  const orderId = await claimedOrder();
  await city.clock.advance(10_000);
  city.consoles.away.add(claimer);
  await city.clock.advance(59_000);
  expect(await stageOf(orderId)).toBe('accepted');
  await city.clock.advance(3_000);
  await vi.waitFor(async () => expect(await stageOf(orderId)).toBe('pending'));
  expect((await lapses(orderId))[0]).toMatchObject({ title: '受理失效，重新振铃', detail: '受理人已离开' });
});

test('a claim that cannot be released does not keep others from ringing again', async () => {
  const broken = await claimedOrder();
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: farLift.id,
    callerPhone: '13800000000',
    requestId: 'call-00002',
  });
  await city.domain.rescue.accept(await principalOf(city.store, claimer), { orderId });
  await city.store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('rescue_machines')
        .set({ state: '{"value":"of a later version","context":{}}' })
        .where('stream', '=', `rescue-${broken}`),
    );
  });
  const troubles: unknown[] = [];
  const { store, clock } = city;
  const watch = watchClaimers({ store, clock, consoles: { isOnline: () => false } }, (error) => troubles.push(error));
  await clock.advance(62_000);
  await vi.waitFor(async () => expect(await stageOf(orderId)).toBe('pending'));
  expect(await stageOf(broken)).toBe('accepted');
  expect(troubles.length).toBeGreaterThan(0);
  await expect(releaseClaimsOf(city, claimer)).rejects.toThrow();
  await watch.close();
});

test('a call taken by telephone stays with the person who took it as long as any other, although they have no console', async () => {
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'call-00001',
  });
  city.consoles.away.add(claimer);
  const { store, clock } = city;
  await decide({ store, clock }, rescueLifecycle, {
    stream: `rescue-${orderId}`,
    actor: actorOf(await principalOf(store, claimer)),
    choose: () => ({ type: 'rescue.accepted', data: { via: 'phone' } }),
  });
  await clock.advance(90_000);
  await releaseClaimsOf(city, claimer);
  expect(await stageOf(orderId)).toBe('accepted');
  expect(await lapses(orderId)).toEqual([]);
  await clock.advance(211_000);
  await vi.waitFor(async () => expect(await lapses(orderId)).toMatchObject([{ detail: '受理后未见进展' }]));
});

test('a call that a lone dispatcher leaves goes up the ladder immediately, since no console rings', async () => {
  const orderId = await claimedOrder();
  city.consoles.away.add(claimer);
  city.consoles.armed = false;
  await city.clock.advance(62_000);
  await vi.waitFor(async () =>
    expect((await city.store.readStream(`rescue-${orderId}`)).slice(-2)).toMatchObject([
      { type: 'rescue.claimLapsed', data: { cause: 'claimerLeft' } },
      { type: 'rescue.escalated', data: { level: 1, reason: 'noConsoleArmed' } },
    ]),
  );
});

test('a link that is back in time leaves the call with its claimer, however often it drops', async () => {
  const orderId = await claimedOrder();
  for (let drop = 0; drop < 4; drop += 1) {
    city.consoles.away.add(claimer);
    await city.clock.advance(50_000);
    city.consoles.away.delete(claimer);
    await city.clock.advance(5_000);
  }
  expect(await stageOf(orderId)).toBe('accepted');
});

async function dispatchedOrder(): Promise<number> {
  const orderId = await claimedOrder();
  await city.domain.rescue.step(await principalOf(city.store, claimer), {
    id: orderId,
    event: 'rescue.dispatched',
    data: { level: 1, who: '维保一组' },
  });
  return orderId;
}
const colleagues = [users.super, users.dispatcher2, users.admin];
/** Returns the people who got the notice that the holder has left, once for each time. */
const toldOfLeaving = async (orderId: number, name = '张伟') =>
  (
    await city.store.rows
      .selectFrom('notices')
      .select('user_id')
      .where('title', '=', `${name} 已离开，救援单 ${orderId} 无人负责`)
      .where('rescue_order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map(({ user_id }) => user_id);
const untilToldOfLeaving = (orderId: number, userIds: readonly number[]) =>
  vi.waitFor(async () => {
    await city.clock.advance(1_000);
    expect(await toldOfLeaving(orderId)).toEqual(userIds);
  });

test('when the dispatcher of a rescue is gone for 60 s, colleagues and superiors get a notice and can go on with it', async () => {
  const sessions = await createSessions({ store: city.store, clock: city.clock, pepper: testPepper });
  await sessions.open(await principalOf(city.store, claimer), { ip: '10.0.0.5', agent: 'test' });
  await sessions.close();
  const orderId = await dispatchedOrder();
  city.consoles.away.add(claimer);
  await city.clock.advance(59_000);
  expect(await toldOfLeaving(orderId)).toEqual([]);
  await untilToldOfLeaving(orderId, colleagues);
  await city.clock.advance(120_000);
  expect(await toldOfLeaving(orderId)).toEqual(colleagues);
  expect(await stageOf(orderId)).toBe('dispatched');
  const colleague = await principalOf(city.store, users.dispatcher2);
  await city.domain.rescue.step(colleague, { id: orderId, event: 'rescue.arrived', data: {} });
  expect(await stageOf(orderId)).toBe('arrived');
});

test('once help is on its way, only a person who took the call over at a screen is missed there, not one on the telephone', async () => {
  const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'call-00001',
  });
  const byTelephone = await principalOf(city.store, users.dispatcher2);
  city.consoles.away.add(byTelephone.userId);
  const step = (actor: Principal, draft: EventDraft) =>
    decide(city, rescueLifecycle, { stream: `rescue-${orderId}`, actor: actorOf(actor), choose: () => draft });
  await step(byTelephone, { type: 'rescue.accepted', data: { via: 'phone' } });
  const colleague = await principalOf(city.store, claimer);
  await step(colleague, { type: 'rescue.dispatched', data: { level: 1, who: '维保一组' } });
  await city.clock.advance(180_000);
  expect(await toldOfLeaving(orderId, byTelephone.name)).toEqual([]);
  const offer = { toUserId: claimer, toUserName: colleague.name, answerWithinSeconds: 60 };
  await step(byTelephone, { type: 'rescue.handOverOffered', data: offer });
  await step(colleague, { type: 'rescue.handOverAccepted', data: {} });
  city.consoles.away.add(claimer);
  await untilToldOfLeaving(orderId, colleagues);
});

test('a dispatcher who has logged out has left a rescue in progress immediately, and the notice is given each time', async () => {
  const orderId = await dispatchedOrder();
  city.consoles.away.add(claimer);
  await untilToldOfLeaving(orderId, colleagues);
  city.consoles.away.delete(claimer);
  await city.clock.advance(5_000);
  city.consoles.away.add(claimer);
  await untilToldOfLeaving(orderId, [...colleagues, ...colleagues]);
});

test('after a restart a user who does not come back within 60 s has left', async () => {
  const orderId = await claimedOrder();
  city.consoles.away.add(claimer);
  await city.clock.advance(40_000);
  await city.restart();
  await city.clock.advance(59_000);
  expect(await stageOf(orderId)).toBe('accepted');
  await city.clock.advance(3_000);
  await vi.waitFor(async () => expect(await stageOf(orderId)).toBe('pending'));
  expect(await lapses(orderId)).toHaveLength(1);
});
