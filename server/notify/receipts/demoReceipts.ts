import * as z from 'zod';
import { jsonOf } from '../adapters/aliyunRequest.ts';
import { jsonAnswer, stateOfKey, type ReceiptReading, type ReceiptRequest } from './receiptReading.ts';

const demoSchema = z.union([
  z.object({ id: z.number().int().positive(), key: z.string().regex(/^[\d*#]?$/) }),
  z.object({ person_id: z.number().int().positive(), openid: z.string().regex(/^[\w-]{10,64}$/) }),
]);

/** Reads the messages of `npm run phone`: a key that someone presses, none for a call that is only answered, or a scanned code. */
export function readDemo({ method, body }: ReceiptRequest): ReceiptReading {
  const parsed = demoSchema.safeParse(jsonOf(body.toString('utf8')));
  if (method !== 'POST' || !parsed.success) return jsonAnswer(422, { code: 422, msg: '格式有误' });
  const { data } = parsed;
  const done = jsonAnswer(200, { code: 0, msg: '成功' });
  if ('person_id' in data) return { ...done, scans: [{ personId: data.person_id, openid: data.openid }] };
  const { id: notificationId, key } = data;
  return {
    ...done,
    receipts: [key === '' ? { notificationId, state: 'answered' } : { notificationId, state: stateOfKey(key), key }],
  };
}
