import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleResponsible } from '../../src/machines/exampleResponsible.ts';
import { messageWish } from '../../tests/support/messageWish.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import {
  acceptAll,
  channelsOf,
  neverAnswers,
  recordingAdapter,
  type Answer,
} from '../../tests/support/recordingChannels.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import type { Subscription } from '../store/eventStore.ts';
import { run } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { notifyActor } from '../domain/actors.ts';
import type { Channels } from './adapter.ts';
import { attemptsLeft } from './addressLimits.ts';
import { followNotifications } from './followNotifications.ts';
import { queueNotification, type NotificationWish } from './queueNotification.ts';
import { recordReceipt } from './recordReceipt.ts';
import { sendNotifications, type Sender } from './sendNotifications.ts';

const secondMs = 1_000;
const minuteMs = 60_000;
const mobiles = ['13800000001', '13800000002'] as const;

let site: TestDomain;
let sender: Sender | undefined;
let follow: Subscription | undefined;

beforeEach(async () => {
  site = await openDomain();
  await site.store.write(function* (queries) {
    for (const [index, mobile] of mobiles.entries())
      yield* run(
        queries.insertInto('people').values({
          id: index + 1,
          name: ['李师傅', '钱师傅'][index] ?? '',
          mobile,
          org_type: 4,
          org_id: 301,
          duties: '[]',
          certificates: '[]',
          certificate_expiry: null,
          user_id: null,
        }),
      );
  });
});
afterEach(async () => {
  await stop();
  await site.dispose();
});

async function stop(): Promise<void> {
  const closing = Promise.all([sender?.close(), follow?.close()]);
  // A provider that never answers is waited for no longer than this.
  await site.clock.advance(5 * secondMs);
  await closing;
  sender = undefined;
  follow = undefined;
}

const onError = (error: unknown) => {
  throw error;
};

function start(channels: Channels, chance = () => 0.5): Channels {
  const { store, clock, domain } = site;
  follow = followNotifications({ store, clock, directory: domain.directory, settings: domain.settings, onError });
  sender = sendNotifications({ store, clock, channels, onError, chance });
  return channels;
}

let keys = 0;
async function queue(channels: Channels, wish: Partial<NotificationWish> = {}): Promise<number> {
  keys += 1;
  const id = await queueNotification(
    { store: site.store, clock: site.clock, channels },
    messageWish({
      key: `test:${keys}`,
      source: 'ladder',
      recipient: { personId: 1, userId: null, organization: '', name: '李师傅', maskedAddress: '138****0001' },
      template: 'call',
      values: { 电梯编号: 'CH-01-01' },
      title: '困人呼叫 CH-01-01',
      priority: 2,
      elevatorId: smallCity.lift.id,
      tag: smallCity.lift.tag,
      responsible: exampleResponsible,
      ...wish,
    }),
  );
  if (id === undefined) throw new Error('queued before');
  return id;
}

const rowOf = (id: number) =>
  site.store.rows.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: number): Promise<string> => (await rowOf(id)).state;
const typesOf = async (id: number): Promise<readonly string[]> =>
  (await site.store.readStream(`notification-${id}`)).map(({ type }) => type.slice('notification.'.length));
const failedAlarms = () =>
  site.store.rows.selectFrom('alarms').selectAll().where('kind', '=', 'notifyFailed').execute();

const busy: Answer = () => ({ kind: 'refused', code: '503', reason: '渠道不可用', isPassing: true });
const voice = (wish: Partial<NotificationWish> = {}): Partial<NotificationWish> => ({
  channel: 'voice',
  priority: 1,
  requireKey: true,
  unheardAfterMs: 60 * secondMs,
  ...wish,
});

