import * as z from 'zod';
import { jsonOf } from '../adapters/aliyunRequest.ts';
import { isWebhookSignature } from '../webhookSignature.ts';
import { jsonAnswer, type ReceiptReading, type ReceiptRequest } from './receiptReading.ts';

const callbackSchema = z.object({
  /** As we sent it: the site's mark and the notification's number. */
  id: z.string().max(60),
  state: z.enum(['delivered', 'answered', 'acknowledged', 'failed']),
  reason: z.string().max(200).optional(),
});

/** Reads the report of a customer's program about a message: signed as ours are. `site`: the mark in our ids. */
export function readWebhook(
  secrets: readonly string[],
  site: string,
  { method, signature, body, nowMs }: ReceiptRequest,
): ReceiptReading {
  if (method !== 'POST' || !isWebhookSignature(secrets, signature, body, Math.floor(nowMs / 1_000)))
    return jsonAnswer(403, { code: 403, message: '签名不正确，或时间相差超过 5 分钟' });
  const parsed = callbackSchema.safeParse(jsonOf(body.toString('utf8')));
  const [mark, number = ''] = parsed.success ? parsed.data.id.split('-') : [];
  if (!parsed.success || mark !== site || !/^[1-9]\d{0,14}$/.test(number))
    return jsonAnswer(422, {
      code: 422,
      message: '须为 {"id": 收到的 id, "state": "delivered|answered|acknowledged|failed"}',
    });
  const { state, reason } = parsed.data;
  return jsonAnswer(200, { code: 0, message: '成功' }, [
    { notificationId: Number(number), state, ...(reason === undefined ? {} : { reason }) },
  ]);
}
