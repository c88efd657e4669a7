import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { brandFields } from '../entities/brand.ts';
import { pageOf } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';

export const brandList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/brand/list',
  permission: 'brand.view',
  group: 'elevator',
  summary: '品牌列表',
  input: rowQuerySchema,
  output: pageOf(listedRow(brandFields).extend({ elevator_num: z.number() })),
});

export const brandSave = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/brand',
  permission: 'brand.edit',
  group: 'elevator',
  summary: '新建品牌；有 id 时修改',
  input: saveInput(brandFields),
  output: saveOutput,
});

export const brandDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/elevator/brand',
  permission: 'brand.edit',
  group: 'elevator',
  summary: '删除未被使用的品牌',
  input: removeInput,
  output: removeOutput,
});
