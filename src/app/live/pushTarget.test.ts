import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushTarget } from './pushTarget.ts';

test('the first frame is the user’s id and characters 8 to 24 of the token’s MD5', () => {
  const digest = createHash('md5').update('a token').digest('hex');
  expect(pushTarget({ protocol: 'http:', host: 'tian.local:8080' }, 7, 'a token')).toEqual({
    url: 'ws://tian.local:8080/ws',
    hello: `7@${digest.slice(8, 24)}`,
  });
});

test('a page over TLS opens its socket over TLS', () => {
  expect(pushTarget({ protocol: 'https:', host: 'tian.local' }, 7, 't').url).toBe('wss://tian.local/ws');
});
