import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { wireTime } from '../envelope.ts';
import { plainText } from '../text.ts';

const logCutSchema = z.object({
  /** The position of the event that marks the cut, which names it in `logCutConfirm`. */
  position: z.number(),
  /** The first and the last event that are lost, and the time from which and until which they were received. */
  first_lost: z.number(),
  last_lost: z.number(),
  lost_from: wireTime,
  lost_until: wireTime,
  /** The time at which the server went on without them. */
  found_at: wireTime,
  /** Lifts that lost events concerned, as far as they are known. */
  lifts: z.array(z.object({ id: z.number(), tag: z.string() })),
});
export type LogCutRow = z.infer<typeof logCutSchema>;

/** Ours: cuts that a fail-over of the database left and nobody has confirmed yet, oldest first. */
export const logCutList = defineEndpoint({
  method: 'GET',
  path: '/api/log/cuts',
  permission: 'config.edit',
  group: 'other',
  summary: '数据库主备切换造成的、尚未确认的事件丢失',
  input: z.object({}),
  output: z.object({ list: z.array(logCutSchema) }),
});

/** Ours: a person has seen it and had its calls checked. A second confirmation changes nothing. */
export const logCutConfirm = defineEndpoint({
  method: 'POST',
  path: '/api/log/cuts/confirm',
  permission: 'config.edit',
  group: 'other',
  summary: '确认一次主备切换造成的事件丢失：记入审计日志，提示随之消失',
  input: z.object({
    position: z.number('请指定要确认的丢失').int().positive('请指定要确认的丢失'),
    note: plainText(200, { absent: '请写明如何核对', tooLong: '核对情况最多 200 字' })
      .trim()
      .min(2, '请写明如何核对（至少 2 字）'),
  }),
  output: z.object({}),
});
