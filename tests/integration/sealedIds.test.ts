import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { noticeIdOf } from '../../src/contract/events/notice.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';

const { users, lift } = smallCity;
const logStartsAt = 44_440_000;
let harness: HttpHarness;
let token: string;
beforeAll(async () => {
  harness = await openHttpHarness({ logStartsAt });
  token = await harness.signIn(users.property);
});
afterAll(() => harness.dispose());

/** A platform notice to one user. Returns its place in the log. */
async function notify(userId: number, source: string): Promise<number> {
  const { events } = await harness.store.append({
    stream: `notice-${source}`,
    expectedVersion: 'none',
    actor: { kind: 'system', id: 'rules', name: '报警规则' },
    events: [
      {
        type: 'notice.raised',
        atMs: 0,
        data: { title: source, detail: '', level: 0, rescueOrderId: null, elevatorId: lift.id, userIds: [userId] },
      },
    ],
  });
  return events[0]?.position ?? 0;
}

async function ownNotices() {
  const { envelope } = await harness.call(endpoints.noticeList, { mine: '1' }, token);
  return endpoints.noticeList.output.parse(envelope?.data).list;
}
const markRead = (ids: readonly number[]) => harness.call(endpoints.noticeCallback, { ids, result: 'read' }, token);

it('tells nobody how much happened between two of their own notices, in the list or by push', async () => {
  const probe = await harness.connect({ userId: users.property, token, last: null });
  await probe.waitFor(({ welcome }) => welcome !== undefined);
  await notify(users.property, 'first');
  for (let count = 0; count < 5; count += 1) await notify(users.stranger, `other-${count}`);
  await notify(users.property, 'second');
  await notify(users.property, 'third');
  const pushed = await Promise.all(
    ['first', 'second', 'third'].map(async (title) => {
      const { event } = await probe.waitFor(
        (frame) => frame.event?.kind === 'notice.raised' && frame.event.title === title,
      );
      return event?.kind === 'notice.raised' ? event.noticeId : 0;
    }),
  );
  await probe.close();
  const listed = await ownNotices();
  const idOf = new Map(listed.map(({ title, id }) => [title, id]));
  expect(pushed).toEqual([idOf.get('first'), idOf.get('second'), idOf.get('third')]);

  const [first = 0, second = 0, third = 0] = pushed;
  // Six places lie between the first two and one between the others; plain ids would be 1,000 apart for each.
  const [far, near] = [Math.abs(second - first), Math.abs(third - second)];
  for (const step of [1, 1_000]) expect([far / step, near / step]).not.toEqual([6, 1]);
  // Nor is the larger distance that between the notices with more in between: both are those of chance.
  expect(Math.min(far, near)).toBeGreaterThan(1_000_000);
  expect(JSON.stringify([pushed, listed])).not.toMatch(/(?<!\d)4444\d{4}/);
});

it('takes back the ids that it gave, and no place in the log', async () => {
  const place = await notify(users.property, 'to-read');
  const readOf = async () => (await ownNotices()).find(({ title }) => title === 'to-read')?.is_read;
  await markRead([noticeIdOf(place, 0)]);
  expect(await readOf()).toBe(false);
  const id = (await ownNotices()).find(({ title }) => title === 'to-read')?.id ?? 0;
  await markRead([id]);
  expect(await readOf()).toBe(true);
});

it('finds the record of a notice by the id in its address', async () => {
  await notify(users.property, 'of-record');
  const admin = await harness.signIn(users.super);
  const { envelope } = await harness.call(endpoints.notificationList, { keyword: 'of-record' }, admin);
  const [record] = endpoints.notificationList.output.parse(envelope?.data).list;
  if (record === undefined) throw new Error('no record');
  expect(record.id).toBeLessThan(-(2 ** 52) + 1);
  const detail = await harness.call(endpoints.notificationDetail, { id: record.id }, admin);
  expect(detail.envelope?.data).toMatchObject({ id: record.id, title: 'of-record' });
  const byId = await harness.call(endpoints.notificationList, { id: record.id }, admin);
  expect(byId.envelope?.data).toMatchObject({ total: 1, list: [{ title: 'of-record' }] });
  expect((await harness.call(endpoints.notificationDetail, { id: -noticeIdOf(logStartsAt, 0) }, admin)).status).toBe(
    404,
  );
});

it('tells nobody how much happened between two of their sign-ins', async () => {
  await harness.login('property');
  await notify(users.stranger, 'between');
  await harness.login('property');
  const admin = await harness.signIn(users.super);
  const { envelope } = await harness.call(endpoints.userSignIns, { id: users.property }, admin);
  const { records } = endpoints.userSignIns.output.parse(envelope?.data);
  const ids = records.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toBeGreaterThanOrEqual(2 ** 52);
});
