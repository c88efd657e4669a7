import { expect, test } from 'vitest';
import type { UserInfo } from '../../contract/entities/session.ts';
import { memoryStorage } from './memoryStorage.ts';
import { createSessionStore } from './sessionStore.ts';

const user: UserInfo = {
  id: 7,
  name: '张伟',
  account: 'dispatcher1',
  role_type: 5,
  role_label: '管理员',
  mobile: '13800000000',
  permissions: ['rescue.view', 'rescue.answer'],
  must_change_password: false,
};

test('a session is kept under exactly the keys token, userInfo, userApi and volumn', () => {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  store.write({ token: 't-1', user });
  store.setVolumePercent(45);
  expect(new Set(Array.from({ length: storage.length }, (_, index) => storage.key(index)))).toEqual(
    new Set(['token', 'userApi', 'userInfo', 'volumn']),
  );
  expect(storage.getItem('token')).toBe('t-1');
  expect(storage.getItem('volumn')).toBe('45');
  expect(JSON.parse(storage.getItem('userApi') ?? '')).toEqual({ 'rescue.view': true, 'rescue.answer': true });
  expect(store.read()).toEqual({ token: 't-1', user });
});

test.each([
  ['no token', { userInfo: JSON.stringify(user) }],
  ['an empty token', { token: '', userInfo: JSON.stringify(user) }],
  ['a user that cannot be read', { token: 't', userInfo: '{' }],
  ['a user that lacks members', { token: 't', userInfo: '{"id":7}' }],
])('with %s nobody is signed in', (_, entries) => {
  const storage = memoryStorage();
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, value);
  expect(createSessionStore(storage, memoryStorage()).read()).toBeNull();
});

test('an expired session forgets the person and keeps the console’s volume; logging out clears everything', () => {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  store.write({ token: 't-1', user });
  store.setVolumePercent(80);
  store.forget();
  expect(store.read()).toBeNull();
  expect(store.volumePercent()).toBe(80);
  store.clear();
  expect(storage.length).toBe(0);
});

test.each([
  [null, 30],
  ['', 30],
  ['loud', 30],
  ['-1', 30],
  ['101', 30],
  ['0', 0],
  ['100', 100],
  ['55', 55],
])('a kept volume of %j is used as %d out of 100', (kept, expected) => {
  const storage = memoryStorage();
  if (kept !== null) storage.setItem('volumn', kept);
  expect(createSessionStore(storage, memoryStorage()).volumePercent()).toBe(expected);
});

test('drafts end with the session, whether the user logs out or the server ends it', () => {
  for (const end of ['clear', 'forget'] as const) {
    const tab = memoryStorage();
    tab.setItem('deskDrafts', '{}');
    createSessionStore(memoryStorage(), tab)[end]();
    expect(tab.length).toBe(0);
  }
});