describe('a notification', () => {
  test('exists once by its key, leaves once, and is known to have reached its person only by receipts', async () => {
    const sms = recordingAdapter('sms', acceptAll);
    const channels = start(channelsOf(sms));
    const id = await queue(channels, { key: 'fact:1' });
    await expect(queue(channels, { key: 'fact:1' })).rejects.toThrow('queued before');
    await site.clock.advance(secondMs);
    expect(sms.sent).toMatchObject([{ notificationId: id, attempt: 1, address: mobiles[0], text: 'call CH-01-01' }]);
    expect(await stateOf(id)).toBe('accepted');
    await recordReceipt(site, 'sms', { providerId: `p-${id}-1`, state: 'delivered' });
    expect(await stateOf(id)).toBe('delivered');
    await recordReceipt(site, 'sms', { notificationId: id, state: 'acknowledged', key: '1' });
    expect(await typesOf(id)).toEqual(['queued', 'attempted', 'accepted', 'delivered', 'acknowledged']);
  });

  test('takes no notice of receipts that come twice, late, from another channel, or for nothing that left', async () => {
    const channels = channelsOf(recordingAdapter('sms', acceptAll));
    const waiting = await queue(channels);
    await recordReceipt(site, 'sms', { notificationId: waiting, state: 'acknowledged' });
    expect(await stateOf(waiting)).toBe('queued');
    start(channels);
    await site.clock.advance(secondMs);
    await recordReceipt(site, 'sms', { notificationId: waiting, state: 'answered' });
    const events = await typesOf(waiting);
    await recordReceipt(site, 'sms', { notificationId: waiting, state: 'answered' });
    await recordReceipt(site, 'sms', { notificationId: waiting, state: 'delivered' });
    await recordReceipt(site, 'sms', { notificationId: waiting, state: 'failed', reason: '空号' });
    await recordReceipt(site, 'voice', { notificationId: waiting, state: 'acknowledged' });
    expect(await typesOf(waiting)).toEqual(events);
  });

  test('fails once by a receipt that is processed again after a crash, although it has left again since', async () => {
    const channels = start(channelsOf(recordingAdapter('voice', acceptAll)));
    const id = await queue(channels, voice({ unheardAfterMs: null }));
    await site.clock.advance(secondMs);
    const failed = () =>
      recordReceipt(
        site,
        'voice',
        { notificationId: id, state: 'failed', code: '200011', reason: '已停机' },
        { messageId: 'receipt:1:0' },
      );
    await failed();
    await site.clock.advance(5 * minuteMs);
    const events = await typesOf(id);
    expect(events.filter((type) => type === 'accepted')).toHaveLength(2);
    await failed();
    expect(await typesOf(id)).toEqual(events);
  });

  test('carries no telephone number into the log', async () => {
    const channels = start(channelsOf(recordingAdapter('sms', acceptAll)));
    const id = await queue(channels);
    await site.clock.advance(secondMs);
    expect(JSON.stringify(await site.store.readStream(`notification-${id}`))).not.toContain(mobiles[0]);
  });

  test('to somebody without a number, or by a channel that is not configured, is given up at once and says why', async () => {
    const channels = start(channelsOf(recordingAdapter('sms', acceptAll)));
    const nobody = { personId: 99, userId: null, organization: '', name: '离职', maskedAddress: '' };
    const noNumber = await queue(channels, { recipient: nobody });
    const noChannel = await queue(channels, { channel: 'voice' });
    await site.clock.advance(secondMs);
    expect(await rowOf(noNumber)).toMatchObject({ state: 'givenUp', problem: '没有登记电话号码' });
    expect(await rowOf(noChannel)).toMatchObject({ state: 'givenUp', problem: '该渠道未配置', attempts: 0 });
  });
});

