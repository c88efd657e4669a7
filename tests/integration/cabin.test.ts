import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { endpoints, type EndpointName } from '../../src/contract/endpoints/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { followAnnouncements } from '../../server/notify/followAnnouncements.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type Subscription } from '../../server/store/eventStore.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { appointOfficer } from '../support/maintenanceCity.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, farLift, users } = smallCity;
const screen = 'SCR000101';

let harness: HttpHarness;
let following: Subscription;
let superToken: string;
beforeAll(async () => {
  harness = await openHttpHarness();
  const { store, domain, channels } = harness;
  await store.write(function* (queries) {
    yield* run(
      queries.insertInto('devices').values({
        device_key: screen,
        elevator_id: lift.id,
        device_type: 'SCR',
        report_period_seconds: 60,
        secret_version: 1,
      }),
    );
  });
  await domain.directory.reload();
  following = followAnnouncements({
    store,
    clock: systemClock,
    channels,
    commands: domain.commands,
    onError(error) {
      throw error;
    },
  });
  superToken = await harness.signIn(users.super);
});
afterAll(async () => {
  await following.close();
  await harness.dispose();
});

async function ask<Output extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Output>,
  input: object,
  token?: string,
): Promise<z.output<Output>> {
  const { envelope, text } = await harness.call(endpoint, input, token);
  if (envelope?.code !== 0) throw new Error(text);
  return endpoint.output.parse(envelope.data);
}
async function pairCabin(elevatorId: number): Promise<string> {
  const { code } = await ask(endpoints.wallPair, { name: '轿厢屏', elevator_id: elevatorId }, superToken);
  return (await ask(endpoints.wallRedeem, { code, as: 'cabin' })).token;
}
const today = (days = 0) => toWireTime(systemClock.nowMs() + days * 86_400_000).slice(0, 10);
async function sendTo(elevatorId: number): Promise<number> {
  const draft = await ask(
    endpoints.communityNoticeSave,
    {
      community_id: elevatorId === lift.id ? 11 : 12,
      title: '电梯检验公告',
      content: '检验期间各梯依次停用约一小时。',
      kind: 'inspection',
      valid_from: today(),
      valid_to: today(1),
    },
    superToken,
  );
  return (
    await ask(
      endpoints.announcementSend,
      { id: draft.id, to: { elevator_ids: [elevatorId], person_ids: [] } },
      superToken,
    )
  ).id;
}
const countsOf = async (id: number) => (await ask(endpoints.announcementDetail, { id }, superToken)).row.screens;

it('the page in a car is paired once, and sees its own lift and nothing else', async () => {
  const { code } = await ask(endpoints.wallPair, { name: '轿厢屏', elevator_id: lift.id }, superToken);
  // A wall cannot take the code of a car, and does not use it up.
  expect((await harness.call(endpoints.wallRedeem, { code })).envelope?.code).not.toBe(0);
  const { token, userInfo } = await ask(endpoints.wallRedeem, { code, as: 'cabin' });
  expect(userInfo.permissions).toEqual([]);
  expect((await harness.call(endpoints.wallRedeem, { code, as: 'cabin' })).envelope?.code).not.toBe(0);

  const state = await ask(endpoints.cabinState, {}, token);
  expect(state).toMatchObject({ tag: lift.tag, rescue_code: lift.rescueCode, notices: [] });
  expect(state?.codes).toHaveLength(13);
  const guarded: readonly EndpointName[] = [
    'elevatorList',
    'elevatorDetail',
    'rescueList',
    'outageList',
    'presenceCode',
  ];
  for (const name of guarded) {
    const { envelope } = await harness.call(endpoints[name], { id: farLift.id, elevator_id: farLift.id }, token);
    expect([name, envelope?.code === 0]).toEqual([name, false]);
  }
  // Neither does another user see through the page's call.
  expect(await ask(endpoints.cabinState, {}, superToken)).toBeNull();
});

it('the code of a car is also on the telephone of the safety officer of its community, and of no one else', async () => {
  const property = await harness.signIn(users.property);
  const refused = await harness.call(endpoints.presenceCode, { elevator_id: lift.id }, property);
  expect(refused.envelope?.message).toBe('须由该小区的电梯安全员出示动态码，请在“小区管理”中登记安全员并关联账号');
  expect(await ask(endpoints.presenceLifts, {}, property)).toEqual({ list: [] });

  await appointOfficer(harness.store, users.property);
  expect(await ask(endpoints.presenceLifts, {}, property)).toMatchObject({ list: [{ id: lift.id, tag: lift.tag }] });
  const { code, now, next_at: nextAt } = await ask(endpoints.presenceCode, { elevator_id: lift.id }, property);
  expect(code).toMatch(/^\d{6}$/);
  expect(Date.parse(nextAt) - Date.parse(now)).toBeLessThanOrEqual(5_000);
  expect((await harness.call(endpoints.presenceCode, { elevator_id: farLift.id }, property)).status).toBe(404);
});

it('a notice goes to the screens of the car, and each that showed it is counted', async () => {
  const cabin = await pairCabin(lift.id);
  const elsewhere = await pairCabin(farLift.id);
  const id = await sendTo(lift.id);
  const { total } = await countsOf(id);
  expect(await countsOf(id)).toMatchObject({ done: 0, failed: 0 });

  const command = await expect
    .poll(
      async () =>
        await harness.store.rows
          .selectFrom('device_commands')
          .select(['id', 'device_key', 'identifier'])
          .where('identifier', '=', 'notice_show')
          .executeTakeFirst(),
    )
    .toMatchObject({ device_key: screen })
    .then(() =>
      harness.store.rows
        .selectFrom('device_commands')
        .select('id')
        .where('identifier', '=', 'notice_show')
        .executeTakeFirstOrThrow(),
    );
  const { commands } = harness.domain;
  await commands.recordSent(command.id);
  await commands.recordAcknowledged(screen, command.id);
  await commands.recordResulted(screen, command.id, { code: 3, message: '设备忙，请稍后重试' });
  expect(await countsOf(id)).toEqual({ total, done: 0, failed: 1 });
  expect((await ask(endpoints.announcementDetail, { id }, superToken)).screens).toContainEqual(
    expect.objectContaining({ name: screen, delivery: 'failed', note: '设备忙，请稍后重试' }),
  );

  expect((await ask(endpoints.cabinState, {}, cabin))?.notices).toMatchObject([{ id, is_new: true }]);
  expect((await ask(endpoints.cabinState, {}, elsewhere))?.notices).toEqual([]);
  expect((await harness.call(endpoints.cabinShown, { id }, elsewhere)).envelope?.code).not.toBe(0);
  await ask(endpoints.cabinShown, { id }, cabin);
  await ask(endpoints.cabinShown, { id }, cabin);
  expect(await countsOf(id)).toEqual({ total, done: 1, failed: 1 });
  expect((await ask(endpoints.cabinState, {}, cabin))?.notices).toMatchObject([{ id, is_new: false }]);

  await ask(endpoints.announcementRecall, { id, reason: '检验改期' }, superToken);
  expect((await ask(endpoints.cabinState, {}, cabin))?.notices).toEqual([]);
});
