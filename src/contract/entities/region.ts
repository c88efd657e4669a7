import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { line, requiredLine } from '../rows.ts';

/** A region of the administration, or a group of communities within one. */
const regionTypes = ['area', 'group'] as const;
export type RegionType = (typeof regionTypes)[number];
export const regionTypeLabels: Readonly<Record<RegionType, string>> = { area: '区域', group: '小区分组' };
export const regionTypeOptions = regionTypes.map((value) => ({ value, label: regionTypeLabels[value] }));

/** A group without a region, or a region at the top by somebody who does not see the whole city. */
export const regionParentMissing = '请选择上级区域';

/** Fields of a region or a group in the editor; a group always has a parent. */
export const regionFields = z.object({
  type: z.enum(regionTypes, '请选择类型'),
  name: requiredLine('名称', 30),
  /** Digits of the administrative division; may be missing. */
  code: line('编码', 12)
    .regex(/^(\d{2,12})?$/, '编码须为 2 至 12 位数字')
    .default(''),
  parent_id: z.number('请选择上级区域').int().positive().nullable().default(null),
  /** Help must arrive within 30 minutes in a city, within 60 elsewhere. A group follows its region. */
  is_city: z.boolean().default(false),
  /** The number of workers that a maintenance visit demands here; null as the region above says, at the top two. */
  visit_workers: z.literal([1, 2], '请选择维保人数').nullable().default(null),
});

/** The deepest tree: province, city, district, street, neighbourhood and one to spare. */
export const mostRegionLevels = 6;

export interface RegionNode {
  readonly id: number;
  readonly version: number;
  readonly type: RegionType;
  readonly name: string;
  readonly code: string;
  readonly parent_id: number | null;
  readonly is_city: boolean;
  readonly visit_workers: 1 | 2 | null;
  readonly full_name: string;
  /** The full name of what stands above; empty at the top, or where the caller does not see it. */
  readonly parent_name: string;
  readonly community_num: number;
  readonly elevator_num: number;
  readonly children: readonly RegionNode[];
}
export const regionNodeSchema: z.ZodType<RegionNode> = z.object({
  id: z.number(),
  version: z.number(),
  ...regionFields.shape,
  full_name: z.string(),
  parent_name: z.string(),
  /** In the region and everything below it, as far as the caller sees them. */
  community_num: z.number(),
  elevator_num: z.number(),
  get children() {
    return z.array(regionNodeSchema);
  },
});

/** Regions and groups of communities in the log. */
export const regionRows = defineRows({ kind: 'region', label: '区域与分组', logged: regionFields });
