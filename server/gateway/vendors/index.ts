import type * as z from 'zod';
import {
  deviceEventSchema,
  readOrdinaryReport,
  telemetrySchema,
  type DeviceEventMessage,
  type Telemetry,
} from '../../../src/contract/device.ts';
import { hengan } from './hengan.ts';
import { lanqi } from './lanqi.ts';
import type { VendorAdapter } from './vendor.ts';

/** Our own topics and payloads (design: architecture, devices). */
const standard: VendorAdapter = { telemetry: telemetrySchema, event: deviceEventSchema };

/** By the name in a device's row. */
const vendors: ReadonlyMap<string, VendorAdapter> = new Map([
  ['standard', standard],
  ['lanqi', lanqi],
  ['hengan', hengan],
]);
export const vendorNames: readonly string[] = [...vendors.keys()];
const adapterOf = (vendor = 'standard'): VendorAdapter | undefined => vendors.get(vendor);

/** Our message, or why it is not valid. */
export type Read<Message> =
  { readonly success: true; readonly data: Message } | { readonly success: false; readonly error: z.ZodError };

export function readTelemetry(vendor: string | undefined, json: unknown): Read<Telemetry> {
  const theirs = adapterOf(vendor)?.telemetry ?? telemetrySchema;
  const ordinary = theirs === telemetrySchema ? readOrdinaryReport(json) : undefined;
  return ordinary === undefined ? read(telemetrySchema, theirs, json) : { success: true, data: ordinary };
}
export const readEvent = (vendor: string | undefined, json: unknown): Read<DeviceEventMessage> =>
  read(deviceEventSchema, adapterOf(vendor)?.event ?? deviceEventSchema, json);

/** Could this vendor's unreadable message be a call for help? */
export const hasHelpMark = (vendor: string | undefined, text: string): boolean =>
  adapterOf(vendor)?.helpMark?.test(text) === true;

/** The formats share no required member, so a device that already uses ours, before its row says so, is understood as well. */
function read<Message>(ours: z.ZodType<Message>, theirs: z.ZodType<Message>, json: unknown): Read<Message> {
  const parsed = theirs.safeParse(json);
  if (parsed.success || theirs === ours) return parsed;
  const standardForm = ours.safeParse(json);
  return standardForm.success ? standardForm : parsed;
}
