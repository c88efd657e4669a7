import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { expiringKinds } from '../entities/expiring.ts';
import { pageOf } from '../envelope.ts';
import { rowQuerySchema } from '../rows.ts';

/** Ours: what expires within 60 days or has expired, of the kinds of record that the caller may see; the longest expired first. */
export const expiringList = defineEndpoint({
  method: 'GET',
  path: '/api/expiring/list',
  permission: 'expiring.view',
  group: 'other',
  summary: '60 天内到期与已过期的证书、许可、保险、合同、检验、自行检测与按需维保许可',
  input: rowQuerySchema.omit({ id: true }).extend({
    kind: z.enum(expiringKinds).optional(),
    /** `overdue`: expired before today; `soon`: today or later. */
    state: z.enum(['overdue', 'soon']).optional(),
  }),
  output: pageOf(
    z.object({
      /** Unique in the list: `contract-12`. */
      key: z.string(),
      kind: z.enum(expiringKinds),
      record_id: z.number(),
      /** Its name where it is edited: a person, a company, a contract's number, a lift's tag. */
      name: z.string(),
      /** The person or record to which it belongs. */
      owner: z.string(),
      /** The class and number of a person's certificate; else empty. */
      detail: z.string(),
      expires_on: z.string(),
      /** Days from today; negative for what has expired. */
      days_left: z.number(),
      /** For companies and contracts: which list has them. */
      company_kind: z.enum(['maintenance', 'property']).nullable(),
    }),
  ),
});
