import { createHmac } from 'node:crypto';
import type { ProviderForm, Recorded } from './fakeProvider.ts';

/** The accounts that the fakes know. */
export const fakeSecrets = {
  accessKeyId: 'LTAItest',
  accessKeySecret: 'aliyun-test-secret',
  appId: 'wx0123456789abcdef',
  appSecret: 'wechat-test-secret',
  robotKey: '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
  webhook: 'webhook-test-secret-1',
  previousWebhook: 'webhook-test-secret-0',
};

/** RFC 3986 by hand, so that the check shares no code with what it checks. */
const encoded = (plain: string): string =>
  Array.from(Buffer.from(plain, 'utf8'), (byte) =>
    /[A-Za-z0-9\-_.~]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');

export const formOf = ({ body }: Recorded): ReadonlyMap<string, string> => new Map(new URLSearchParams(body));

function isSignedForAliyun(request: Recorded): boolean {
  const form = formOf(request);
  const query = [...form]
    .filter(([name]) => name !== 'Signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  const expected = createHmac('sha1', `${fakeSecrets.accessKeySecret}&`)
    .update(`POST&%2F&${encoded(query)}`)
    .digest('base64');
  return form.get('AccessKeyId') === fakeSecrets.accessKeyId && form.get('Signature') === expected;
}

/** Aliyun's RPC interfaces; a nonce that came before is refused, as there. */
export function aliyunForm(idName: 'CallId' | 'BizId'): ProviderForm {
  const nonces = new Set<string>();
  let count = 0;
  return {
    refusal: (code) => ({ body: { Code: String(code), Message: 'no', RequestId: 'r' } }),
    answer(request) {
      if (!isSignedForAliyun(request)) return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: '' } };
      const nonce = formOf(request).get('SignatureNonce') ?? '';
      if (nonces.has(nonce)) return { status: 400, body: { Code: 'SignatureNonceUsed', Message: '' } };
      nonces.add(nonce);
      count += 1;
      return { body: { Code: 'OK', Message: 'OK', RequestId: 'r', [idName]: `id-${count}^1` } };
    },
  };
}

/** WeChat's official account: one token in force, and each client_msg_id reaches its person once. */
export function wechatForm(): ProviderForm & { readonly reached: ReadonlyMap<string, number>; endToken(): void } {
  let tokens = 1;
  const reached = new Map<string, number>();
  return {
    reached,
    endToken() {
      tokens += 1;
    },
    isSteady: ({ path }) => path === '/cgi-bin/stable_token',
    refusal: (code) => ({ body: { errcode: code, errmsg: 'no' } }),
    answer({ path, query, body }) {
      const json = JSON.parse(body);
      if (path === '/cgi-bin/stable_token')
        return json.appid === fakeSecrets.appId && json.secret === fakeSecrets.appSecret
          ? { body: { access_token: `token-${tokens}`, expires_in: 7_200 } }
          : { body: { errcode: 40125, errmsg: 'invalid appsecret' } };
      if (query['access_token'] !== `token-${tokens}`)
        return { body: { errcode: 40001, errmsg: 'invalid credential' } };
      if (path === '/cgi-bin/qrcode/create')
        return {
          body: { ticket: 't', expire_seconds: 600, url: `http://weixin.qq.com/q/${json.action_info.scene.scene_str}` },
        };
      const values: readonly { readonly value: string }[] = Object.values(json.data);
      if (values.some(({ value }) => value === '' || value.length > 20))
        return { body: { errcode: 47003, errmsg: 'data' } };
      const known = reached.get(json.client_msg_id);
      const id = known ?? 200_163_836 + reached.size;
      reached.set(json.client_msg_id, id);
      return { body: { errcode: 0, errmsg: 'ok', msgid: id } };
    },
  };
}

/** The robot of a WeCom group. */
export const wecomForm: ProviderForm = {
  refusal: (code) => ({ body: { errcode: code, errmsg: 'no' } }),
  answer({ path, query, body }) {
    if (path !== '/cgi-bin/webhook/send' || query['key'] !== fakeSecrets.robotKey)
      return { body: { errcode: 93_000, errmsg: 'invalid webhook url' } };
    const { msgtype, text } = JSON.parse(body);
    return msgtype === 'text' && Buffer.byteLength(text.content) <= 2_048
      ? { body: { errcode: 0, errmsg: 'ok' } }
      : { body: { errcode: 40_058, errmsg: 'content' } };
  },
};

/** A customer's program that knows one of the two secrets. */
export const webhookForm = (secret: string): ProviderForm => ({
  refusal: (code) => ({ status: Number(code), body: '' }),
  answer({ headers, body }) {
    const [time = '', ...signatures] = String(headers['x-tian-signature']).split(',');
    const expected = createHmac('sha256', secret)
      .update(`${time.slice(2)}.${body}`)
      .digest('hex');
    return signatures.includes(`v1=${expected}`) && headers['x-tian-id'] === JSON.parse(body).id
      ? { status: 204, body: '' }
      : { status: 401, body: '' };
  },
});
