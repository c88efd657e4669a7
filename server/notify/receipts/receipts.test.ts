import { createCipheriv } from 'node:crypto';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isWebhookSignature, signWebhook } from '../webhookSignature.ts';
import { readAliyunSms, readAliyunVoice } from './aliyunReceipts.ts';
import type { ReceiptRequest } from './receiptReading.ts';
import { readWebhook } from './webhookReceipts.ts';
import { readWechat, wechatSignature } from './wechatReceipts.ts';
import { readWechatXml } from './wechatXml.ts';

const nowMs = 1_700_000_000_000;
const request = (body: string, over: Partial<ReceiptRequest> = {}): ReceiptRequest => ({
  method: 'POST',
  query: {},
  signature: '',
  body: Buffer.from(body),
  nowMs,
  ...over,
});

const read = (...items: readonly object[]) => readAliyunVoice(request(JSON.stringify(items)));

describe("Aliyun's receipt of a call", () => {
  const call = { call_id: '116^109', out_id: '42', status_code: '200000', duration: '10', callee: '138' };
  it('is answered in its own form, and says that the call was heard', () => {
    const reading = read(call);
    expect(reading).toMatchObject({ status: 200, body: '{"code":0,"msg":"成功"}' });
    expect(reading.receipts).toEqual([
      { providerId: '116^109', notificationId: 42, state: 'answered', durationSeconds: 10 },
    ]);
  });

  it('says that the person acts only for key 1', () => {
    expect(read({ ...call, dtmf: '1' }, { ...call, dtmf: '2' }).receipts).toMatchObject([
      { state: 'acknowledged', key: '1' },
      { state: 'answered', key: '2' },
    ]);
    // In the middle of the call.
    expect(read({ status_code: '300000', dtmf: '1', call_id: 'a^b', out_id: '' }).receipts).toEqual([
      { providerId: 'a^b', state: 'acknowledged', key: '1' },
    ]);
  });

  it('says why nobody heard it', () => {
    expect(read({ ...call, status_code: '200002', duration: '0' }).receipts).toMatchObject([
      { state: 'failed', code: 'noAnswer', reason: '用户占线' },
    ]);
  });

  it('is passed over where it cannot be read, and refused where it is no list', () => {
    expect(read({ nonsense: true }, call).receipts).toHaveLength(1);
    expect(readAliyunVoice(request('{"a":1}'))).toMatchObject({ status: 400, receipts: [] });
    expect(readAliyunVoice(request('not json'))).toMatchObject({ status: 400, receipts: [] });
  });
});

it("Aliyun's receipt of a short message says whether it was delivered", () => {
  const sms = { phone_number: '138', success: true, err_code: 'DELIVERED', biz_id: '932702304080415357', out_id: '7' };
  const reading = readAliyunSms(
    request(JSON.stringify([sms, { ...sms, success: false, err_code: 'MOBILE_IN_BLACK' }])),
  );
  expect(reading.receipts).toMatchObject([
    { providerId: '932702304080415357', notificationId: 7, state: 'delivered' },
    { state: 'failed', reason: '号码在黑名单中' },
  ]);
});

const token = 'abc123';
const query = { timestamp: '1700000000', nonce: 'n1', signature: wechatSignature(token, '1700000000', 'n1') };
const plain = { token, aesKey: '', appId: 'wx0123456789abcdef' };
const event = (members: string) => request(`<xml>${members}</xml>`, { query });

const job = (status: string) =>
  readWechat(
    plain,
    event(
      '<FromUserName><![CDATA[oia2TjuEGTNoeX76QEjQNrcURxG8]]></FromUserName><CreateTime>1395658920</CreateTime>' +
        `<Event><![CDATA[TEMPLATESENDJOBFINISH]]></Event><MsgID>200163836</MsgID><Status><![CDATA[${status}]]></Status>`,
    ),
  );
const scan = (name: string, key: string) =>
  readWechat(
    plain,
    event(
      `<FromUserName><![CDATA[oia2TjuEGTNoeX76]]></FromUserName><Event><![CDATA[${name}]]></Event><EventKey><![CDATA[${key}]]></EventKey>`,
    ),
  ).scans;

