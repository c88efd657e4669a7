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
import { editCalls, listCall, rowCalls } from '../rowCalls.ts';
import { endsBeforeItStarts, listedRow, saveInput, saveOutput } from '../rows.ts';

const listed = { elevator_num: z.number(), contract_num: z.number() };
const company = listedRow(companyFields).extend(listed);
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
  const contracts = { noun: `${noun}的合同`, path: `${path}/contract`, group };
  const contractEdits = editCalls({
    ...contracts,
    edit,
    input: contractInput,
    summaries: {
      save: `新建${noun}的合同；有 id 时修改。从开始日期起，合同中的电梯由该单位负责`,
      remove: `删除${noun}的合同；电梯的责任单位不变`,
    },
  });
  return {
    ...rowCalls({
      noun,
      path,
      group,
      view,
      edit,
      fields: companyFields,
      listed,
      summaries: { remove: `删除未被使用的${noun}` },
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
    update: defineEndpoint({
      method: 'PUT',
      path,
      permission: edit,
      group,
      summary: `修改${noun}`,
      input: saveInput(companyFields).extend({ id: rowId }),
      output: saveOutput,
    }),
    contracts: listCall({
      ...contracts,
      view,
      fields: serviceContractFields,
      query: {
        org_id: z.coerce.number().int().positive().optional(),
        state: z.enum(contractStates).optional(),
      },
      listed: { org_name: z.string(), elevator_num: z.number(), state: z.enum(contractStates) },
    }),
    saveContract: contractEdits.save,
    removeContract: contractEdits.remove,
  };
}

export const maintenanceCalls = companyCalls('maintenance', 'maintenance.view', 'maintenance.edit');
export const propertyCalls = companyCalls('property', 'property.view', 'property.edit');
export type CompanyCalls = typeof maintenanceCalls | typeof propertyCalls;
