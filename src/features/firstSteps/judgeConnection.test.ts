import { expect, test } from 'vitest';
import { judgeConnection } from './judgeConnection.ts';

const reached = {
  is_encrypted: true,
  base_url: 'https://lift.example.cn',
  is_base_url_set: true,
  is_mqtt_encrypted: true,
};
const textOf = (id: string, ...given: Parameters<typeof judgeConnection>) =>
  judgeConnection(...given).find((finding) => finding.id === id);

test('a site that is encrypted throughout has nothing to configure', () => {
  expect(judgeConnection(reached, 'https:').every(({ isGood }) => isGood)).toBe(true);
});

test('a page without encryption says what to set', () => {
  const page = textOf('page', { ...reached, is_encrypted: false }, 'http:');
  expect(page).toMatchObject({ isGood: false });
  expect(page?.text).toContain('TLS_CERT_FILE');
});

test('an encrypted page whose server does not know is behind a proxy that it does not trust', () => {
  expect(textOf('page', { ...reached, is_encrypted: false }, 'https:')).toMatchObject({
    isGood: false,
    text: expect.stringContaining('TRUST_PROXY'),
  });
});

test('an address that no passenger can open, and devices without encryption, are named', () => {
  expect(textOf('public', { ...reached, base_url: 'http://localhost:8080' }, 'https:')?.isGood).toBe(false);
  expect(textOf('mqtt', { ...reached, is_mqtt_encrypted: false }, 'https:')?.text).toContain('未加密');
  expect(textOf('mqtt', { ...reached, is_mqtt_encrypted: null }, 'https:')?.text).toContain('外部消息服务器');
});