describe('a call of WeChat', () => {
  it('checks the address by an echo, and only with the right signature', () => {
    const echo = { method: 'GET', query: { ...query, echostr: '4711' } } as const;
    expect(readWechat(plain, request('', echo))).toMatchObject({ status: 200, body: '4711' });
    expect(readWechat({ ...plain, token: 'other' }, request('', echo))).toMatchObject({ status: 403, body: '' });
    expect(readWechat({ ...plain, token: '' }, request('', echo))).toMatchObject({ status: 403 });
  });

  it('says whether a message was delivered', () => {
    expect(job('success')).toMatchObject({
      body: 'success',
      receipts: [{ providerId: '200163836', state: 'delivered' }],
    });
    expect(job('failed:user block').receipts).toMatchObject([{ state: 'failed', code: 'userBlock' }]);
  });

  it('tells who has scanned a code, following the account already or from now on', () => {
    const code = 'abcdefghijklmnop_-1234';
    expect(scan('SCAN', code)).toEqual([{ code, openid: 'oia2TjuEGTNoeX76' }]);
    expect(scan('subscribe', `qrscene_${code}`)).toEqual([{ code, openid: 'oia2TjuEGTNoeX76' }]);
    expect(scan('subscribe', '')).toEqual([]);
    expect(scan('unsubscribe', code)).toEqual([]);
  });

  it('expands no entity and reads nothing but its flat form', () => {
    expect(readWechatXml('<!DOCTYPE x [<!ENTITY e "boom">]><xml><Event>&e;</Event></xml>')).toBeUndefined();
    expect(readWechatXml('<xml><Event>&e;</Event></xml>')?.get('Event')).toBeUndefined();
    expect(readWechatXml('<xml><Event>A</Event><Event>B</Event></xml>')?.get('Event')).toBe('A');
    expect(readWechatXml(`<xml>${'<a>'.repeat(50_000)}</xml>`)?.size).toBe(0);
    expect(readWechatXml('{}')).toBeUndefined();
  });
});

describe('a call of WeChat in its safe mode', () => {
  const secrets = { ...plain, aesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG' };
  const message =
    '<xml><Event><![CDATA[TEMPLATESENDJOBFINISH]]></Event><MsgID>200163836</MsgID><Status><![CDATA[success]]></Status></xml>';
  /** As WeChat seals: random bytes, the length, the text and the account, padded to 32 bytes. */
  const sealedFor = (appId: string, aesKey = secrets.aesKey): string => {
    const key = Buffer.from(`${aesKey}=`, 'base64');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(message));
    const open = Buffer.concat([Buffer.alloc(16, 'r'), length, Buffer.from(message + appId)]);
    const padding = 32 - (open.length % 32);
    const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([cipher.update(open), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
      'base64',
    );
  };
  const readSealed = (sealed: string, signed = sealed) =>
    readWechat(
      secrets,
      request(`<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`, {
        query: {
          ...query,
          encrypt_type: 'aes',
          msg_signature: wechatSignature(token, query.timestamp, query.nonce, signed),
        },
      }),
    );

  it('is opened where it was signed and sealed for this account', () => {
    expect(readSealed(sealedFor(secrets.appId))).toMatchObject({
      status: 200,
      body: 'success',
      receipts: [{ providerId: '200163836', state: 'delivered' }],
    });
  });

  it.each([
    ['for another account', () => readSealed(sealedFor('wx-another'))],
    ['with another key', () => readSealed(sealedFor(secrets.appId, 'z'.repeat(42) + '0'))],
    ['and signed for another message', () => readSealed(sealedFor(secrets.appId), 'x')],
    ['as no cipher text', () => readSealed('AAAA')],
    ['not at all', () => readWechat(secrets, event('<Event>TEMPLATESENDJOBFINISH</Event><MsgID>1</MsgID>'))],
  ])('is refused when it was sealed %s', (_name, read) => {
    expect(read()).toMatchObject({ status: 403, receipts: [], scans: [] });
  });
});

describe('the signature of webhooks', () => {
  const vector = 'da13d7a2b6b7f3e28ab71f866f3fd72c03da9872c6f5b5f0d32c08254e2ee980';

  it('equals its published vector', () => {
    expect(signWebhook(['demo'], 1_700_000_000, '{"a":1}')).toBe(`t=1700000000,v1=${vector}`);
    expect(isWebhookSignature(['demo'], `t=1700000000,v1=${vector}`, '{"a":1}', 1_700_000_000)).toBe(true);
  });

  it('holds for either secret, for five minutes, and for nothing else', () => {
    const header = signWebhook(['new', 'old'], 1_700_000_000, 'x');
    for (const secret of ['new', 'old']) expect(isWebhookSignature([secret], header, 'x', 1_700_000_300)).toBe(true);
    expect(isWebhookSignature(['new'], header, 'x', 1_700_000_301)).toBe(false);
    expect(isWebhookSignature(['new'], header, 'x', 1_699_999_699)).toBe(false);
    expect(isWebhookSignature(['new'], header, 'y', 1_700_000_000)).toBe(false);
    expect(isWebhookSignature(['other'], header, 'x', 1_700_000_000)).toBe(false);
    expect(isWebhookSignature([], header, 'x', 1_700_000_000)).toBe(false);
    expect(isWebhookSignature(['new'], '', 'x', 1_700_000_000)).toBe(false);
  });

  it("lets a customer's program say what became of a message, and no other", () => {
    const body = '{"id":"0a1b2c3d-42","state":"acknowledged"}';
    const signature = `t=1700000000,v1=${createHmac('sha256', 's').update(`1700000000.${body}`).digest('hex')}`;
    expect(readWebhook(['s'], '0a1b2c3d', request(body, { signature })).receipts).toEqual([
      { notificationId: 42, state: 'acknowledged' },
    ]);
    expect(readWebhook(['s'], 'ffffffff', request(body, { signature }))).toMatchObject({ status: 422, receipts: [] });
    expect(readWebhook(['s'], '0a1b2c3d', request(body))).toMatchObject({ status: 403, receipts: [] });
  });
});
