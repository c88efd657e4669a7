import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/api/upload-file',
  permission: 'file.upload',
  group: 'other',
  summary: '上传图片（JPEG、PNG，最大 5 MB）',
  transport: 'upload',
  input: z.object({}),
  output: z.object({ url: z.string(), name: z.string(), size: z.number() }),
});
