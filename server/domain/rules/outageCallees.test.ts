import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { run } from '../../store/eventStore.ts';
import { outageCallees, outageCallProblem } from './outageCallees.ts';

const { users } = smallCity;
const clock = new VirtualClock();
let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore({ clock });
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const parts = () => ({ store: opened.store, clock });
/** Only these accounts have a telephone. */
async function onlyTelephonesOf(...userIds: readonly number[]): Promise<void> {
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('users').set({ mobile: '' }).where('id', '<>', 0));
    yield* run(
      queries
        .updateTable('users')
        .set({ mobile: '13800001111' })
        .where('id', 'in', [0, ...userIds]),
    );
  });
  // What is known of accounts is never older than a second.
  await clock.advance(1_000);
}
async function dutyPhones(...companyIds: readonly number[]): Promise<void> {
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('organizations').set({ duty_phone: '0571-1234567' }).where('id', 'in', companyIds));
  });
}
async function moveTo(userId: number, areaId: number): Promise<void> {
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('user_organizations').set({ org_id: areaId }).where('user_id', '=', userId));
  });
}
const rung = async () =>
  (await outageCallees(parts())).map(({ recipient }) => recipient.userId ?? recipient.organization);

test('an outage rings the supervisors of the site, and nobody else while one of them has a telephone', async () => {
  await onlyTelephonesOf(users.super, users.admin, users.dispatcher1, users.regulator);
  await dutyPhones(301);
  expect(await rung()).toEqual([users.super, users.admin]);
});

test('where they have no telephone, it rings the administrators of a part of the site, then those who answer', async () => {
  await moveTo(users.admin, 2);
  await onlyTelephonesOf(users.admin, users.dispatcher1);
  expect(await rung()).toEqual([users.admin]);
  await onlyTelephonesOf(users.dispatcher1, users.dispatcher2, users.regulator);
  expect(await rung()).toEqual([users.dispatcher1, users.dispatcher2]);
});

test('where no account has one, it rings the 24-hour telephones of companies that look after lifts', async () => {
  await onlyTelephonesOf(users.regulator, users.property);
  // 201 is a brand.
  await dutyPhones(201, 302, 401);
  expect(await rung()).toEqual(['4-302', '5-401']);
  expect(await outageCallProblem(parts(), true)).toBe('');
});

test('where nobody can be rung, it says what to do about it', async () => {
  await onlyTelephonesOf(users.regulator);
  expect(await rung()).toEqual([]);
  expect(await outageCallProblem(parts(), true)).toBe(
    '链路中断时无人可拨打：请为管理员或接听呼叫的人员填写手机号，或为物业、维保单位填写 24 小时电话',
  );
  expect(await outageCallProblem(parts(), false)).toContain('请在“通知渠道”中配置');
});
