import * as z from 'zod';
import { noAnswerCode, type Receipt } from '../adapter.ts';
import { jsonOf } from '../adapters/aliyunRequest.ts';
import { jsonAnswer, stateOfKey, type ReceiptReading, type ReceiptRequest } from './receiptReading.ts';

/** Numbers come as numbers or as text. */
const text = z.union([z.string().max(200), z.number().transform(String)]).catch('');

/** At the end of a call (VoiceReport), and in the middle of one (VoiceCallReport), which has no duration. */
const voiceSchema = z.object({
  call_id: text,
  out_id: text,
  status_code: text,
  duration: text.optional(),
  dtmf: text.default(''),
});

const smsSchema = z.object({
  biz_id: text,
  out_id: text,
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
  err_code: text.default(''),
});

/** A call that someone picked up: heard to its end, hung up before it, or without a key in time. */
const answeredCodes: readonly string[] = ['200000', '200001', '200008'];
/** It was busy, or rang in vain. */
const unansweredCodes: readonly string[] = ['200002', '200003'];
const voiceReasons: Readonly<Record<string, string>> = {
  200002: '用户占线',
  200003: '无人接听',
  200004: '号码不合法',
  200005: '无法接通',
  200006: '语音播放失败',
  200007: '不在服务区',
  200010: '已关机',
  200011: '已停机',
  200117: '来电显示号码不合法',
  200118: '该时段限制呼出',
  200121: '超出并发限制',
};
const smsReasons: Readonly<Record<string, string>> = {
  DELIVERED: '已送达',
  MOBILE_ACCOUNT_ABNORMAL: '用户号码异常',
  MOBILE_SEND_LIMIT: '号码被限制接收',
  MOBILE_TERMINAL_ERROR: '手机终端问题',
  MOBILE_IN_BLACK: '号码在黑名单中',
  SP_UNKNOWN_ERROR: '运营商未知错误',
};

/** The names of a message in a receipt: the provider's and ours. */
const namesOf = (providerId: string, outId: string): Pick<Receipt, 'providerId' | 'notificationId'> => ({
  ...(providerId === '' ? {} : { providerId }),
  ...(/^[1-9]\d{0,14}$/.test(outId) ? { notificationId: Number(outId) } : {}),
});

function voiceReceipt({
  call_id: callId,
  out_id: outId,
  status_code: code,
  duration,
  dtmf,
}: z.output<typeof voiceSchema>): Receipt | undefined {
  const names = namesOf(callId, outId);
  const key = /^[\d*#]+/.exec(dtmf)?.[0].slice(0, 4) ?? '';
  const seconds = Number(duration ?? '');
  const lasted = duration !== undefined && Number.isFinite(seconds) && seconds >= 0 ? { durationSeconds: seconds } : {};
  if (key !== '') return { ...names, state: stateOfKey(key), key, ...lasted };
  if (answeredCodes.includes(code)) return { ...names, state: 'answered', ...lasted };
  // In the middle of a call nothing is lost yet.
  if (duration === undefined) return undefined;
  const ours = unansweredCodes.includes(code) ? noAnswerCode : code;
  return { ...names, state: 'failed', code: ours, reason: voiceReasons[code] ?? `未接通（${code}）` };
}

function smsReceipt({ biz_id: bizId, out_id: outId, success, err_code: code }: z.output<typeof smsSchema>): Receipt {
  const names = namesOf(bizId, outId);
  return success
    ? { ...names, state: 'delivered' }
    : { ...names, state: 'failed', code, reason: smsReasons[code] ?? `短信未送达（${code.slice(0, 40)}）` };
}

function readArray(
  { method, body }: ReceiptRequest,
  toReceipt: (item: unknown) => Receipt | undefined,
): ReceiptReading {
  const items = z
    .array(z.unknown())
    .max(1_000)
    .safeParse(jsonOf(body.toString('utf8')));
  if (method !== 'POST' || !items.success) return jsonAnswer(400, { code: 1, msg: '格式有误' });
  const receipts = items.data.flatMap((item) => toReceipt(item) ?? []);
  // Items that cannot be read would only come again.
  return jsonAnswer(
    200,
    { code: 0, msg: '成功' },
    receipts.filter(({ providerId, notificationId }) => providerId !== undefined || notificationId !== undefined),
  );
}

/** Aliyun's array of calls, answered in its form. */
export const readAliyunVoice = (request: ReceiptRequest): ReceiptReading =>
  readArray(request, (item) => {
    const parsed = voiceSchema.safeParse(item);
    return parsed.success ? voiceReceipt(parsed.data) : undefined;
  });

/** Aliyun's array of short messages (SmsReport). */
export const readAliyunSms = (request: ReceiptRequest): ReceiptReading =>
  readArray(request, (item) => {
    const parsed = smsSchema.safeParse(item);
    return parsed.success ? smsReceipt(parsed.data) : undefined;
  });
