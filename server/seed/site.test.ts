import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { md5Hex, testPassword, testPasswordHash, testPasswords } from '../../tests/support/testAccess.ts';
import { demoPassword } from '../access/demoPassword.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import { replaceDemoPassword } from './site.ts';

const clock = new VirtualClock();
const password = 'quiet-harbour-lamp';
let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore({ clock });
  await writeSmallCity(opened.store, await testPasswordHash());
});
afterEach(() => opened.dispose());

const replace = (chosen = password) =>
  replaceDemoPassword(opened.store, clock, testPasswords, { account: 'super', password: chosen });
const user = () =>
  opened.store.rows
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', smallCity.users.super)
    .executeTakeFirstOrThrow();

async function giveDemoPassword(): Promise<void> {
  const publicHash = await testPasswords.hashPassword(md5Hex(demoPassword));
  await opened.store.write(function* (queries) {
    yield* run(queries.updateTable('users').set({ password_hash: publicHash }).where('id', '=', smallCity.users.super));
  });
}

it('replaces an administrator’s demo password by that of the settings, to be changed at the first login, and logs it', async () => {
  await giveDemoPassword();
  expect(await replace()).toBe(true);
  const { password_hash: stored, must_change_password: mustChange } = await user();
  expect([await testPasswords.verifyPassword(stored, md5Hex(password)), mustChange]).toEqual([true, 1]);
  expect((await opened.store.readStream(`user-${smallCity.users.super}`)).map(({ type }) => type)).toEqual([
    'user.passwordReset',
  ]);
});

it('the settings change no password that somebody chose', async () => {
  expect(await replace()).toBe(false);
  expect(await testPasswords.verifyPassword((await user()).password_hash, md5Hex(testPassword))).toBe(true);
});

it('the demo password does not take its own place', async () => {
  await giveDemoPassword();
  await expect(replace(demoPassword)).rejects.toThrow('ADMIN_PASSWORD 不可用：这是演示城市公开的密码');
});
