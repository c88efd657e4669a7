import * as z from 'zod';
import { line, requiredLine, telephone } from '../rows.ts';

/** A brand is a manufacturer: what an editor writes of it. */
export const brandFields = z.object({
  name: requiredLine('名称', 60),
  contact_mobile: telephone('联系电话'),
  address: line('地址', 120),
});
