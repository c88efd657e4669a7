import * as z from 'zod';
import type { SendOutcome } from '../adapter.ts';
import type { ChannelValues } from '../channelForms.ts';
import { outcomeOfStatus, type Outbound } from '../outbound.ts';
import type { Clock } from '../../runtime/clock.ts';
import { jsonOf } from './aliyunRequest.ts';

const tokenSchema = z.object({ access_token: z.string().min(1).max(1_000), expires_in: z.number().positive() });
const errorSchema = z.object({ errcode: z.number() });

const passing: Readonly<Record<number, number | undefined>> = { [-1]: undefined, 45009: 60_000, 45011: 60_000 };
const reasons: Readonly<Record<number, string>> = {
  [-1]: '微信系统繁忙',
  40003: '微信用户已取消关注或绑定失效，请重新绑定',
  40013: '公众号 AppID 不正确',
  40037: '模板编号不正确，请到通知模板中核对',
  40125: '公众号 AppSecret 不正确',
  40164: '本服务器的出口地址不在公众号的 IP 白名单中',
  43004: '微信用户没有关注公众号，请重新绑定',
  43101: '微信用户拒收此模板的消息',
  45009: '超出公众号接口的调用上限',
  45011: '调用公众号接口过于频繁',
  47003: '模板字段与公众号后台不一致，请到通知模板中核对',
  48001: '公众号没有模板消息的权限',
};
/** The token is no longer the one in force. */
const staleToken: readonly number[] = [40001, 40014, 42001];

type Refused = Exclude<SendOutcome, { kind: 'accepted' }>;
export type WechatResult = { readonly kind: 'ok'; readonly json: unknown } | Refused;

/** Calls of an official account, with one token for all of them. */
export interface WechatApi {
  post(path: string, body: object, signal: AbortSignal): Promise<WechatResult>;
}

function wechatRefusal(code: number): Refused {
  const retryAfterMs = passing[code];
  return {
    kind: 'refused',
    code: String(code),
    reason: reasons[code] ?? `微信拒绝（errcode ${code}）`,
    isPassing: Object.hasOwn(passing, code) || staleToken.includes(code),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Renewed so long before it ends. */
const renewBeforeMs = 300_000;

/**
 * The token comes from `stable_token`, which, unlike the older call, does not end the token of another program with the
 * same account, and keeps the secret out of the address.
 */
export function createWechatApi(values: ChannelValues, outbound: Outbound, clock: Clock): WechatApi {
  const baseUrl = (values['base_url'] ?? '').replace(/\/+$/, '');
  let kept: { readonly token: string; readonly untilMs: number } | undefined;
  let fetching: Promise<string | Refused> | undefined;

  async function fetchToken(): Promise<string | Refused> {
    const body = {
      grant_type: 'client_credential',
      appid: values['app_id'] ?? '',
      secret: values['app_secret'] ?? '',
    };
    // Many messages wait for one token: none of them may end the call for the others.
    const result = await exchange('/cgi-bin/stable_token', body, new AbortController().signal);
    if (result.kind === 'unknown')
      return { kind: 'refused', code: 'token', reason: '微信没有按时给出 access_token', isPassing: true };
    if (result.kind !== 'ok') return result;
    const parsed = tokenSchema.safeParse(result.json);
    if (!parsed.success)
      return { kind: 'refused', code: 'token', reason: '微信没有给出 access_token', isPassing: true };
    const { access_token: token, expires_in: seconds } = parsed.data;
    kept = { token, untilMs: clock.monotonicMs() + seconds * 1_000 - renewBeforeMs };
    return token;
  }

  async function token(): Promise<string | Refused> {
    if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.token;
    fetching ??= fetchToken();
    try {
      return await fetching;
    } finally {
      fetching = undefined;
    }
  }

  async function exchange(path: string, body: object, signal: AbortSignal): Promise<WechatResult> {
    const result = await outbound(
      {
        method: 'POST',
        url: `${baseUrl}${path}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      signal,
    );
    if (result.kind !== 'answered') return result;
    const failed = outcomeOfStatus(result.answer);
    if (failed !== undefined) return failed;
    const json = jsonOf(result.answer.body);
    const error = errorSchema.safeParse(json);
    if (error.success && error.data.errcode !== 0) return wechatRefusal(error.data.errcode);
    return typeof json === 'object' && json !== null
      ? { kind: 'ok', json }
      : { kind: 'unknown', reason: '微信的应答无法识别' };
  }

  async function post(path: string, body: object, signal: AbortSignal, isSecond = false): Promise<WechatResult> {
    const held = await token();
    if (typeof held !== 'string') return held;
    const result = await exchange(`${path}?access_token=${encodeURIComponent(held)}`, body, signal);
    if (result.kind !== 'refused' || !staleToken.includes(Number(result.code)) || isSecond) return result;
    if (kept?.token === held) kept = undefined;
    return post(path, body, signal, true);
  }

  return { post: (path, body, signal) => post(path, body, signal) };
}