describe('a provider that is down', () => {
  test('is tried again after ever longer waits until the message expires; giving up raises an alarm of the lift', async () => {
    const sms = recordingAdapter('sms', busy);
    const channels = start(channelsOf(sms), () => 1);
    const id = await queue(channels, { priority: 1 });
    const other = await queue(channels, { priority: 1 });
    await site.clock.advance(11 * minuteMs);
    const times = sms.sent.filter(({ notificationId }) => notificationId === id).map(({ atMs }) => atMs);
    const waits = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(waits.length).toBeGreaterThan(4);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(await stateOf(id)).toBe('givenUp');
    expect(await stateOf(other)).toBe('givenUp');
    expect(await failedAlarms()).toMatchObject([{ elevator_id: smallCity.lift.id, level: 2, status: 0 }]);
  });

  test('raises no alarm for what could wait, nor for what was said about such a failure', async () => {
    const channels = start(channelsOf());
    await queue(channels, { priority: 3 });
    await queue(channels, { priority: 1, source: 'failure' });
    await site.clock.advance(minuteMs);
    expect(await failedAlarms()).toEqual([]);
  });

  test('raises an alarm if a call of the ladder cannot be placed, but not if nobody picks up: the next rung follows', async () => {
    const channels = start(channelsOf(recordingAdapter('voice', acceptAll)));
    const unanswered = await queue(channels, voice());
    await site.clock.advance(secondMs);
    const rang = { notificationId: unanswered, state: 'failed', code: 'noAnswer', reason: '无人接听' } as const;
    await recordReceipt(site, 'voice', rang);
    await site.clock.advance(secondMs);
    expect(await rowOf(unanswered)).toMatchObject({ state: 'givenUp', problem_code: 'noAnswer' });
    expect(await failedAlarms()).toEqual([]);
    const unreachable = await queue(channels, voice({ recipient: recipientTwo }));
    await site.clock.advance(secondMs);
    await recordReceipt(site, 'voice', {
      notificationId: unreachable,
      state: 'failed',
      code: '200011',
      reason: '已停机',
    });
    await site.clock.advance(secondMs);
    expect(await failedAlarms()).toMatchObject([
      { elevator_id: smallCity.lift.id, detail: expect.stringContaining('已停机') },
    ]);
  });

  test('raises nothing in an imported past, and does today', async () => {
    const channels = start(channelsOf());
    const atMs = site.clock.nowMs();
    const { key: _key, ...wish } = messageWish({ key: 'past', source: 'ladder', priority: 1 });
    await site.store.append({
      stream: 'notification-9001',
      expectedVersion: 'none',
      actor: notifyActor,
      correlationId: importCorrelation,
      events: [
        {
          type: 'notification.queued',
          atMs,
          data: {
            ...wish,
            key: 'past',
            notificationId: 9_001,
            isDemo: true,
            expiresAtMs: atMs + minuteMs,
            elevatorId: smallCity.lift.id,
            responsible: exampleResponsible,
          },
        },
        { type: 'notification.attempted', atMs, data: { attempt: 1 } },
        { type: 'notification.failed', atMs, data: { code: 'unreachable', reason: '号码为空号', retryAtMs: null } },
        { type: 'notification.givenUp', atMs, data: { reason: '号码为空号' } },
      ],
    });
    const today = await queue(channels, { priority: 1 });
    await site.clock.advance(minuteMs);
    expect(await failedAlarms()).toMatchObject([{ detail: expect.stringContaining(`"notification_id":${today}`) }]);
  });

  test('is a notice to the administrators where it is about no lift, once an hour', async () => {
    const channels = start(channelsOf());
    await queue(channels, { elevatorId: null, responsible: null, source: 'probe' });
    await queue(channels, { elevatorId: null, responsible: null, source: 'probe' });
    await site.clock.advance(minuteMs);
    expect(await failedAlarms()).toEqual([]);
    const notices = await site.store.rows.selectFrom('notices').select(['user_id', 'title']).execute();
    expect(notices).toContainEqual({ user_id: smallCity.users.super, title: '通知失败：短信' });
    expect(notices.filter(({ user_id }) => user_id === smallCity.users.super)).toHaveLength(1);
  });

  test('holds up no other channel', async () => {
    const sms = recordingAdapter('sms', neverAnswers);
    const phone = recordingAdapter('voice', acceptAll);
    const channels = start(channelsOf(sms, phone));
    for (let count = 0; count < 20; count += 1) await queue(channels);
    const call = await queue(channels, voice());
    await site.clock.advance(100);
    expect(await stateOf(call)).toBe('accepted');
    expect(sms.sent).toHaveLength(4);
  });

  test('that says when to come again is left alone until then', async () => {
    let isBusy = true;
    const sms = recordingAdapter('sms', (message, signal) =>
      isBusy
        ? { kind: 'refused', code: '429', reason: '过于频繁', isPassing: true, retryAfterMs: 2 * minuteMs }
        : acceptAll(message, signal),
    );
    const channels = start(channelsOf(sms));
    const id = await queue(channels);
    await site.clock.advance(minuteMs);
    isBusy = false;
    await site.clock.advance(50 * secondMs);
    expect(sms.sent).toHaveLength(1);
    expect(await stateOf(id)).toBe('retrying');
    await site.clock.advance(15 * secondMs);
    expect(await stateOf(id)).toBe('accepted');
  });
});

describe('an outcome that nobody knows', () => {
  test('is sent again only as a call for help, a few times at most; anything else waits for a person', async () => {
    const sms = recordingAdapter('sms', neverAnswers);
    const channels = start(channelsOf(sms));
    const call = await queue(channels, { priority: 1 });
    const news = await queue(channels, { priority: 2 });
    await site.clock.advance(5 * minuteMs);
    const timesOf = (id: number) => sms.sent.filter(({ notificationId }) => notificationId === id).length;
    expect(timesOf(news)).toBe(1);
    expect(timesOf(call)).toBe(4);
    expect(await rowOf(news)).toMatchObject({ state: 'unknown', problem: '渠道没有答复' });
    expect(await stateOf(call)).toBe('unknown');
  });

  test('after a crash is recorded as such, and what had not left still leaves', async () => {
    const channels = channelsOf(recordingAdapter('sms', neverAnswers));
    start(channels);
    const news = await queue(channels, { priority: 2 });
    const call = await queue(channels, { priority: 1 });
    await site.clock.advance(secondMs);
    expect(await stateOf(news)).toBe('attempted');
    await stop();
    const waiting = await queue(channels, { priority: 3 });
    await site.restart();
    const sms = recordingAdapter('sms', acceptAll);
    start(channelsOf(sms));
    await site.clock.advance(2 * secondMs);
    const left = new Map(sms.sent.map(({ notificationId, attempt }) => [notificationId, attempt]));
    expect(left).toEqual(
      new Map([
        [call, 2],
        [waiting, 1],
      ]),
    );
    expect(await rowOf(news)).toMatchObject({ state: 'unknown', problem: '发送时服务器重启' });
    expect(await typesOf(call)).toEqual(['queued', 'attempted', 'unknown', 'resent', 'attempted', 'accepted']);
  });
});

