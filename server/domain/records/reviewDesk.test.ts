import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import type { Principal } from '../../access/principal.ts';
import { openItems } from '../../lifecycleEntries.ts';
import { followHashOf } from '../../access/pageTickets.ts';
import { followedReview, readPublicReviews } from '../../queries/publicReviews.ts';
import { averagesByCompany, listReviews, readReview } from '../../queries/review.ts';
import { reviewList } from '../../../src/contract/endpoints/review.ts';
import { NotFound, Refusal } from '../refusal.ts';

const { lift, farLift, users } = smallCity;

let city: TestDomain;
let regulator: Principal;
let property: Principal;
let maintenance: Principal;

beforeEach(async () => {
  city = await openDomain();
  regulator = await principalOf(city.store, users.regulator);
  property = await principalOf(city.store, users.property);
  maintenance = await principalOf(city.store, users.maintenance);
});
afterEach(() => city.dispose());

const passengers = () => city.domain.passengers;
const desk = () => city.domain.reviews;
const said = (more: object = {}) => ({
  elevatorId: lift.id,
  network: '192.0.2.1',
  ticket: undefined,
  text: '',
  photos: [],
  ...more,
});
const list = (by: Principal, query: object = {}) =>
  listReviews(city.store, by, reviewList.input.parse(query), city.domain.settings.current());
const tileOf = async (by: Principal) => {
  const item = openItems.find(({ permission }) => permission === 'review.view');
  if (item === undefined) throw new Error('reviews have no tile');
  return item.count(city.store.rows, by);
};
const refused = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      if (error instanceof NotFound) return 'not found';
      throw error;
    },
  );
const rateFrom = (network: string) => refused(passengers().review(said({ score: 4, network })));
const followed = async (token: string) => followedReview(city.store, lift.id, followHashOf(token));

test('a passenger reports a noise, another joins, and both follow it until it is repaired and answered', async () => {
  const first = await passengers().review(said({ problem: 'noise', score: 2, text: '上行异响' }));
  const second = await passengers().review(said({ problem: 'noise', network: '192.0.2.2' }));
  // One open fault of a kind on a lift: the second report counts.
  expect(await followed(first.followToken)).toMatchObject({ fault: { stage: 'pending', isOpen: true, reportNum: 2 } });
  expect(
    await city.store.rows.selectFrom('exceptions').select(['source', 'phenomenon', 'repeat_num']).execute(),
  ).toEqual([{ source: 'passenger', phenomenon: 'noise', repeat_num: 1 }]);
  expect(await readPublicReviews(city.store, lift.id)).toMatchObject({
    published: [],
    problems: [{ problem: 'noise', stage: 'pending', reportNum: 2 }],
  });

  // The token itself is nowhere in the log.
  const events = JSON.stringify(await city.store.readAll(0));
  expect(events).not.toContain(first.followToken);
  expect(events).toContain(followHashOf(first.followToken));

  // A neighbour presses the button twice; the network counts once.
  const neighbour = { elevatorId: lift.id, problem: 'noise', network: '192.0.2.9' } as const;
  expect(await passengers().alsoAffected(neighbour)).toBe(true);
  expect(await passengers().alsoAffected(neighbour)).toBe(false);
  expect(await passengers().alsoAffected({ ...neighbour, problem: 'smell' })).toBe(false);
  expect((await followed(second.followToken))?.fault?.reportNum).toBe(3);

  const { list: rows } = await list(regulator, { waiting: '1' });
  const row = rows.find(({ score }) => score === 2);
  if (row === undefined || row.exception_id === null) throw new Error('no review');
  expect((await tileOf(regulator)).count).toBe(2);
  expect(row.allowed_actions).toEqual(['review.published', 'review.kept', 'review.refused']);

  // The property answers once somebody has read it, and may not decide.
  const { id } = row;
  const answer = { id, event: 'review.answered', data: { text: '维保已更换导靴' } } as const;
  expect(await refused(desk().step(property, answer))).toBe('该评价尚未审核，请先决定是否公开，再答复');
  expect(await refused(desk().step(property, { id, event: 'review.published', data: {} }))).toMatch(/权限/);
  await desk().step(regulator, { id, event: 'review.published', data: {} });
  expect(await tileOf(property)).toMatchObject({ count: 2, notes: [{ label: '待答复', count: 1 }] });
  await desk().step(property, answer);

  await city.domain.exceptions.step(maintenance, { id: row.exception_id, event: 'fault.accepted', data: {} });
  expect(await followed(first.followToken)).toMatchObject({ answer: '维保已更换导靴', fault: { stage: 'accepted' } });
  const detail = await readReview(city.store, property, id, city.domain.settings.current());
  expect(detail.timeline.map(({ title }) => title)).toEqual(['收到评价', '公开', '答复']);
  expect(detail).toMatchObject({ stage: 'answered', verdict: 'published', is_waiting: false, affected_num: 2 });
  expect(await readPublicReviews(city.store, lift.id)).toMatchObject({
    published: [{ score: 2, text: '上行异响', answer: '维保已更换导靴' }],
    average: { score: 2, num: 1 },
  });
  expect((await averagesByCompany(city.store, regulator, {})).list).toContainEqual({
    kind: 'maintenance',
    company_id: 401,
    name: '迅达维保',
    average: 2,
    num: 1,
  });
});

