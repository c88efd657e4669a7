import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { importKindNames, importLimits, importOrigins, importRowStates, importStates } from '../entities/imports.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { rowQuerySchema } from '../rows.ts';

const importId = z.coerce.number().int().positive();
const kind = z.enum(importKindNames, '请选择要导入的内容');

const importFile = z.object({
  id: z.number(),
  /** The id of the first of the files that were uploaded together; its own for a single file. */
  import_group_id: z.number(),
  kind,
  file_name: z.string(),
  state: z.enum(importStates),
  /** The reason for its state; empty where there is nothing to say. */
  note: z.string(),
  row_num: z.number(),
  new_num: z.number(),
  changed_num: z.number(),
  same_num: z.number(),
  wrong_num: z.number(),
  /** Rows that the work in progress has done, and how many it has to do. */
  done_num: z.number(),
  total_num: z.number(),
  author_name: z.string(),
  created_at: wireTime,
  written_at: wireTime.nullable(),
  /** `fill`: no file, but lifts that their communities complete. */
  origin: z.enum(importOrigins).optional(),
  /** The time at which its rows were removed: it can no longer be undone. */
  purged_at: wireTime.nullable().optional(),
});
export type ImportFile = z.infer<typeof importFile>;

/** An import with all files that were uploaded together with it, itself among them, in the order of their upload. */
const importUploaded = importFile.extend({ files: z.array(importFile).optional() });
export type ImportUploaded = z.infer<typeof importUploaded>;

const importRow = z.object({
  row_number: z.number(),
  state: z.enum(importRowStates),
  cells: z.array(z.string()),
  /** The record that the row changed or made, and what it is called there; null and empty before it is written. */
  record_id: z.number().nullable(),
  record_name: z.string(),
  /** `is_warning`: doubtful, as the form would ask about it, but no error. */
  problems: z.array(
    z.object({ header: z.string(), message: z.string(), suggestion: z.string(), is_warning: z.boolean().optional() }),
  ),
  changes: z.array(z.object({ header: z.string(), before: z.string(), after: z.string() })),
});
export type ImportRow = z.infer<typeof importRow>;

const group = 'import';
const permission = 'import.run';

export const importList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import/list',
  permission,
  group,
  summary: '导入记录：本人与所管理账号的导入；grouped 时一起上传的文件合为一条，各文件列于 files',
  input: rowQuerySchema.extend({
    kind: kind.optional(),
    state: z.enum(importStates).optional(),
    import_group_id: importId.optional(),
    grouped: wireFlag.optional(),
  }),
  output: pageOf(importUploaded),
});

export const importDetail = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import',
  permission,
  group,
  summary: '一次导入及其进度',
  input: z.object({ id: importId }),
  output: importFile.extend({
    header: z.array(z.string()),
    /** Rows that stand in the register now. */
    written_num: z.number(),
    /** Rows that can be written and are doubtful; 0 once it was decided. */
    warned_num: z.number().optional(),
    /** Files that were uploaded together, this one among them. */
    file_num: z.number(),
  }),
});

export const importRows = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import/rows',
  permission,
  group,
  summary: '一次导入的各行：将新增、更新、不变或有误；warned 只列可写入但须核对的',
  input: pageQuerySchema.extend({
    import_id: importId,
    state: z.enum(importRowStates).optional(),
    warned: wireFlag.optional(),
  }),
  output: pageOf(importRow),
});

export const importUpload = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import',
  permission,
  group,
  summary: '上传 .xlsx 文件（最大 10 MB、20000 行）并检查；不写入任何数据。import_group_id 为一起上传的第一个文件的 id',
  transport: 'upload',
  mostFileBytes: importLimits.bytes,
  input: z.object({ kind, import_group_id: importId.optional() }),
  output: z.object({ id: z.number() }),
});

export const importCommit = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/commit',
  permission,
  group,
  summary: '写入检查无误的导入：全部写入，或一行也不写入',
  input: z.object({ id: importId }),
  output: z.object({}),
});

export const importCommitGroup = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/commit-group',
  permission,
  group,
  summary: '依次写入一起上传的各文件中检查无误的：先单位，再小区、电梯、人员、用户；一个文件没有写入时，其后的也不写入',
  input: z.object({ import_group_id: importId }),
  output: z.object({}),
});

export const importCancel = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/cancel',
  permission,
  group,
  summary: '取消导入；正在写入时，已写入的行全部退回',
  input: z.object({ id: importId }),
  output: z.object({}),
});

export const importUndo = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/undo',
  permission,
  group,
  summary: '撤销已写入的导入；有行在导入后被修改或使用时不能撤销，除非保留这些行（leave_changed）',
  input: z.object({ id: importId, leave_changed: z.boolean().optional() }),
  output: z.object({}),
});

export const importUndoGroup = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/undo-group',
  permission,
  group,
  summary:
    '撤销一起上传的各文件中已写入的，后写入的先撤销；有行在导入后被修改或使用时不能撤销，除非保留这些行（leave_changed）',
  input: z.object({ import_group_id: importId, leave_changed: z.boolean().optional() }),
  output: z.object({}),
});

export const importPropertyGap = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import/property-gap',
  permission,
  group,
  summary: '没有物业单位的电梯台数，及按其小区可补全的各物业单位',
  input: z.object({}),
  output: z.object({
    /** All of the caller's lifts without one, also those whose community has none. */
    elevator_num: z.number(),
    companies: z.array(
      z.object({
        property_id: z.number(),
        property_name: z.string(),
        community_num: z.number(),
        elevator_num: z.number(),
      }),
    ),
  }),
});

export const importFillProperty = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/import/property-gap',
  permission,
  group,
  summary: '按小区补全电梯的物业单位：列出将补全的电梯并检查，确认（commit）之前不写入，写入后可撤销',
  input: z.object({}),
  output: z.object({ id: z.number() }),
});

export const importTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import/template',
  permission,
  group,
  summary: '下载模板（.xlsx）',
  transport: 'download',
  input: z.object({ kind }),
  output: z.object({}),
});

export const importErrorFile = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/import/file',
  permission,
  group,
  summary: '下载上传的文件，带“错误”一列（.xlsx）',
  transport: 'download',
  input: z.object({ id: importId }),
  output: z.object({}),
});
