import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { removeInput, removeOutput, requiredLine } from '../rows.ts';
import { plainText } from '../text.ts';

/** The most views that a user may keep: of one list, and of all lists together. */
export const mostViews = { perList: 20, inAll: 200 } as const;

const listName = plainText(80).regex(/^[\w.]+$/, '列表名称不正确');
const key = plainText(40).regex(/^\w+$/, '筛选条件的名称不正确');

/** Filters, sort order and hidden columns of a list, under a name. Members that the list no longer has are passed over when it is used. */
export const listViewFields = z.object({
  list: listName,
  name: requiredLine('视图名称', 30),
  params: z
    .record(key, plainText(500))
    .refine((params) => Object.keys(params).length <= 20, '最多 20 个筛选条件')
    .default({}),
  hidden: z.array(plainText(60)).max(80, '最多 80 列').default([]),
  /** Used when the list is opened without filters; at most one of each list. */
  is_default: z.boolean().default(false),
});

/** Ours: the caller's own views, of all lists. */
export const listViews = defineEndpoint({
  method: 'GET',
  path: '/api/user/views',
  permission: 'signedIn',
  group: 'access',
  summary: '本人保存的列表视图',
  input: z.object({}),
  output: z.array(listViewFields.extend({ id: z.number() })),
});

export const listViewSave = defineEndpoint({
  method: 'POST',
  path: '/api/user/views',
  permission: 'signedIn',
  group: 'access',
  summary: '保存列表视图；有 id 时修改',
  input: listViewFields.extend({ id: z.number().int().positive().optional() }),
  output: z.object({ id: z.number() }),
});

export const listViewDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/views',
  permission: 'signedIn',
  group: 'access',
  summary: '删除本人的列表视图',
  input: removeInput,
  output: removeOutput,
});
