import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { line, requiredLine, telephone } from '../rows.ts';

/** A brand is a manufacturer: what an editor writes of it. */
export const brandFields = z.object({
  name: requiredLine('名称', 60),
  contact_mobile: telephone('联系电话'),
  address: line('地址', 120),
});

/** Brands in the log. */
export const brandRows = defineRows({
  kind: 'brand',
  label: '品牌',
  logged: brandFields.extend({ contact_mobile: z.string() }),
});
