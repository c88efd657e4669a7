import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { liftFileFields } from '../entities/liftFile.ts';
import { pageOf } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';

export const liftFileList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/file/list',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '电梯资料（登记证、检验报告等），日期最近的在前',
  input: rowQuerySchema.extend({ elevator_id: z.coerce.number().int().positive().optional() }),
  output: pageOf(listedRow(liftFileFields)),
});

export const liftFileSave = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/file',
  permission: 'elevator.edit',
  group: 'elevator',
  summary: '登记电梯资料；有 id 时修改。photos 为本人上传的图片名',
  input: saveInput(liftFileFields),
  output: saveOutput,
});

export const liftFileDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/elevator/file',
  permission: 'elevator.edit',
  group: 'elevator',
  summary: '删除电梯资料',
  input: removeInput,
  output: removeOutput,
});
