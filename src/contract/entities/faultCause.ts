import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import type { RescueCause } from '../labels.ts';
import { requiredLine } from '../rows.ts';

/** Fields of a cause of faults in the editor. Records name it by its code, so the code never changes. */
export const faultCauseFields = z.object({
  code: z
    .string('请填写编码')
    .trim()
    .regex(/^[0-9A-Za-z]{1,20}$/, '编码须为 1 到 20 位数字或字母'),
  name: requiredLine('名称', 50),
  /** The code of the cause above it; empty for level 1. */
  parent_code: z.string().max(20).default(''),
  sort: z.number('请填写排序').int('排序须为整数').min(0, '排序不能为负').max(9_999, '排序最多 9999').default(0),
  /** No longer offered; records that name it stay readable. */
  is_retired: z.boolean().default(false),
});

/**
 * The cause of level 1 in the catalogue below which the details of a rescue's cause stand. A code never changes, so a group may be
 * renamed. Null: the catalogue that a site begins with has no such group (none today).
 */
export const rescueCauseGroups: Readonly<Record<RescueCause, string | null>> = {
  human: '1',
  external: '2',
  door: '3',
  traction: '4',
  control: '5',
  safety: '6',
  other: '7',
  car: 'JX',
};

/** Causes in the log. */
export const faultCauseRows = defineRows({ kind: 'faultCause', label: '故障原因', logged: faultCauseFields });