test('who does not see the lift sees no review of it, and cannot touch it', async () => {
  const { reviewId } = await desk().report(await principalOf(city.store, users.dispatcher1), {
    elevator_id: farLift.id,
    score: 5,
    text: '',
    photos: [],
    request_id: 'report-1',
  });
  expect((await list(property)).total).toBe(0);
  expect(await refused(readReview(city.store, property, reviewId, city.domain.settings.current()))).toBe('not found');
  expect(await refused(desk().step(property, { id: reviewId, event: 'review.answered', data: { text: '谢谢' } }))).toBe(
    'not found',
  );
  expect((await list(regulator)).total).toBe(1);
});

test('a network and a lift have their budgets of reviews, which are settings, and nobody else pays for them', async () => {
  for (let time = 0; time < 5; time += 1) expect(await rateFrom('192.0.2.1')).toBe('done');
  expect(await rateFrom('192.0.2.1')).toMatch(/频繁/);
  const admin = await principalOf(city.store, users.super);
  await city.domain.settings.change(admin, { reviews_per_lift_day: 6 });
  expect(await rateFrom('192.0.2.2')).toBe('done');
  expect(await rateFrom('192.0.2.3')).toMatch(/今天.*上限/);
  // A call for help waits for nobody's budget.
  for (let time = 0; time < 20; time += 1) await passengers().callForHelp(lift.id);
  expect(await city.store.rows.selectFrom('open_rescues').selectAll().execute()).toHaveLength(1);
});

test('a review with a word of the list is taken, and marked until somebody has read it', async () => {
  const text = '有意加 微 信，代办贷款';
  await passengers().review({
    elevatorId: lift.id,
    network: '192.0.2.77',
    ticket: undefined,
    problem: undefined,
    score: 5,
    text,
    photos: [],
  });
  const marked = async () => {
    const { list: rows } = await list(regulator);
    return rows.find((row) => row.text === text);
  };
  const row = await marked();
  expect(row?.is_sensitive).toBe(true);
  const step = { id: row?.id ?? 0, event: 'review.refused', data: { reason: '广告' } } as const;
  await desk().step(regulator, step);
  expect((await marked())?.is_sensitive).toBe(false);
});

test('one open order for all who scan the same code; a lift whose own devices are silent queues below until one confirms it', async () => {
  const row = async () =>
    city.store.rows
      .selectFrom('rescue_orders')
      .select(['id', 'trigger', 'only_scanned', 'joined_num'])
      .executeTakeFirst();
  const { orderId } = await passengers().callForHelp(lift.id);
  expect(await passengers().callForHelp(lift.id)).toEqual({ orderId });
  expect(await row()).toEqual({ id: orderId, trigger: 'QR', only_scanned: 1, joined_num: 1 });
  const device = city.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('no device');
  await city.domain.rescue.phoneIn(await principalOf(city.store, users.dispatcher1), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'phone-1',
  });
  expect(await row()).toMatchObject({ id: orderId, only_scanned: 0 });
  expect(await passengers().callProgress(orderId)).toMatchObject({ stage: 'pending', claimerId: null });
});

test('a lift with an alarm that stands is no unconfirmed call', async () => {
  const device = city.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('no device');
  await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'longTimeOpen' });
  const { orderId } = await passengers().callForHelp(lift.id);
  const row = await city.store.rows
    .selectFrom('rescue_orders')
    .select('only_scanned')
    .where('id', '=', orderId)
    .executeTakeFirst();
  expect(row?.only_scanned).toBe(0);
});
