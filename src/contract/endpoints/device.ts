import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { deviceModelSchema, deviceVendors, modelDifferenceSchema } from '../entities/deviceModel.ts';
import { deviceTypes } from '../deviceTypes.ts';
import { pageOf, pageQuerySchema, wireFlag } from '../envelope.ts';
import { deviceSteps } from '../events/device.ts';
import { line } from '../rows.ts';
import { plainText } from '../text.ts';

/** Part of a topic; `bridge` and `broker` are user names of the gateway's own. */
const newDeviceKey = z
  .string('请填写设备编号')
  .min(1, '请填写设备编号')
  .regex(/^[A-Za-z0-9_-]{1,64}$/, '设备编号只能有字母、数字、- 与 _，最多 64 位')
  .refine((key) => !/^(?:bridge|broker)$/i.test(key), '这个编号由系统保留，请换一个');
const deviceKey = z.string('请指定设备').min(1, '请指定设备').max(64, '设备编号最多 64 位');
const reason = plainText(500, { absent: '请填写原因' }).trim().min(2, '请填写原因（至少 2 字）');

/** The credentials with which a device signs in to MQTT. Only this answer has the secret. */
export const deviceCredentialsSchema = z.object({
  device_key: z.string(),
  /** Also the user name. */
  username: z.string(),
  secret_version: z.number(),
  secret: z.string(),
  /** The server's own broker; null where the site uses another. */
  broker: z.object({ port: z.number(), tls: z.boolean() }).nullable(),
});
export type DeviceCredentials = z.infer<typeof deviceCredentialsSchema>;

export const deviceBind = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/bind',
  permission: deviceSteps['device.installed'].by,
  group: 'device',
  summary: '为电梯绑定设备：返回 MQTT 账号与密钥，仅此一次',
  input: z.object({
    elevator_id: z.number('请指定电梯').int().positive('请指定电梯'),
    device_key: newDeviceKey,
    device_type: z.enum(deviceTypes, '请选择设备类型'),
    vendor: z.enum(deviceVendors, '请选择厂商').default('standard'),
    model: line('型号', 60).default(''),
    firmware: line('固件版本', 60).default(''),
    /** Seconds; of a camera or a screen, how often it says that it is there. */
    report_period: z
      .number('请填写上报间隔')
      .int('上报间隔须为整数秒')
      .min(1, '上报间隔至少 1 秒')
      .max(3600, '上报间隔最多 3600 秒')
      .default(5),
    is_rescue_terminal: z.boolean().default(false),
  }),
  output: deviceCredentialsSchema,
});

export const deviceBindRescue = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/bind-rescue',
  permission: deviceSteps['device.terminalChosen'].by,
  group: 'device',
  summary: '指定电梯的救援终端：每台电梯一个，由已绑定的设备担任',
  input: z.object({ device_key: deviceKey, elevator_id: z.number().int().positive().optional() }),
  output: z.object({ device_key: z.string(), elevator_id: z.number() }),
});

export const deviceUnbind = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/unbind',
  permission: deviceSteps['device.unbound'].by,
  group: 'device',
  summary: '解绑设备：连接立即断开，之后的消息进入隔离区',
  input: z.object({ device_key: deviceKey, reason }),
  output: z.object({}),
});

/** Ours, beside the specification's calls: the device stays bound, and nothing that it says is used. */
export const deviceDisable = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/disable',
  permission: deviceSteps['device.disabled'].by,
  group: 'device',
  summary: '禁用设备：连接立即断开，启用前不能再连接',
  input: z.object({ device_key: deviceKey, reason }),
  output: z.object({}),
});

export const deviceEnable = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/enable',
  permission: deviceSteps['device.enabled'].by,
  group: 'device',
  summary: '启用设备',
  input: z.object({ device_key: deviceKey, reason }),
  output: z.object({}),
});

const catalogue = z.object({
  models: z.array(deviceModelSchema.extend({ device_num: z.number() })),
});

/** A variant that only looks. */
export const deviceModelDifferences = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/device/sync-product',
  variant: 'differences',
  permission: 'deviceModel.view',
  group: 'device',
  summary: '已知设备型号，以及登记资料与型号或设备自述不一致的设备',
  input: pageQuerySchema.extend({ apply: z.literal(['0', 'false', 0, false], '未知的取值').optional() }),
  output: pageOf(modelDifferenceSchema).extend(catalogue.shape),
});

/** A variant that corrects what the other one shows. */
export const deviceModelSync = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/device/sync-product',
  variant: 'apply',
  permission: deviceSteps['device.modelSynced'].by,
  group: 'device',
  summary: '按型号目录与设备自述改正登记资料，一次最多 500 台设备',
  input: z.object({
    apply: wireFlag.refine((isApplied) => isApplied, '未知的取值'),
    /** Separated by commas; all devices in the caller's scope if absent. */
    device_keys: plainText(33_000)
      .refine((text) => text.split(',').length <= 500, '一次最多 500 台设备')
      .optional(),
    /** The `mark` of each of these devices' differences as they were shown, in the same order: other changes are not made. */
    marks: plainText(33_000)
      .refine((text) => text.split(',').length <= 500, '一次最多 500 台设备')
      .optional(),
  }),
  /** `changed`: devices that would now be corrected otherwise than was shown, and were left alone. */
  output: z.object({ applied: z.number(), left: z.number(), changed: z.number().optional() }),
});
