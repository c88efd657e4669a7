import { createHash, timingSafeEqual } from 'node:crypto';
import type { Receipt } from '../adapter.ts';
import { textAnswer, type BindingScan, type ReceiptReading, type ReceiptRequest } from './receiptReading.ts';
import { openWechatMessage } from './wechatCipher.ts';
import { readWechatXml } from './wechatXml.ts';

/** As in the settings of the account and of its server. Without `aesKey` messages come in plain text. */
export interface WechatSecrets {
  readonly token: string;
  readonly aesKey: string;
  readonly appId: string;
}

/** As WeChat signs its calls: SHA-1 over token, time, nonce and a sealed message, in the order of their letters. */
export const wechatSignature = (...parts: readonly string[]): string =>
  createHash('sha1')
    .update(parts.toSorted((left, right) => (left < right ? -1 : 1)).join(''))
    .digest('hex');

function isSigned(signature: string, token: string, ...parts: readonly string[]): boolean {
  if (token === '' || !/^[0-9a-f]{40}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(wechatSignature(token, ...parts), 'hex'), Buffer.from(signature, 'hex'));
}

const idText = /^[\w.:-]{1,200}$/;

function receiptOf(members: ReadonlyMap<string, string>): Receipt | undefined {
  const providerId = members.get('MsgID') ?? '';
  if (members.get('Event') !== 'TEMPLATESENDJOBFINISH' || !idText.test(providerId)) return undefined;
  const status = members.get('Status') ?? '';
  if (status === 'success') return { providerId, state: 'delivered' };
  return status === 'failed:user block'
    ? { providerId, state: 'failed', code: 'userBlock', reason: '微信用户拒收公众号的消息' }
    : { providerId, state: 'failed', code: 'failed', reason: '微信未能送达' };
}

/** A scan by someone who follows the account already, or who begins to by it. */
function scanOf(members: ReadonlyMap<string, string>): BindingScan | undefined {
  const event = members.get('Event');
  const key = members.get('EventKey') ?? '';
  const code = event === 'SCAN' ? key : event === 'subscribe' ? (/^qrscene_(.+)$/.exec(key)?.[1] ?? '') : '';
  const openid = members.get('FromUserName') ?? '';
  return /^[\w-]{16,64}$/.test(code) && /^[\w-]{10,64}$/.test(openid) ? { code, openid } : undefined;
}

/** The members of a sealed message; undefined unless it was signed and sealed for this account. */
function openSealed(members: ReadonlyMap<string, string>, query: ReceiptRequest['query'], secrets: WechatSecrets) {
  const { timestamp = '', nonce = '', msg_signature: signature = '' } = query;
  const sealed = members.get('Encrypt') ?? '';
  if (!isSigned(signature, secrets.token, timestamp, nonce, sealed)) return undefined;
  const text = openWechatMessage(sealed, secrets);
  return text === undefined ? undefined : readWechatXml(text);
}

/**
 * WeChat's check of the address, and its events. With `aesKey` (安全模式) a message in plain text is refused, because its signature
 * does not cover what it says.
 */
export function readWechat(secrets: WechatSecrets, { method, query, body }: ReceiptRequest): ReceiptReading {
  const { signature = '', timestamp = '', nonce = '' } = query;
  if (!isSigned(signature, secrets.token, timestamp, nonce)) return textAnswer(403, '');
  if (method === 'GET') return textAnswer(200, (query['echostr'] ?? '').slice(0, 200));
  const outer = readWechatXml(body.toString('utf8'));
  if (outer === undefined) return textAnswer(400, '');
  const members = secrets.aesKey === '' ? outer : openSealed(outer, query, secrets);
  if (members === undefined) return textAnswer(403, '');
  const receipt = receiptOf(members);
  const scan = scanOf(members);
  return textAnswer(200, 'success', {
    receipts: receipt === undefined ? [] : [receipt],
    scans: scan === undefined ? [] : [scan],
  });
}
