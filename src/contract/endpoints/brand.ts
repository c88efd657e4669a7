import * as z from 'zod';
import { brandFields } from '../entities/brand.ts';
import { rowCalls } from '../rowCalls.ts';

export const {
  list: brandList,
  save: brandSave,
  remove: brandDelete,
} = rowCalls({
  noun: '品牌',
  path: '/api/elevator/brand',
  group: 'elevator',
  view: 'brand.view',
  edit: 'brand.edit',
  fields: brandFields,
  listed: { elevator_num: z.number() },
  summaries: { remove: '删除未被使用的品牌' },
});