describe('a call for help', () => {
  test('waits for none of a thousand messages of a rule', async () => {
    const sms = recordingAdapter('sms', acceptAll, { perSecond: 10 });
    const channels = start(channelsOf(sms));
    for (let count = 0; count < 1_000; count += 100)
      await Promise.all(Array.from({ length: 100 }, () => queue(channels, { priority: 3, source: 'rule' })));
    const call = await queue(channels, { priority: 1 });
    const leftBefore = sms.sent.length;
    expect(leftBefore).toBeLessThan(900);
    await site.clock.advance(200);
    expect(sms.sent.slice(leftBefore).map(({ notificationId }) => notificationId)).toContain(call);
  });

  test('goes on to the next person when nobody answers in time, and counts as heard only with the key', async () => {
    const phone = recordingAdapter('voice', acceptAll);
    const channels = start(channelsOf(phone));
    const unheard = await queue(channels, voice());
    const heard = await queue(channels, voice({ recipient: recipientTwo }));
    await site.clock.advance(secondMs);
    await recordReceipt(site, 'voice', { notificationId: unheard, state: 'answered', durationSeconds: 8 });
    await recordReceipt(site, 'voice', { notificationId: heard, state: 'acknowledged', key: '1' });
    await site.clock.advance(2 * minuteMs);
    const deadlines = async (id: number) =>
      (await site.store.readStream(`notification-${id}`)).filter(({ type }) => type === 'notification.deadlinePassed');
    expect(await deadlines(unheard)).toMatchObject([{ data: { kind: 'unheard' } }]);
    expect(await deadlines(heard)).toEqual([]);
  });

  test('passes no limit of the provider: the next number is taken instead', async () => {
    const phone = recordingAdapter('voice', acceptAll, { addressLimits: [{ most: 1, withinMs: minuteMs }] });
    const channels = start(channelsOf(phone));
    const first = await queue(channels, voice());
    const second = await queue(channels, voice());
    await site.clock.advance(secondMs);
    expect([await stateOf(first), await rowOf(second)]).toMatchObject([
      'accepted',
      { state: 'givenUp', problem_code: 'limit', attempts: 0 },
    ]);
    const parts = { store: site.store, channels };
    expect(await attemptsLeft(parts, 'voice', mobiles[0], site.clock.nowMs())).toBe(0);
    expect(await attemptsLeft(parts, 'voice', mobiles[1], site.clock.nowMs())).toBe(1);
    expect(await attemptsLeft(parts, 'voice', mobiles[0], site.clock.nowMs() + minuteMs)).toBe(1);
  });

  test('that is answered cancels what has not left yet', async () => {
    const sms = recordingAdapter('sms', busy);
    const channels = start(channelsOf(sms));
    const { domain, store } = site;
    const device = domain.devices.findDevice(smallCity.lift.deviceKey);
    if (device === undefined) throw new Error('no device');
    await domain.devices.recordEvent(device, { id: 'e-1', at: site.clock.nowMs(), kind: 'trapped' });
    await site.clock.advance(100);
    const { order_id: orderId } = await store.rows.selectFrom('open_rescues').selectAll().executeTakeFirstOrThrow();
    const late = await queue(channels, { priority: 1, rescueOrderId: orderId });
    const rule = await queue(channels, { priority: 1, rescueOrderId: orderId, source: 'rule' });
    await site.clock.advance(secondMs);
    expect(await stateOf(late)).toBe('retrying');
    await domain.rescue.accept(await principalOf(store, smallCity.users.dispatcher1), { orderId });
    await site.clock.advance(100);
    expect(await rowOf(late)).toMatchObject({ state: 'cancelled', problem: '呼叫已受理' });
    expect(await stateOf(rule)).not.toBe('cancelled');
  });
});

const recipientTwo = { personId: 2, userId: null, organization: '', name: '钱师傅', maskedAddress: '138****0002' };
