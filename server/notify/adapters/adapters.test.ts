import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderChannel } from '../../../src/contract/notificationWords.ts';
import { startFake, type FakeProvider, type ProviderForm } from '../../../tests/support/notify/fakeProvider.ts';
import {
  aliyunForm,
  fakeSecrets,
  formOf,
  webhookForm,
  wechatForm,
  wecomForm,
} from '../../../tests/support/notify/providerForms.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import type { OutgoingMessage } from '../adapter.ts';
import type { ChannelValues } from '../channelForms.ts';
import { createOutbound } from '../outbound.ts';
import { createProvider } from '../providers.ts';
import { signAliyun } from './aliyunRequest.ts';

const message: OutgoingMessage = {
  notificationId: 42,
  attempt: 1,
  address: '+86 138-0000-1234',
  title: '困人呼叫',
  text: 'thing1: 翠湖花园北区三十八幢二单元一号客梯轿厢内部左侧\nthing2: DT-1\nthing3: ',
  templateCode: 'TTS_1',
  values: { 小区: '翠湖花园', 位置: '3 幢 http://evil.example/x', 电梯编号: 'DT-1' },
  requireKey: true,
  atMs: 1_700_000_000_000,
};

interface Case {
  readonly channel: ProviderChannel;
  readonly form: () => ProviderForm;
  readonly values: (url: string) => ChannelValues;
  readonly passingCode: string | number;
  readonly finalCode: string | number;
}

const aliyun = (url: string): ChannelValues => ({
  base_url: url,
  access_key_id: fakeSecrets.accessKeyId,
  access_key_secret: fakeSecrets.accessKeySecret,
  sign_name: '梯安',
  play_times: '2',
});
const cases: readonly Case[] = [
  {
    channel: 'voice',
    form: () => aliyunForm('CallId'),
    values: aliyun,
    passingCode: 'isv.BUSINESS_LIMIT_CONTROL',
    finalCode: 'isv.MOBILE_NUMBER_ILLEGAL',
  },
  {
    channel: 'sms',
    form: () => aliyunForm('BizId'),
    values: aliyun,
    passingCode: 'isp.SYSTEM_ERROR',
    finalCode: 'isv.SMS_TEMPLATE_ILLEGAL',
  },
  {
    channel: 'wechat',
    form: wechatForm,
    values: (url) => ({ base_url: url, app_id: fakeSecrets.appId, app_secret: fakeSecrets.appSecret, token: 'abc' }),
    passingCode: 45_009,
    finalCode: 43_004,
  },
  {
    channel: 'wecom',
    form: () => wecomForm,
    values: (url) => ({ base_url: url, key: fakeSecrets.robotKey }),
    passingCode: 45_009,
    finalCode: 93_000,
  },
  {
    channel: 'webhook',
    form: () => webhookForm(fakeSecrets.webhook),
    values: (url) => ({ url: `${url}/hook`, secret: fakeSecrets.webhook }),
    passingCode: 503,
    finalCode: 410,
  },
];

const never = new AbortController().signal;
const open: FakeProvider[] = [];
afterEach(async () => {
  for (const fake of open.splice(0)) await fake.close();
});

async function start(form: ProviderForm): Promise<FakeProvider> {
  const fake = await startFake(form);
  open.push(fake);
  return fake;
}

const adapterFor = (channel: ProviderChannel, values: ChannelValues) =>
  createProvider(channel, {
    clock: new VirtualClock(),
    outbound: createOutbound({ allowPrivate: ['127.0.0.1'] }),
    values,
    token: 'a-token',
    variablesOf: () => ['小区', '位置', '电梯编号'],
  }).adapter;

