import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { smallCity } from '../../../tests/support/smallCity.ts';
import { watchStorage } from './storageNotice.ts';

const dayMs = 86_400_000;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const watch = () =>
  watchStorage({
    store: city.store,
    clock: city.clock,
    onTrouble: (trouble, error) => {
      throw new Error(trouble, { cause: error });
    },
  });
const told = async () =>
  (
    await city.store.rows
      .selectFrom('notices')
      .select('title')
      .where('user_id', '=', smallCity.users.super)
      .orderBy('id')
      .execute()
  ).map(({ title }) => title);

test('administrators are told that pictures fill their room, once a day across restarts, and once more when it is full', async () => {
  const use = watch();
  use({ usedBytes: 790, limitBytes: 1_000 });
  use({ usedBytes: 800, limitBytes: 1_000 });
  use({ usedBytes: 900, limitBytes: 1_000 });
  await expect.poll(told).toEqual(['图片存储将满']);
  watch()({ usedBytes: 950, limitBytes: 1_000 });
  use({ usedBytes: 1_001, limitBytes: 1_000 });
  await expect.poll(told).toEqual(['图片存储将满', '图片存储已满']);
  city.clock.step(dayMs);
  use({ usedBytes: 950, limitBytes: 1_000 });
  await expect.poll(told).toEqual(['图片存储将满', '图片存储已满', '图片存储将满']);
});
