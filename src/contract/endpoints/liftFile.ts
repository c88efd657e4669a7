import * as z from 'zod';
import { liftFileFields } from '../entities/liftFile.ts';
import { rowCalls } from '../rowCalls.ts';

export const {
  list: liftFileList,
  save: liftFileSave,
  remove: liftFileDelete,
} = rowCalls({
  noun: '电梯资料',
  path: '/api/elevator/file',
  group: 'elevator',
  view: 'elevator.view',
  edit: 'elevator.edit',
  fields: liftFileFields,
  query: { elevator_id: z.coerce.number().int().positive().optional() },
  summaries: {
    list: '电梯资料（登记证、检验报告等），日期最近的在前',
    save: '登记电梯资料；有 id 时修改。photos 为本人上传的图片名',
  },
});
