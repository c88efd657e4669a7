import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commonPasswordHashes, judgeNewPassword } from './commonPasswords.ts';
import { createPasswords } from './passwords.ts';

const md5 = (text: string) => hash('md5', text, 'hex');
const pepper = new Uint8Array(32).fill(7);

describe('passwords at rest', () => {
  const passwords = createPasswords({ pepper });

  it('a password opens its own hash, in either case of its hex, and no other', async () => {
    const stored = await passwords.hashPassword(md5('梯安 correct horse'));
    expect(await passwords.verifyPassword(stored, md5('梯安 correct horse'))).toBe(true);
    expect(await passwords.verifyPassword(stored, md5('梯安 correct horse').toUpperCase())).toBe(true);
    expect(await passwords.verifyPassword(stored, md5('梯安 correct house'))).toBe(false);
  });

  it('neither the MD5 nor the stored hash is of use to someone who stole the rows', async () => {
    const stored = await passwords.hashPassword(md5('secret of mine'));
    expect(stored).not.toContain(md5('secret of mine'));
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verifyPassword(stored, md5(stored))).toBe(false);
    expect(
      await createPasswords({ pepper: new Uint8Array(32).fill(8) }).verifyPassword(stored, md5('secret of mine')),
    ).toBe(false);
  });

  it('the same password twice gives two hashes', async () => {
    expect(await passwords.hashPassword(md5('x'))).not.toBe(await passwords.hashPassword(md5('x')));
  });

  it('an unknown account and a broken row are refused, not an error', async () => {
    expect(await passwords.verifyPassword(undefined, md5('x'))).toBe(false);
    expect(await passwords.verifyPassword('not a hash', md5('x'))).toBe(false);
  });

  it('many at once are all answered', async () => {
    const stored = await passwords.hashPassword(md5('x'));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => passwords.verifyPassword(stored, md5(index % 2 === 0 ? 'x' : 'y'))),
    );
    expect(answers).toEqual(Array.from({ length: 12 }, (_, index) => index % 2 === 0));
  });
});

describe('passwords that everyone guesses', () => {
  it.each([
    '123456',
    'admin123',
    'password',
    'P@ssw0rd'.toLowerCase(),
    '1qaz2wsx',
    'woaini1314',
    '19880808',
    'Elevator@2026',
    'dispatcher123',
    'dianti888',
    'qwertyuiop',
  ])('%s is known by its MD5', (password) => {
    expect(commonPasswordHashes().has(md5(password))).toBe(true);
  });

  it('there are more than ten thousand of them', () => {
    expect(commonPasswordHashes().size).toBeGreaterThan(10_000);
  });

  const person = { account: 'dispatcher1', name: '张伟' };
  it.each([
    ['12345678901', '只有数字'],
    ['aaaaaaaaaaa1', '重复'],
    ['my-Dispatcher1-key', '账号'],
    ['张伟的密码很长很长呢', '姓名'],
    ['P@ssw0rd2026', '常见'],
    ['Elevator@2026', '常见'],
    ['qwertyuiop', '常见'],
    ['Tian-demo-2026', '演示'],
    ['tian-DEMO-2026!', '演示'],
  ])('%s is refused as a new password', (password, why) => {
    expect(judgeNewPassword(password, person)).toContain(why);
  });

  it.each(['lamp-river-cobalt-17', '绿皮火车慢慢走过桥', 'Tq7#vmPz2kLw'])('%s is taken', (password) => {
    expect(judgeNewPassword(password, person)).toBeUndefined();
  });
});
