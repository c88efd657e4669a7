import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationList } from '../../src/contract/endpoints/notification.ts';
import { messageWish } from '../../tests/support/messageWish.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { channelsOf } from '../../tests/support/recordingChannels.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { hideNotification, resendNotification } from '../domain/records/notificationDesk.ts';
import { queueNotification } from '../notify/queueNotification.ts';
import { sendNotifications } from '../notify/sendNotifications.ts';
import { listNotifications, readNotification } from './notification.ts';

const { users, lift } = smallCity;
const channels = channelsOf();
let site: TestDomain;
let ofLift = 0;
let ofNone = 0;

const partsOf = () => ({ store: site.store, clock: site.clock, directory: site.domain.directory, channels });
async function queue(wish: Parameters<typeof messageWish>[0]): Promise<number> {
  const id = await queueNotification(partsOf(), messageWish(wish));
  if (id === undefined) throw new Error('queued before');
  return id;
}
const seenBy = async (userId: number, input: object = {}) =>
  (
    await listNotifications(site.store, await principalOf(site.store, userId), notificationList.input.parse(input))
  ).list.map(({ id, channel, state, recipient }) => ({ id, channel, state, recipient }));

beforeAll(async () => {
  site = await openDomain();
  const elevator = site.domain.directory.elevator(lift.id);
  if (elevator === undefined) throw new Error('no lift');
  ofLift = await queue({
    key: 'of-lift',
    title: '长时间开门',
    priority: 2,
    elevatorId: lift.id,
    tag: lift.tag,
    responsible: elevator.responsible,
    recipient: { personId: 9, userId: null, organization: '', name: '李师傅', maskedAddress: '138****0001' },
  });
  ofNone = await queue({ key: 'of-none', source: 'failure' });
  await site.store.append({
    stream: 'notice-test',
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'rules', name: '报警规则' },
    events: [
      {
        type: 'notice.raised',
        atMs: site.clock.nowMs(),
        data: {
          title: '请核实',
          detail: '1 幢',
          level: 0,
          rescueOrderId: null,
          elevatorId: lift.id,
          userIds: [users.property],
        },
      },
    ],
  });
});
afterAll(() => site.dispose());

test('records show what left and what stayed on the platform, each to the users who may see its lift', async () => {
  const sent = { id: ofLift, channel: 'sms', state: 'queued', recipient: '李师傅' };
  const shown = { channel: 'platform', state: 'delivered', recipient: '王芳' };
  expect(await seenBy(users.super)).toHaveLength(3);
  expect(await seenBy(users.property)).toEqual(expect.arrayContaining([sent, expect.objectContaining(shown)]));
  expect(await seenBy(users.property)).toHaveLength(2);
  expect(await seenBy(users.stranger)).toEqual([]);
  expect(await seenBy(users.super, { channel: 'platform' })).toMatchObject([shown]);
  expect(await seenBy(users.super, { keyword: '长时间' })).toEqual([sent]);
});

test('a record tells its chain of states, is sent again by a person, and goes from the list once it is over', async () => {
  const admin = await principalOf(site.store, users.super);
  const sender = sendNotifications({
    ...partsOf(),
    onError: (error) => {
      throw error;
    },
  });
  await site.clock.advance(1_000);
  expect((await readNotification(site.store, admin, ofLift, channels)).steps.map(({ title }) => title)).toEqual([
    '排队',
    '放弃',
  ]);
  expect(await seenBy(users.super, { trouble: '1' })).toMatchObject([{ id: ofNone }, { id: ofLift }]);
  await expect(resendNotification(partsOf(), await principalOf(site.store, users.stranger), ofLift)).rejects.toThrow(
    '记录不存在',
  );
  await sender.close();
  await resendNotification(partsOf(), admin, ofLift);
  expect(await seenBy(users.super, { state: 'queued' })).toMatchObject([{ id: ofLift }]);
  await expect(hideNotification(partsOf(), admin, ofLift, '测试')).rejects.toThrow('还没有结束');
  await hideNotification(partsOf(), admin, ofNone, '测试通知');
  expect((await seenBy(users.super)).map(({ id }) => id)).not.toContain(ofNone);
});
