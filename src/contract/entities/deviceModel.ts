import * as z from 'zod';
import { deviceTypes } from '../deviceTypes.ts';

/** The vendors whose forms a device's messages can have: each has an adapter in the gateway. */
export const deviceVendors = ['standard', 'lanqi', 'hengan', 'yuxin'] as const;
export type DeviceVendor = (typeof deviceVendors)[number];
const deviceVendorLabels: Readonly<Record<DeviceVendor, string>> = {
  standard: '标准协议',
  lanqi: '蓝启',
  hengan: '恒桉',
  yuxin: '渝信',
};
export const deviceVendorOptions = deviceVendors.map((value) => ({ value, label: deviceVendorLabels[value] }));
/** The vendor's name, or what a row of an older store has instead. */
export const deviceVendorLabel = (vendor: string): string =>
  deviceVendors.some((known) => known === vendor)
    ? deviceVendorLabels[deviceVendors.find((known) => known === vendor) ?? 'standard']
    : vendor;

/** A product that the server knows: what a device of this model is, says and obeys. */
export const deviceModelSchema = z.object({
  model: z.string(),
  vendor: z.enum(deviceVendors),
  device_type: z.enum(deviceTypes),
  /** The newest firmware that this server was tested with. */
  firmware: z.string(),
  /** Message codes that it reports. */
  codes: z.array(z.string()),
  /** Identifiers of the commands that it obeys. */
  commands: z.array(z.string()),
  report_period: z.number(),
});
export type DeviceModel = z.infer<typeof deviceModelSchema>;

/** Fields of a device's record that a synchronisation may correct. */
const syncedFields = ['model', 'vendor', 'firmware'] as const;
export type SyncedField = (typeof syncedFields)[number];
export const syncedFieldLabels: Readonly<Record<SyncedField, string>> = {
  model: '型号',
  vendor: '厂商',
  firmware: '固件版本',
};

/** A difference between a device's record and the device's own report or its model. */
export const modelDifferenceSchema = z.object({
  device_key: z.string(),
  device_type: z.enum(deviceTypes),
  elevator_id: z.number(),
  elevator_tag: z.string(),
  community_name: z.string(),
  changes: z.array(z.object({ field: z.enum(syncedFields), registered: z.string(), proposed: z.string() })),
  /** The reason why nothing is proposed, or further points for a person to look at; empty if there is nothing. */
  remark: z.string(),
  /** Stands for these very changes: with it, a correction applies no others. An earlier server did not say. */
  mark: z.string().optional(),
});
export type ModelDifference = z.infer<typeof modelDifferenceSchema>;
