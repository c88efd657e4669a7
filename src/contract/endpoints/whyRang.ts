import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { whyRangSchema } from '../entities/whyRang.ts';

export const rescueWhy = defineEndpoint({
  method: 'GET',
  path: '/api/order/rescue/why',
  permission: 'rescue.view',
  group: 'order',
  summary: '救援单为何响铃：依据、日志位置、响铃的值班台与未响铃的原因',
  input: z.object({ id: z.coerce.number('请指定救援单').int().positive('请指定救援单') }),
  output: whyRangSchema,
});

export const alarmWhy = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/record/why',
  permission: 'alarm.view',
  group: 'alarm',
  summary: '报警为何响铃或未响铃：依据、日志位置、响铃的值班台与未响铃的原因',
  input: z.object({ id: z.coerce.number('请指定报警记录').int().positive('请指定报警记录') }),
  output: whyRangSchema,
});
