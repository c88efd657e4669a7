import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { regionFields, regionNodeSchema, regionParentMissing } from '../entities/region.ts';
import { plainText } from '../text.ts';
import { removeInput, removeOutput, saveInput, saveOutput } from '../rows.ts';

export const regionTree = defineEndpoint({
  method: 'GET',
  path: '/api/community-group/tree',
  permission: 'region.view',
  group: 'community',
  summary: '区域与小区分组的树',
  /** Regions and groups of which the name or code contains the keyword, with what is above and below them. */
  input: z.object({ keyword: plainText(60).optional() }),
  output: z.array(regionNodeSchema),
});

export const regionSave = defineEndpoint({
  method: 'POST',
  path: '/api/community-group',
  permission: 'region.edit',
  group: 'community',
  summary: '新建区域或小区分组；有 id 时修改，换上级即为移动',
  input: comparing(saveInput(regionFields), ({ type, parent_id }) =>
    type === 'group' && parent_id === null ? [{ field: 'parent_id', message: regionParentMissing }] : [],
  ),
  output: saveOutput,
});

export const regionDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/community-group',
  permission: 'region.edit',
  group: 'community',
  summary: '删除未被使用的区域或小区分组',
  input: removeInput,
  output: removeOutput,
});
