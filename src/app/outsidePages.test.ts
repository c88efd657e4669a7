import { expect, test } from 'vitest';
import { entrancePages, publicPageAt, publicPages } from './outsidePages.ts';

test('a join code opens the page that needs no session, also where a user is signed in', () => {
  expect(publicPageAt('/join/AB%20C')).toMatchObject({ page: { prefix: '/join/' }, rest: 'AB C' });
  expect(publicPageAt('/join/%E4')).toMatchObject({ rest: '%E4' });
});

test.each([
  ['the page in a car', '/cabin'],
  ['the telephone of workers and officers', '/work'],
])('%s has one address', (_who, path) => {
  expect(publicPageAt(path)).toMatchObject({ page: { prefix: `${path}/` }, rest: '' });
  expect(publicPageAt(`${path}/YC-0001`)).toBeUndefined();
});

test.each(['/', '/cabins', '/workers', '/join', '/join/', '/joined/x', '/ins-login', '/data-board'])(
  '%s is a page of the desk',
  (path) => {
    expect(publicPageAt(path)).toBeUndefined();
  },
);

test.each([
  ...publicPages.map((page) => [page.prefix, page] as const),
  ...entrancePages.map((page) => [page.path, page] as const),
])('the code of %s is there', async (_, { load }) => expect(typeof (await load())).toBe('function'), 30_000);
