import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import type { FieldErrors } from '../envelope.ts';
import { line, optionalDay, requiredDay, requiredLine, telephone } from '../rows.ts';

/** Companies that look after lifts, by the type of their organisation: property 4, maintenance 5. */
export const companyKinds = {
  property: { orgType: 4, noun: '物业单位' },
  maintenance: { orgType: 5, noun: '维保单位' },
} as const;
export type CompanyKind = keyof typeof companyKinds;

const contact = z.object({
  name: requiredLine('联系人姓名', 30),
  position: line('联系人职务', 30),
  mobile: telephone('联系人电话'),
});

/** The grades that a regulator gives a maintenance company for the quality of its work, from the best down. Not the class of its licence. */
export const companyRatings = ['A', 'B', 'C', 'D'] as const;
export type CompanyRating = (typeof companyRatings)[number];

/** Fields of a property or maintenance company in the editor. */
export const companyFields = z.object({
  name: requiredLine('名称', 60),
  contact_mobile: telephone('联系电话').default(''),
  /** Answered day and night. */
  duty_phone: telephone('24 小时值班电话').default(''),
  address: line('地址', 120).default(''),
  licence_class: line('许可级别', 20).default(''),
  licence_number: line('许可证编号', 40).default(''),
  licence_expiry: optionalDay('许可证有效期').default(''),
  insurer: line('保险公司', 60).default(''),
  insurance_number: line('保单号', 40).default(''),
  insurance_expiry: optionalDay('保险有效期').default(''),
  contacts: z.array(contact).max(10, '最多 10 名联系人').default([]),
  /** Maintenance companies alone. Absent from an older client, and then both stay. */
  rating: z.enum([...companyRatings, ''], '请选择考评等级').optional(),
  rated_on: optionalDay('考评日期').optional(),
});

interface Rated {
  readonly rating?: CompanyRating | '' | undefined;
  readonly rated_on?: string | undefined;
}

/** Returns the problems of a company's rating: a grade has the day on which it was given, which has come. `today` is the city's day. */
export function ratingIssues(
  kind: CompanyKind,
  { rating = '', rated_on: ratedOn = '' }: Rated,
  today: string,
): FieldErrors['errors'] {
  if (kind !== 'maintenance')
    return rating === '' && ratedOn === ''
      ? []
      : [{ field: 'rating', message: `只有${companyKinds.maintenance.noun}有考评等级，请清空` }];
  if (rating !== '' && ratedOn === '') return [{ field: 'rated_on', message: '请选择考评日期' }];
  if (rating === '' && ratedOn !== '') return [{ field: 'rating', message: '请选择考评等级，或清空考评日期' }];
  return ratedOn > today ? [{ field: 'rated_on', message: '此日期尚未到来，请核对' }] : [];
}

/** Fields of a contract in the editor: which lifts a company serves, from one day to another, both inclusive. */
export const serviceContractFields = z.object({
  org_id: z.number('请选择单位').int().positive(),
  number: requiredLine('合同编号', 40),
  starts_on: requiredDay('开始日期'),
  ends_on: requiredDay('结束日期'),
  /** Tags of the lifts: what people write in a contract. */
  elevators: z
    .array(requiredLine('电梯编号', 40), '请填写电梯编号')
    .min(1, '请填写电梯编号')
    .max(2_000, '一份合同最多 2000 台电梯'),
});

/** The state of a contract today. */
export const contractStateLabels = { planned: '未开始', running: '生效中', ended: '已结束' } as const;
export const contractStates = [
  'planned',
  'running',
  'ended',
] as const satisfies readonly (keyof typeof contractStateLabels)[];
export type ContractState = (typeof contractStates)[number];

const maskedCompany = companyFields.extend({
  contact_mobile: z.string(),
  duty_phone: z.string(),
  contacts: z.array(contact.extend({ name: z.string(), position: z.string(), mobile: z.string() })),
});
/** Companies and their contracts in the log. */
export const maintenanceRows = defineRows({
  kind: 'maintenance',
  label: '维保单位',
  logged: maskedCompany,
  words: { rating: '考评等级', rated_on: '考评日期' },
});
export const propertyRows = defineRows({ kind: 'property', label: '物业单位', logged: maskedCompany });
export const contractRows = defineRows({ kind: 'contract', label: '合同', logged: serviceContractFields });
