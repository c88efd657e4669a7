import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cameraFields, cameraPlaces, cameraSecret } from '../entities/camera.ts';
import { pageOf } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';

export const cameraList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/camera/list',
  permission: 'camera.view',
  group: 'elevator',
  summary: '摄像头列表；密码不返回，只说明是否已设置',
  input: rowQuerySchema.extend({
    elevator_id: z.coerce.number().int().positive().optional(),
    place: z.enum(cameraPlaces).optional(),
  }),
  output: pageOf(
    listedRow(cameraFields).extend({
      elevator_tag: z.string(),
      elevator_addr: z.string(),
      community_name: z.string(),
      has_secret: z.boolean(),
      /** Of the device that stands for it; null where no device says whether the camera works. */
      status: z.number().nullable(),
      statusResult: z.string(),
    }),
  ),
});

export const cameraSave = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/camera',
  permission: 'camera.edit',
  group: 'elevator',
  summary: '新建摄像头；有 id 时修改。secret 只写：不填则不变，null 则清除',
  input: saveInput(cameraFields).extend({ secret: cameraSecret }),
  output: saveOutput,
});

export const cameraDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/elevator/camera',
  permission: 'camera.edit',
  group: 'elevator',
  summary: '删除摄像头',
  input: removeInput,
  output: removeOutput,
});