describe.each(cases)('a message by $channel', ({ channel, form, values, passingCode, finalCode }) => {
  it('is signed as the provider checks it, and accepted', async () => {
    const fake = await start(form());
    const outcome = await adapterFor(channel, values(fake.url)).send(message, never);
    expect(outcome).toMatchObject({ kind: 'accepted' });
  });

  it('is accepted each time, with another signature', async () => {
    const fake = await start(form());
    const adapter = adapterFor(channel, values(fake.url));
    await adapter.send(message, never);
    expect(await adapter.send({ ...message, notificationId: 43 }, never)).toMatchObject({ kind: 'accepted' });
  });

  it('is of unknown fate when the provider does not answer, or hangs up', async () => {
    const fake = await start(form());
    const adapter = adapterFor(channel, values(fake.url));
    await adapter.send(message, never);
    fake.next('timeOut');
    const patience = new AbortController();
    const sending = adapter.send(message, patience.signal);
    await fake.received();
    patience.abort();
    expect(await sending).toMatchObject({ kind: 'unknown' });
    fake.next('cut');
    expect(await adapter.send(message, never)).toMatchObject({ kind: 'unknown' });
  });

  it('is tried again after a refusal for the rate, and after a fault of the provider', async () => {
    const fake = await start(form());
    const adapter = adapterFor(channel, values(fake.url));
    fake.next('tooMany');
    expect(await adapter.send(message, never)).toMatchObject({ kind: 'refused', isPassing: true, retryAfterMs: 7_000 });
    fake.next('fault');
    expect(await adapter.send(message, never)).toMatchObject({ kind: 'refused', isPassing: true });
  });

  it("is tried again or given up as the provider's code says", async () => {
    const fake = await start(form());
    const adapter = adapterFor(channel, values(fake.url));
    fake.next({ code: passingCode });
    expect(await adapter.send(message, never)).toMatchObject({ kind: 'refused', isPassing: true });
    fake.next({ code: finalCode });
    expect(await adapter.send(message, never)).toMatchObject({ kind: 'refused', isPassing: false });
  });

  it('has not left when the provider cannot be reached', async () => {
    const fake = await startFake(form());
    await fake.close();
    const outcome = await adapterFor(channel, values(fake.url)).send(message, never);
    expect(outcome).toMatchObject({ kind: 'refused', isPassing: true });
    expect(JSON.stringify(outcome)).not.toMatch(/138|secret/);
  });
});

describe("Aliyun's signature", () => {
  it('equals the vectors of its documentation', () => {
    const regions = {
      Timestamp: '2016-02-23T12:46:24Z',
      Format: 'XML',
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      Version: '2014-05-26',
      SignatureVersion: '1.0',
    };
    expect(signAliyun('GET', regions, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
    const sms = {
      AccessKeyId: 'testId',
      Action: 'SendSms',
      Format: 'XML',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    };
    expect(signAliyun('GET', sms, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=');
    // By openssl dgst -sha1 -hmac.
    expect(signAliyun('POST', sms, 'testSecret')).toBe('Xvhv7fPXrPkLVSnlt0jIr08o8NQ=');
  });
});

describe('a call by Aliyun', () => {
  it('names the number without its country code, and fills the approved template without links', async () => {
    const fake = await start(aliyunForm('CallId'));
    await adapterFor('voice', aliyun(fake.url)).send(message, never);
    const form = formOf(fake.requests[0] ?? { path: '', query: {}, headers: {}, body: '' });
    expect(form.get('CalledNumber')).toBe('13800001234');
    expect(form.get('OutId')).toBe('42');
    expect(JSON.parse(form.get('TtsParam') ?? '')).toEqual({ community: '翠湖花园', place: '3 幢', tag: 'DT-1' });
  });

  it('is not tried without an approved template', async () => {
    const outcome = await adapterFor('voice', aliyun('http://127.0.0.1:9')).send(
      { ...message, templateCode: '' },
      never,
    );
    expect(outcome).toMatchObject({ kind: 'refused', code: 'noTemplate', isPassing: false });
  });
});

describe('a message by WeChat', () => {
  it('shortens a long place in its middle, and reaches its person once however often it is sent', async () => {
    const form = wechatForm();
    const fake = await start(form);
    const adapter = adapterFor('wechat', cases[2]?.values(fake.url) ?? {});
    const first = await adapter.send(message, never);
    expect(await adapter.send({ ...message, attempt: 2 }, never)).toEqual(first);
    expect(form.reached.size).toBe(1);
    const sent = fake.requests.find(({ path }) => path.endsWith('/template/send'));
    expect(JSON.parse(sent?.body ?? '').data).toEqual({
      thing1: { value: '翠湖花园北区三十八幢…号客梯轿厢内部左侧' },
      thing2: { value: 'DT-1' },
      thing3: { value: '无' },
    });
  });

  it('fetches one token for many messages, and another when the first has ended', async () => {
    const form = wechatForm();
    const fake = await start(form);
    const adapter = adapterFor('wechat', cases[2]?.values(fake.url) ?? {});
    await Promise.all([1, 2, 3].map((notificationId) => adapter.send({ ...message, notificationId }, never)));
    const fetched = () => fake.requests.filter(({ path }) => path.endsWith('stable_token')).length;
    expect(fetched()).toBe(1);
    form.endToken();
    expect(await adapter.send({ ...message, notificationId: 4 }, never)).toMatchObject({ kind: 'accepted' });
    expect(fetched()).toBe(2);
  });
});

describe('a webhook whose secret is being changed', () => {
  it('is signed with both, so that the receiver accepts it before and after', async () => {
    for (const secret of [fakeSecrets.webhook, fakeSecrets.previousWebhook]) {
      const fake = await start(webhookForm(secret));
      const values = { url: fake.url, secret: fakeSecrets.webhook, previous_secret: fakeSecrets.previousWebhook };
      expect(await adapterFor('webhook', values).send(message, never)).toMatchObject({ kind: 'accepted' });
    }
  });
});
