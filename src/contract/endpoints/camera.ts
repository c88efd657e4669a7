import * as z from 'zod';
import { cameraFields, cameraPlaces, cameraSecret } from '../entities/camera.ts';
import { editCalls, listCall } from '../rowCalls.ts';
import { saveInput } from '../rows.ts';

const cameras = { noun: '摄像头', path: '/api/elevator/camera', group: 'elevator' } as const;

export const cameraList = listCall({
  ...cameras,
  view: 'camera.view',
  fields: cameraFields,
  query: {
    elevator_id: z.coerce.number().int().positive().optional(),
    place: z.enum(cameraPlaces).optional(),
  },
  listed: {
    elevator_tag: z.string(),
    elevator_addr: z.string(),
    community_name: z.string(),
    has_secret: z.boolean(),
    /** The status of the device that stands for it; null where no device says whether the camera works. */
    status: z.number().nullable(),
    statusResult: z.string(),
  },
  summaries: { list: '摄像头列表；密码不返回，只说明是否已设置' },
});

export const { save: cameraSave, remove: cameraDelete } = editCalls({
  ...cameras,
  edit: 'camera.edit',
  input: saveInput(cameraFields).extend({ secret: cameraSecret }),
  summaries: { save: '新建摄像头；有 id 时修改。secret 只写：不填则不变，null 则清除' },
});
