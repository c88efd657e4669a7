import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { duties, personFields } from '../entities/person.ts';
import { pageOf } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';
import { plainText } from '../text.ts';

export const personList = defineEndpoint({
  method: 'GET',
  path: '/api/person/list',
  permission: 'person.view',
  group: 'person',
  summary: '人员列表',
  input: rowQuerySchema.extend({
    duty: z.enum(duties).optional(),
    org_type: z.coerce.number().int().min(1).max(5).optional(),
  }),
  output: pageOf(
    listedRow(personFields).extend({
      organization_name: z.string(),
      user_name: z.string().nullable(),
      certificate_expiry: z.iso.date().nullable(),
    }),
  ),
});

export const personSave = defineEndpoint({
  method: 'POST',
  path: '/api/person',
  permission: 'person.edit',
  group: 'person',
  summary: '新建人员；有 id 时修改',
  input: saveInput(personFields),
  output: saveOutput,
});

export const personDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/person',
  permission: 'person.edit',
  group: 'person',
  summary: '删除未被使用的人员',
  input: removeInput,
  output: removeOutput,
});

const choice = z.object({ value: z.string(), label: z.string(), detail: z.string() });

/** What a person can belong to, in the caller's scope. */
export const personOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/person/organizations',
  permission: 'person.edit',
  group: 'person',
  summary: '可选的所属单位（名称的一部分）',
  input: z.object({ keyword: plainText(60).default('') }),
  output: z.array(choice),
});
