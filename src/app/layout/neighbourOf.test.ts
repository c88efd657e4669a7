import { expect, test } from 'vitest';
import { neighbourOf } from './neighbourOf.ts';

const pages = [{ path: '/a' }, { path: '/b' }, { path: '/c' }];

test('a closed tab gives way to the next one, the last to the one before it, the only one to none', () => {
  expect(neighbourOf(pages, '/b')).toEqual({ path: '/c' });
  expect(neighbourOf(pages, '/c')).toEqual({ path: '/b' });
  expect(neighbourOf([{ path: '/a' }], '/a')).toBeUndefined();
});
