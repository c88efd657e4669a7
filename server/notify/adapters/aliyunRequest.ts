import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SendOutcome } from '../adapter.ts';
import type { ChannelValues } from '../channelForms.ts';
import { outcomeOfStatus, type Outbound } from '../outbound.ts';

/** As RFC 3986 says: everything but letters, digits and `-_.~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

export type AliyunParameters = Readonly<Record<string, string>>;

/** The parameters as Aliyun signs them: by name, encoded. */
const canonical = (parameters: AliyunParameters): string =>
  Object.entries(parameters)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

/** The signature of an RPC call (version 1.0, HMAC-SHA1), base64. */
export function signAliyun(method: 'GET' | 'POST', parameters: AliyunParameters, accessKeySecret: string): string {
  const text = `${method}&${encode('/')}&${encode(canonical(parameters))}`;
  return createHmac('sha1', `${accessKeySecret}&`).update(text).digest('base64');
}

export interface AliyunAccount {
  readonly baseUrl: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** The account as the channel's settings have it. */
export const aliyunAccount = (values: ChannelValues): AliyunAccount => ({
  baseUrl: values['base_url'] ?? '',
  accessKeyId: values['access_key_id'] ?? '',
  accessKeySecret: values['access_key_secret'] ?? '',
});

/** The form of a signed call of an RPC interface, version 2017-05-25. `nonce`: never the same twice. */
function aliyunForm(
  { accessKeyId, accessKeySecret }: AliyunAccount,
  parameters: AliyunParameters,
  atMs: number,
  nonce: string = randomUUID(),
): string {
  const all = {
    ...parameters,
    Format: 'JSON',
    Version: '2017-05-25',
    AccessKeyId: accessKeyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    SignatureNonce: nonce,
    Timestamp: new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z'),
  };
  return canonical({ ...all, Signature: signAliyun('POST', all, accessKeySecret) });
}

const answerSchema = z.object({
  Code: z.string().max(200),
  Message: z.string().catch(''),
  CallId: z.string().max(200).optional(),
  BizId: z.string().max(200).optional(),
});

/** Codes that another attempt may not get, and after how long; every other code would be the same again. */
const passing: Readonly<Record<string, number | undefined>> = {
  'isv.BUSINESS_LIMIT_CONTROL': 60_000,
  'isv.LIMIT_CONTROL': 60_000,
  'isp.SYSTEM_ERROR': undefined,
  'isp.GATEWAY_ERROR': undefined,
  'isv.VENDOR_ERROR': undefined,
  SYSTEM_ERROR: undefined,
  ServiceUnavailable: undefined,
  InternalError: undefined,
};

const reasons: Readonly<Record<string, string>> = {
  'isv.BUSINESS_LIMIT_CONTROL': '号码超出发送频率限制',
  'isv.LIMIT_CONTROL': '号码超出发送频率限制',
  'isv.DAY_LIMIT_CONTROL': '超出每日发送上限',
  'isv.MOBILE_NUMBER_ILLEGAL': '号码不正确',
  'isv.CALLED_NUMBER_ILLEGAL': '号码不正确',
  'isv.AMOUNT_NOT_ENOUGH': '阿里云账户余额不足',
  'isv.OUT_OF_SERVICE': '阿里云账户已停机',
  'isv.ACCOUNT_NOT_EXISTS': '阿里云账户不存在',
  'isv.ACCOUNT_ABNORMAL': '阿里云账户异常',
  'isv.SMS_TEMPLATE_ILLEGAL': '短信模板不存在或未审核通过',
  'isv.SMS_SIGNATURE_ILLEGAL': '短信签名不存在或未审核通过',
  'isv.TTS_TEMPLATE_ILLEGAL': '语音模板不存在或未审核通过',
  'isv.TEMPLATE_MISSING_PARAMETERS': '模板缺少变量',
  'isv.PARAM_LENGTH_LIMIT': '变量超出长度限制',
  'isv.BLACK_KEY_CONTROL_LIMIT': '内容含有被禁止的词',
  'isv.INVALID_PARAMETERS': '参数不正确',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确',
  'InvalidAccessKeyId.NotFound': 'AccessKey ID 不存在',
  'Forbidden.RAM': 'AccessKey 没有调用此接口的权限',
};

/** May another attempt succeed? Throttling has many names. */
const isPassing = (code: string): boolean => Object.hasOwn(passing, code) || code.startsWith('Throttling');

/** Makes a signed call. `idName`: the member of the answer under which the message is known from now on. */
export async function callAliyun(
  outbound: Outbound,
  account: AliyunAccount,
  call: { readonly parameters: AliyunParameters; readonly idName: 'CallId' | 'BizId'; readonly atMs: number },
  signal: AbortSignal,
): Promise<SendOutcome> {
  const result = await outbound(
    {
      method: 'POST',
      url: `${account.baseUrl.replace(/\/+$/, '')}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: aliyunForm(account, call.parameters, call.atMs),
    },
    signal,
  );
  if (result.kind !== 'answered') return result;
  const parsed = answerSchema.safeParse(jsonOf(result.answer.body));
  if (!parsed.success) return outcomeOfStatus(result.answer) ?? { kind: 'unknown', reason: '阿里云的应答无法识别' };
  const { Code: code } = parsed.data;
  const providerId = parsed.data[call.idName];
  if (code === 'OK')
    return providerId === undefined
      ? { kind: 'unknown', reason: '阿里云的应答没有回执编号' }
      : { kind: 'accepted', providerId };
  const retryAfterMs = passing[code] ?? result.answer.retryAfterMs;
  return {
    kind: 'refused',
    code: code.slice(0, 100),
    // Their own message may repeat the number.
    reason: reasons[code] ?? `阿里云拒绝（${code.slice(0, 60)}）`,
    isPassing: isPassing(code) || result.answer.status === 429,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The JSON value of a text; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
