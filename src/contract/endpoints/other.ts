import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { plainText } from '../text.ts';

/** Settings that an administrator may change while the server runs; each with its bounds. */
export const sysConfigShapes = {
  hotline: plainText(20, { tooLong: '最多 20 个字符' }).trim().min(3, '请填写救援热线'),
  escalate_after_seconds: z
    .array(z.number().int().min(10).max(3600))
    .length(3, '须为三个时间')
    .refine((list) => list.every((value, index) => index === 0 || value > (list[index - 1] ?? 0)), '时间须递增'),
  respond_limit_seconds: z.number().int().min(30, '至少 30 秒').max(1800, '最多 1800 秒'),
  arrive_limit_minutes_city: z.number().int().min(5).max(120),
  arrive_limit_minutes_other: z.number().int().min(5).max(240),
  lapse_after_seconds: z.number().int().min(60).max(3600),
  alarm_handle_limit_seconds: z
    .number()
    .int()
    .min(60)
    .max(7 * 86_400),
  answered_target_percent: z.number().min(1, '目标为 1 到 100').max(100, '目标为 1 到 100'),
  arrived_target_percent: z.number().min(1, '目标为 1 到 100').max(100, '目标为 1 到 100'),
} as const;
export type SysConfigKey = keyof typeof sysConfigShapes;
export const sysConfigSchema = z.object(sysConfigShapes);
export type SysConfig = z.infer<typeof sysConfigSchema>;

/** Working values (design: lifecycles; TSG T5002-2017 5(4) for arrival). */
export const sysConfigDefaults: SysConfig = {
  hotline: '96333',
  escalate_after_seconds: [60, 120, 300],
  respond_limit_seconds: 180,
  arrive_limit_minutes_city: 30,
  arrive_limit_minutes_other: 60,
  lapse_after_seconds: 300,
  alarm_handle_limit_seconds: 86_400,
  // House targets for the two published indicators; the law itself wants every single call in time.
  answered_target_percent: 95,
  arrived_target_percent: 98,
};

export const sysConfigList = defineEndpoint({
  method: 'GET',
  path: '/api/sys-config/list',
  permission: 'config.view',
  group: 'other',
  summary: '系统参数',
  input: z.object({}),
  output: z.array(
    z.object({ key: z.string(), label: z.string(), value: z.unknown(), updated_at: z.string().nullable() }),
  ),
});

export const sysConfigEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/sys-config',
  permission: 'config.edit',
  group: 'other',
  summary: '修改系统参数',
  input: sysConfigSchema.partial().refine((value) => Object.keys(value).length > 0, '没有要修改的参数'),
  output: z.object({}),
});

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/api/upload-file',
  permission: 'file.upload',
  group: 'other',
  summary: '上传图片（JPEG、PNG，最大 5 MB）',
  transport: 'upload',
  input: z.object({}),
  output: z.object({ url: z.string(), name: z.string(), size: z.number() }),
});
