import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { photoNames } from '../photoNames.ts';
import { optionalDay, requiredLine } from '../rows.ts';

/** Kinds of a lift's papers. */
export const liftFileKindLabels = {
  registration: '使用登记证',
  inspection: '检验报告',
  selfTest: '自行检测报告',
  upkeep: '维保记录',
  other: '其他',
} as const;
const liftFileKinds = [
  'registration',
  'inspection',
  'selfTest',
  'upkeep',
  'other',
] as const satisfies readonly (keyof typeof liftFileKindLabels)[];

export const liftFileKindOptions = liftFileKinds.map((value) => ({ value, label: liftFileKindLabels[value] }));

/** A paper on a lift's register: its pages as pictures, by the names that `POST /api/upload-file` returned. */
export const liftFileFields = z.object({
  elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
  kind: z.enum(liftFileKinds, '请选择类型'),
  name: requiredLine('名称', 60),
  /** The day on the paper; empty where it has none. */
  issued_on: optionalDay('日期').default(''),
  photos: photoNames.min(1, '请上传至少一张图片'),
});

/** Papers of lifts in the log. */
export const liftFileRows = defineRows({
  kind: 'liftFile',
  label: '电梯资料',
  logged: liftFileFields,
  values: { kind: liftFileKindLabels },
});
