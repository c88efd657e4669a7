import { expect, test } from 'vitest';
import { channelFixture } from './channels.fixtures.ts';
import { changedSettings, pathOf, providerChoices, settingsOf } from './channelForm.ts';

const sms = channelFixture('sms', {
  provider: 'real',
  version: 4,
  fields: [
    { name: 'sign', label: '签名', is_secret: false, value: '梯安', is_set: true, hint: '', is_required: true },
    { name: 'key', label: '密钥', is_secret: true, value: '', is_set: true, hint: '', is_required: true },
    { name: 'extra', label: '附加密钥', is_secret: true, value: '', is_set: false, hint: '', is_required: true },
  ],
});

test('only what was typed is sent: a secret that is set stays as it is', () => {
  const typed = { ...settingsOf(sms), values: { sign: '云川梯安', key: '', extra: 'x' } };
  expect(changedSettings(sms, typed)).toEqual({
    channel: 'sms',
    provider: 'real',
    values: { sign: '云川梯安', extra: 'x' },
    version: 4,
  });
});

test('an emptied setting is taken away', () => {
  expect(changedSettings(sms, { ...settingsOf(sms), values: { sign: '' } }).values).toEqual({ sign: '' });
});

test('a real site is not offered the demo', () => {
  expect(providerChoices(sms).map(({ value }) => value)).toEqual(['none', 'real']);
  expect(providerChoices({ ...sms, provider: 'demo' })).toHaveLength(3);
});

test('what the server says of a setting stands beside its field', () => {
  expect(pathOf(sms, 'sign')).toBe('values.sign');
  expect(pathOf(sms, 'provider')).toBe('provider');
});
