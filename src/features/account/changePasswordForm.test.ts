import { expect, test } from 'vitest';
import { changePasswordFormSchema } from './changePasswordForm.ts';

const messages = (form: unknown) =>
  changePasswordFormSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
const good = { old_password: 'old one here', new_password: 'lift-city-2026', repeated: 'lift-city-2026' };

test('a new password of at least ten characters, typed twice alike, is accepted', () => {
  expect(messages(good)).toEqual([]);
});

test('all that is wrong is marked at once', () => {
  expect(messages({ old_password: '', new_password: 'short', repeated: 'other' }).map(([field]) => field)).toEqual([
    'old_password',
    'new_password',
    'repeated',
  ]);
  expect(messages({ old_password: '', new_password: '', repeated: '' }).map(([field]) => field)).toEqual([
    'old_password',
    'new_password',
    'repeated',
  ]);
});

test.each([
  ['no old password', { old_password: '' }, ['old_password', '请填写原密码']],
  ['nine characters', { new_password: '123456789', repeated: '123456789' }, ['new_password', '新密码至少 10 个字符']],
  ['a different repetition', { repeated: 'lift-city-2027' }, ['repeated', '两次填写的新密码不一致']],
  ['the old password again', { old_password: 'lift-city-2026' }, ['new_password', '新密码不能与原密码相同']],
])('%s is refused beside its field', (_, change, expected) => {
  expect(messages({ ...good, ...change })).toContainEqual(expected);
});
