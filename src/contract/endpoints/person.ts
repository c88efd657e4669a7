import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { duties, personFields } from '../entities/person.ts';
import { rowCalls } from '../rowCalls.ts';
import { plainText } from '../text.ts';

export const {
  list: personList,
  save: personSave,
  remove: personDelete,
} = rowCalls({
  noun: '人员',
  path: '/api/person',
  group: 'person',
  view: 'person.view',
  edit: 'person.edit',
  fields: personFields,
  query: {
    duty: z.enum(duties).optional(),
    org_type: z.coerce.number().int().min(1).max(5).optional(),
  },
  listed: {
    organization_name: z.string(),
    user_name: z.string().nullable(),
    certificate_expiry: z.iso.date().nullable(),
  },
  summaries: { remove: '删除未被使用的人员' },
});

const choice = z.object({ value: z.string(), label: z.string(), detail: z.string() });

/** Returns the organisations to which a person can belong, in the caller's scope. */
export const personOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/person/organizations',
  permission: 'person.edit',
  group: 'person',
  summary: '可选的所属单位（名称的一部分）',
  input: z.object({ keyword: plainText(60).default('') }),
  output: z.array(choice),
});
