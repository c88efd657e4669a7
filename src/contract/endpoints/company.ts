import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  companyFields,
  companyKinds,
  contractStates,
  serviceContractFields,
  type CompanyKind,
} from '../entities/company.ts';
import { pageOf } from '../envelope.ts';
import {
  endsBeforeItStarts,
  listedRow,
  removeInput,
  removeOutput,
  rowQuerySchema,
  saveInput,
  saveOutput,
} from '../rows.ts';

const company = listedRow(companyFields).extend({ elevator_num: z.number(), contract_num: z.number() });
const contract = listedRow(serviceContractFields).extend({
  org_name: z.string(),
  elevator_num: z.number(),
  state: z.enum(contractStates),
});
const rowId = z.number().int().positive();

const contractInput = comparing(saveInput(serviceContractFields), ({ starts_on, ends_on }) =>
  endsBeforeItStarts('ends_on', starts_on, ends_on),
);

/** The calls of one kind of company and of its contracts: `/api/maintenance*`, `/api/property*`. */
function companyCalls<View extends `${CompanyKind}.view`, Edit extends `${CompanyKind}.edit`>(
  kind: CompanyKind,
  view: View,
  edit: Edit,
) {
  const { noun } = companyKinds[kind];
  const path = `/api/${kind}`;
  const group = kind;
  return {
    list: defineEndpoint({
      method: 'GET',
      path: `${path}/list`,
      permission: view,
      group,
      summary: `${noun}列表`,
      input: rowQuerySchema,
      output: pageOf(company),
    }),
    detail: defineEndpoint({
      method: 'GET',
      path,
      permission: view,
      group,
      summary: `一个${noun}`,
      input: z.object({ id: z.coerce.number().int().positive() }),
      output: company,
    }),
    save: defineEndpoint({
      method: 'POST',
      path,
      permission: edit,
      group,
      summary: `新建${noun}；有 id 时修改`,
      input: saveInput(companyFields),
      output: saveOutput,
    }),
    update: defineEndpoint({
      method: 'PUT',
      path,
      permission: edit,
      group,
      summary: `修改${noun}`,
      input: saveInput(companyFields).extend({ id: rowId }),
      output: saveOutput,
    }),
    remove: defineEndpoint({
      method: 'DELETE',
      path,
      permission: edit,
      group,
      summary: `删除未被使用的${noun}`,
      input: removeInput,
      output: removeOutput,
    }),
    contracts: defineEndpoint({
      method: 'GET',
      path: `${path}/contract/list`,
      permission: view,
      group,
      summary: `${noun}的合同列表`,
      input: rowQuerySchema.extend({
        org_id: z.coerce.number().int().positive().optional(),
        state: z.enum(contractStates).optional(),
      }),
      output: pageOf(contract),
    }),
    saveContract: defineEndpoint({
      method: 'POST',
      path: `${path}/contract`,
      permission: edit,
      group,
      summary: `新建${noun}的合同；有 id 时修改。从开始日期起，合同中的电梯由该单位负责`,
      input: contractInput,
      output: saveOutput,
    }),
    removeContract: defineEndpoint({
      method: 'DELETE',
      path: `${path}/contract`,
      permission: edit,
      group,
      summary: `删除${noun}的合同；电梯的责任单位不变`,
      input: removeInput,
      output: removeOutput,
    }),
  };
}

export const maintenanceCalls = companyCalls('maintenance', 'maintenance.view', 'maintenance.edit');
export const propertyCalls = companyCalls('property', 'property.view', 'property.edit');
export type CompanyCalls = typeof maintenanceCalls | typeof propertyCalls;
