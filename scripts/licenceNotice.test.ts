import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noticePath, noticeText, readLock, shippedPackages } from './licenceNotice.ts';

const lock = (licence: string | undefined, dev?: true) => ({
  packages: {
    '': {},
    'node_modules/one': { version: '1.0.0', license: licence, dev },
    'node_modules/two/node_modules/@some/one': { version: '2.0.0', license: 'MIT' },
  },
});

it('NOTICE lists the licences of what is shipped now (npx tsx scripts/licenceNotice.ts writes it)', () => {
  expect(readFileSync(noticePath, 'utf8')).toBe(noticeText(readLock()));
});

it('a package under a licence that is not allowed is named, unless it is for development only', () => {
  for (const licence of ['GPL-3.0', 'MIT OR GPL-2.0', undefined])
    expect(() => shippedPackages(lock(licence))).toThrow('one 1.0.0');
  expect(shippedPackages(lock('GPL-3.0', true)).map(({ name }) => name)).toEqual(['@some/one']);
});

it('a package offered under several allowed licences ships under the first', () => {
  expect(shippedPackages(lock('(MIT OR Apache-2.0)')).map(({ licence }) => licence)).toEqual(['MIT', 'MIT']);
});

it('a notice of a package under the Apache licence is passed on', () => {
  const text = noticeText(lock('Apache-2.0'), (folder) => `Copyright of ${folder}`);
  expect(text).toContain('Notice of one\n\n  Copyright of node_modules/one');
  expect(text).not.toContain('Copyright of node_modules/two');
});
