import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { organizationTypeLabels } from '../labels.ts';
import { requiredLine, telephone } from '../rows.ts';

/** The duties to which a person is appointed (design: decisions; TSG T5002 for the safety duties). */
export const dutyLabels = {
  worker: '作业人员',
  safetyOfficer: '安全员',
  safetyDirector: '安全总监',
  principal: '单位主要负责人',
  manager: '安全管理人员',
} as const;
export const duties = [
  'worker',
  'safetyOfficer',
  'safetyDirector',
  'principal',
  'manager',
] as const satisfies readonly (keyof typeof dutyLabels)[];

const certificate = z.object({
  number: requiredLine('证书编号', 40),
  class: requiredLine('作业项目', 40),
  expiry: z.iso.date('请选择有效期'),
});

/** The organisation by type and id, `4-301`: one value, so that a form has one field for it. */
export const organizationRef = z.string('请选择所属单位').regex(/^[1-5]-\d{1,15}$/, '请选择所属单位');

/** Fields of a person in the editor. */
export const personFields = z.object({
  name: requiredLine('姓名', 30),
  mobile: telephone('手机'),
  organization: organizationRef,
  duties: z.array(z.enum(duties)).max(duties.length).default([]),
  certificates: z.array(certificate).max(10, '最多 10 张证书').default([]),
  user_id: z.number().int().positive().nullable().default(null),
});

export const organizationTypeOptions = ([1, 2, 3, 4, 5] as const).map((value) => ({
  value,
  label: organizationTypeLabels[value],
}));
export const dutyOptions = duties.map((value) => ({ value, label: dutyLabels[value] }));

/** People in the log. */
export const personRows = defineRows({
  kind: 'person',
  label: '人员',
  logged: personFields.extend({ mobile: z.string() }),
});
