import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { line, requiredLine } from '../rows.ts';

/** Places at which a camera looks. */
export const cameraPlaceLabels = {
  car: '轿厢',
  machineRoom: '机房',
  hall: '候梯厅',
  pit: '底坑',
  other: '其他',
} as const;
export const cameraPlaces = [
  'car',
  'machineRoom',
  'hall',
  'pit',
  'other',
] as const satisfies readonly (keyof typeof cameraPlaceLabels)[];

export const cameraPlaceOptions = cameraPlaces.map((value) => ({ value, label: cameraPlaceLabels[value] }));

/** The placeholders in an address for values that are filled in to fetch the picture. */
export const addressPlaceholders = ['{user}', '{secret}', '{device_key}', '{tag}', '{channel}'] as const;

const schemes = /^(?:rtsps?|https?|srt):\/\/[^\s/?#]+/;
/** A URL, or a template of one, that contains an account; between the slashes and the host. */
const namesAccount = /^[a-z]+:\/\/[^/?#]*@/;
const withoutPlaceholders = (text: string): string =>
  addressPlaceholders.reduce((rest, name) => rest.replaceAll(name, ''), text);

/** A stream's address. Who signs in stands in fields of its own: an address is shown to everyone who sees the camera. */
const address = (label: string) =>
  line(label, 300)
    .refine((text) => text === '' || schemes.test(text), `${label}须以 rtsp://、http(s):// 或 srt:// 开头，后接主机`)
    .refine(
      (text) => !namesAccount.test(text.replace('{user}:{secret}@', '')),
      `${label}中不能写账号密码，请写 {user}:{secret}@，账号与密码填在下方`,
    )
    .refine((text) => !/[{}]/.test(withoutPlaceholders(text)), `${label}中只能使用 ${addressPlaceholders.join(' ')}`);

/** The members of a camera that an editor writes and everyone who sees it may read. */
export const cameraFields = z.object({
  elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
  name: requiredLine('名称', 40),
  place: z.enum(cameraPlaces, '请选择位置'),
  vendor: line('厂商', 40).default(''),
  main_url: address('主码流地址').min(1, '请填写主码流地址'),
  sub_url: address('子码流地址').default(''),
  channel: line('通道号', 20).default(''),
  user_name: line('账号', 60).default(''),
  /** The bound device that says whether the camera works; empty where none does. */
  device_key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,64}$/, '设备编号只能有字母、数字、- 与 _，最多 64 位')
    .default(''),
});

/** A password of at most 100 characters. Absent or empty: it stays as it is; null: it is removed. It is never answered. */
export const cameraSecret = z
  .string()
  .max(100, '密码最多 100 个字符')
  // oxlint-disable-next-line no-control-regex -- these are the very characters that are refused
  .refine((text) => !/[\u0000-\u001F\u007F]/.test(text), '密码含有无法使用的字符，请修改后重试')
  .nullable()
  .optional();

/** Cameras in the log: of the password only whether there is one. */
export const cameraRows = defineRows({
  kind: 'camera',
  label: '摄像头',
  logged: cameraFields.extend({ has_secret: z.boolean() }),
});
