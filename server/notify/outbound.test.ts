import { afterEach, describe, expect, it } from 'vitest';
import { startFake, type FakeProvider } from '../../tests/support/notify/fakeProvider.ts';
import { createOutbound } from './outbound.ts';
import { isPrivateAddress } from './privateAddress.ts';

const never = new AbortController().signal;
let fake: FakeProvider | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

const post = (url: string) => ({ method: 'POST', url, body: '{}' }) as const;

describe('the way out to providers', () => {
  it.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('leads to no private address: %s', async (url) => {
    expect(await createOutbound({ allowPrivate: [] })(post(url), never)).toMatchObject({
      code: 'private',
      isPassing: false,
    });
  });

  it('leads to no host of which one address is private', async () => {
    const outbound = createOutbound({ allowPrivate: [], resolve: async () => ['8.8.8.8', '192.168.1.1'] });
    expect(await outbound(post('https://hooks.example/'), never)).toMatchObject({ code: 'private' });
  });

  it('connects to the address that was checked, whatever the name says a moment later', async () => {
    fake = await startFake({ answer: () => ({ body: 'here' }), refusal: () => ({ body: '' }) });
    const answers = [['127.0.0.1'], ['192.0.2.1']];
    const outbound = createOutbound({
      allowPrivate: ['hooks.example'],
      resolve: async () => answers.shift() ?? [],
    });
    const { port } = new URL(fake.url);
    const result = await outbound(post(`http://hooks.example:${port}/`), never);
    expect(result).toMatchObject({ kind: 'answered', answer: { body: 'here' } });
    expect(fake.requests[0]?.headers.host).toBe(`hooks.example:${port}`);
    expect(answers).toHaveLength(1);
  });

  it('is encrypted, except to hosts that were allowed', async () => {
    expect(await createOutbound({ allowPrivate: [] })(post('http://example.com/'), never)).toMatchObject({
      code: 'plain',
    });
  });

  it('follows no redirect', async () => {
    fake = await startFake({ answer: () => ({ status: 302, body: '' }), refusal: () => ({ body: '' }) });
    const result = await createOutbound({ allowPrivate: ['127.0.0.1'] })(post(fake.url), never);
    expect(result).toMatchObject({ kind: 'answered', answer: { status: 302 } });
    expect(fake.requests).toHaveLength(1);
  });

  it('reads no answer without an end', async () => {
    fake = await startFake({ answer: () => ({ body: 'x'.repeat(100_000) }), refusal: () => ({ body: '' }) });
    expect(await createOutbound({ allowPrivate: ['127.0.0.1'] })(post(fake.url), never)).toMatchObject({
      kind: 'unknown',
    });
  });
});

it.each([
  ['8.8.8.8', false],
  ['47.246.1.1', false],
  ['100.64.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['2400:3200::1', false],
  ['fe80::1', true],
  ['64:ff9b::7f00:1', true],
  ['2002:7f00:1::', true],
  ['::', true],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});
