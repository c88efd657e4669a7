import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toWireTime } from '../../src/contract/time.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { acceptAll, channelsOf, recordingAdapter } from '../../tests/support/recordingChannels.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import type { Principal } from '../access/principal.ts';
import { createCommunityNoticeDesk } from '../domain/base/communityNotice.ts';
import { listAnnouncements, readAnnouncement } from '../queries/announcement.ts';
import { listCommunityNotices } from '../queries/communityNotice.ts';
import { run, type Subscription } from '../store/eventStore.ts';
import { createAnnouncementDesk, type AnnouncementDesk } from './announcementDesk.ts';
import { followAnnouncements } from './followAnnouncements.ts';

const { lift, users } = smallCity;
const screen = 'SCR000101';
const personId = 9_001;
const channels = channelsOf(recordingAdapter('sms', acceptAll));
const fail = (error: unknown) => {
  throw error;
};

let city: TestDomain;
let desk: AnnouncementDesk;
let property: Principal;
let following: Subscription;
beforeEach(async () => {
  city = await openDomain();
  const { store } = city;
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
    const person = { org_type: 2, org_id: 11, certificates: '[]', duties: '[]' };
    yield* run(
      queries.insertInto('people').values([
        { ...person, id: personId, name: '赵敏', mobile: '13800001234' },
        { ...person, id: personId + 1, name: '无号', mobile: '' },
      ]),
    );
    yield* run(
      queries.insertInto('community_members').values([
        { id: 1, community_id: 11, person_id: personId, role: 'owner' },
        { id: 2, community_id: 11, person_id: personId + 1, role: 'guard' },
      ]),
    );
  });
  property = await principalOf(store, users.property);
  begin();
});
function begin(): void {
  const { store, clock, domain } = city;
  desk = createAnnouncementDesk({ store, clock, channels });
  following = followAnnouncements({ store, clock, channels, commands: domain.commands, onError: fail });
}
/** The server is away meanwhile. */
async function daysLater(days: number): Promise<void> {
  await following.close();
  await city.restart(() => city.clock.advance(days * 86_400_000));
  begin();
}
afterEach(async () => {
  await following.close();
  await city.dispose();
});

const dayAfter = (days: number) => toWireTime(city.clock.nowMs() + days * 86_400_000).slice(0, 10);
const draft = async (fromDays = 0) =>
  (
    await createCommunityNoticeDesk({
      store: city.store,
      clock: city.clock,
      onTrouble: (_, error) => fail(error),
    }).save(property, {
      community_id: 11,
      title: '电梯检验公告',
      content: '检验期间各梯依次停用约一小时。',
      kind: 'inspection',
      valid_from: dayAfter(fromDays),
      valid_to: dayAfter(fromDays + 1),
    })
  ).id;
const everyone = { elevator_ids: [lift.id], person_ids: [personId] };
const commands = (identifier: string) =>
  city.store.rows.selectFrom('device_commands').selectAll().where('identifier', '=', identifier).execute();
const untilQueued = (identifier: string) =>
  vi.waitFor(async () => {
    const [command] = await commands(identifier);
    if (command === undefined) throw new Error(`no ${identifier}`);
    return command;
  });

it('says who is reached before it is sent, sends once, counts each receipt, and takes it off again', async () => {
  const id = await draft();
  const reach = await desk.reach(property, id);
  expect(reach.lifts).toMatchObject([{ elevator_id: lift.id, screens: [screen] }]);
  expect(reach.members).toMatchObject([
    { name: '赵敏', channel: 'sms', masked_address: '138******34', problem: '' },
    { name: '无号', channel: null, problem: '没有手机号码，也未绑定微信' },
  ]);
  await expect(desk.send(property, { id, to: { elevator_ids: [], person_ids: [personId + 1] } })).rejects.toThrow(
    '无法通知无号',
  );
  await expect(desk.send(property, { id, to: { elevator_ids: [], person_ids: [] } })).rejects.toThrow('请至少选择');

  const sent = await desk.send(property, { id, to: everyone });
  expect(sent).toMatchObject({ screenNum: 1, memberNum: 1 });
  await expect(desk.send(property, { id, to: everyone })).rejects.toThrow('已发送');
  const query = { page: 1, page_size: 20, order: 'desc' } as const;
  expect((await listCommunityNotices(city.store, property, query)).list).toEqual([]);

  const show = await untilQueued('notice_show');
  expect(show).toMatchObject({ device_key: screen, state: 'queued' });
  expect(JSON.parse(show.payload)).toMatchObject({ id: sent.id, title: '电梯检验公告' });
  await vi.waitFor(async () =>
    expect(await city.store.rows.selectFrom('notifications').select(['template', 'source']).execute()).toEqual([
      { template: 'announcement', source: 'announcement' },
    ]),
  );
  await city.domain.commands.recordSent(show.id);
  await city.domain.commands.recordResulted(screen, show.id, { code: 0 });
  expect((await listAnnouncements(city.store, property, query)).list).toMatchObject([
    {
      id: sent.id,
      stage: 'showing',
      screens: { total: 1, done: 1, failed: 0 },
      members: { total: 1, done: 0, failed: 0 },
      allowed_actions: ['announcement.recalled'],
    },
  ]);

  await desk.recall(property, sent.id, '检验改期');
  expect(await untilQueued('notice_recall')).toMatchObject({ device_key: screen });
  await vi.waitFor(async () =>
    expect(await city.store.rows.selectFrom('notifications').select('state').execute()).toEqual([
      { state: 'cancelled' },
    ]),
  );
  expect(await readAnnouncement(city.store, property, sent.id)).toMatchObject({
    row: { stage: 'recalled', recall_reason: '检验改期', allowed_actions: [] },
    screens: [{ delivery: 'shown', recall: 'queued' }],
    members: [{ state: 'cancelled' }],
  });
});

it('one for a later day waits for it, also across a restart, and ends with its last day', async () => {
  const { id } = await desk.send(property, { id: await draft(1), to: everyone });
  const stage = async () => (await readAnnouncement(city.store, property, id)).row.stage;
  expect(await stage()).toBe('waiting');
  expect(await commands('notice_show')).toEqual([]);
  await daysLater(1);
  await vi.waitFor(async () => expect(await stage()).toBe('showing'));
  await untilQueued('notice_show');
  await daysLater(2);
  await vi.waitFor(async () => expect(await stage()).toBe('expired'));
  await expect(desk.recall(property, id, '太晚了')).rejects.toThrow('无需撤回');
});

it('a user of another community sees neither the draft nor what was sent', async () => {
  const stranger = await principalOf(city.store, users.stranger);
  const id = await draft();
  await expect(desk.reach(stranger, id)).rejects.toThrow('草稿不存在');
  const sent = await desk.send(property, { id, to: everyone });
  await expect(readAnnouncement(city.store, stranger, sent.id)).rejects.toThrow('公告不存在');
  await expect(desk.recall(stranger, sent.id, '不是我的')).rejects.toThrow('公告不存在');
});
