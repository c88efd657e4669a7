import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { regionFields, regionNodeSchema, regionParentMissing } from '../entities/region.ts';
import { plainText } from '../text.ts';
import { editCalls } from '../rowCalls.ts';
import { saveInput } from '../rows.ts';

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

export const { save: regionSave, remove: regionDelete } = editCalls({
  noun: '区域或小区分组',
  path: '/api/community-group',
  group: 'community',
  edit: 'region.edit',
  input: comparing(saveInput(regionFields), ({ type, parent_id }) =>
    type === 'group' && parent_id === null ? [{ field: 'parent_id', message: regionParentMissing }] : [],
  ),
  summaries: {
    save: '新建区域或小区分组；有 id 时修改，换上级即为移动',
    remove: '删除未被使用的区域或小区分组',
  },
});
