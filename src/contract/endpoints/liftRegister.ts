import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { elevatorDetailSchema, elevatorRowSchema } from '../entities/elevator.ts';
import { elevatorFields, elevatorIssuesAmong, elevatorRegisterSchema } from '../entities/elevatorFields.ts';
import { pageOf } from '../envelope.ts';
import { editCalls } from '../rowCalls.ts';
import { saveInput, saveOutput } from '../rows.ts';
import { elevatorDetail, elevatorList } from './elevator.ts';

/** The list as the register reads it: every member of a lift is there. */
export const elevatorRegister = {
  ...elevatorList,
  output: pageOf(elevatorDetailSchema.partial().extend(elevatorRegisterSchema.shape)),
};

/**
 * The register's part of the server's answer: a row or a detail with what the register knows. Declared here, because the pages that read less
 * (a wall above all) would carry every message of the form.
 */
const inFull = elevatorRegisterSchema.partial();
export const elevatorListInFull = {
  ...elevatorList,
  summary:
    '电梯列表；keyword 匹配注册代码、编号、内部编号、地址、救援码、小区；梯龄满 yearsEnd 年、不满 yearsStart 年；' +
    '未指定 id、keyword、state 时不含报废电梯；sort 可为 install_at、tag、registration_code、next_inspection_on',
  output: pageOf(inFull.extend(elevatorDetailSchema.partial().shape).extend(elevatorRowSchema.shape)),
};
export const elevatorDetailInFull = { ...elevatorDetail, output: inFull.extend(elevatorDetailSchema.shape) };

/** Each wrong field with its words: in the form as on the server. */
const refuseIssues = (values: object, context: z.RefinementCtx): void => {
  for (const { field, message } of elevatorIssuesAmong({ ...values }))
    context.addIssue({ code: 'custom', path: [field], message });
};
/** In the same round as what is wrong with a single field. */
const always = { when: () => true };

export const { save: elevatorSave, remove: elevatorDelete } = editCalls({
  noun: '电梯',
  path: '/api/elevator',
  group: 'elevator',
  edit: 'elevator.edit',
  input: saveInput(elevatorFields).superRefine(refuseIssues, always),
  summaries: {
    save: '新建电梯；有 id 时修改。救援码留空时由系统分配，位置留空时取小区的位置',
    remove: '删除从未使用的电梯；用过的电梯改为报废',
  },
});

export const elevatorUpdate = defineEndpoint({
  method: 'PUT',
  path: '/api/elevator',
  permission: 'elevator.edit',
  group: 'elevator',
  summary: '修改电梯',
  input: saveInput(elevatorFields).extend({ id: z.number().int().positive() }).superRefine(refuseIssues, always),
  output: saveOutput,
});
