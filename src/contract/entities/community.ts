import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { line, requiredLine } from '../rows.ts';

/** The kind of a community; it decides nothing about its lifts. */
export const siteTypeLabels = {
  residential: '住宅',
  office: '写字楼',
  mall: '商场',
  hospital: '医院',
  school: '学校',
  hotel: '酒店',
  station: '车站机场',
  factory: '厂房',
  other: '其他',
} as const;
export const siteTypes = [
  'residential',
  'office',
  'mall',
  'hospital',
  'school',
  'hotel',
  'station',
  'factory',
  'other',
] as const satisfies readonly (keyof typeof siteTypeLabels)[];
export type SiteType = (typeof siteTypes)[number];
export const siteTypeOptions = siteTypes.map((value) => ({ value, label: siteTypeLabels[value] }));

const degrees = (label: string, least: number, most: number) => {
  const words = `${label}须在 ${least} 到 ${most} 之间`;
  return z.number(`请填写${label}`).min(least, words).max(most, words);
};

/** Fields of a community in the editor. */
export const communityFields = z.object({
  name: requiredLine('名称', 60),
  address: line('地址', 120).default(''),
  area_id: z.number('请选择区域').int().positive(),
  property_id: z.number('请选择物业单位').int().positive().nullable().default(null),
  site_type: z.enum(siteTypes, '请选择场所类型').nullable().default(null),
  /** Degrees in the coordinate system of the city's map; within China. */
  lng: degrees('经度', 73, 136),
  lat: degrees('纬度', 3, 54),
  group_ids: z.array(z.number().int().positive()).max(20, '最多属于 20 个分组').default([]),
  remark: line('备注', 200).default(''),
});

/** Roles of a person for a community. */
export const memberRoleLabels = {
  manager: '项目经理',
  safetyOfficer: '电梯安全员',
  guard: '门岗值班',
  owner: '业主代表',
  grid: '网格员',
} as const;
export const memberRoles = [
  'manager',
  'safetyOfficer',
  'guard',
  'owner',
  'grid',
] as const satisfies readonly (keyof typeof memberRoleLabels)[];
export type MemberRole = (typeof memberRoles)[number];
export const memberRoleOptions = memberRoles.map((value) => ({ value, label: memberRoleLabels[value] }));

/** A person's role in a community, one for each person and community. */
export const communityMemberFields = z.object({
  community_id: z.number('请选择小区').int().positive(),
  person_id: z.number('请选择人员').int().positive(),
  role: z.enum(memberRoles, '请选择角色'),
});

/** Communities and the people who look after them in the log. */
export const communityRows = defineRows({
  kind: 'community',
  label: '小区',
  logged: communityFields,
  values: { site_type: siteTypeLabels },
});
export const communityMemberRows = defineRows({
  kind: 'communityMember',
  label: '小区人员',
  logged: communityMemberFields,
  values: { role: memberRoleLabels },
});
