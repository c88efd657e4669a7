import * as z from 'zod';
import { auditRecords } from '../audit.ts';
import { defineEndpoint } from '../endpoint.ts';
import { pageOf, wireTime } from '../envelope.ts';
import { rowQuerySchema } from '../rows.ts';
import { plainText } from '../text.ts';

/** Ours: who changed what, when. The entries of the accounts that the caller manages, and the caller's own. */
export const auditList = defineEndpoint({
  method: 'GET',
  path: '/api/audit/list',
  permission: 'audit.view',
  group: 'access',
  summary: '审计日志：基础数据、账号与参数的每次变更，以及登录',
  input: rowQuerySchema.omit({ id: true }).extend({
    record: z.enum(auditRecords).optional(),
    record_id: plainText(40).optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(
    z.object({
      id: z.number(),
      at: wireTime,
      actor_name: z.string(),
      record: z.enum(auditRecords),
      record_id: z.string(),
      record_name: z.string(),
      /** 新建, 修改, 删除 or what else happened. */
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});
