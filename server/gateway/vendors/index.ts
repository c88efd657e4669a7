import type * as z from 'zod';
import {
  deviceEventSchema,
  readOrdinaryReport,
  telemetrySchema,
  type DeviceEventMessage,
  type Telemetry,
} from '../../../src/contract/device.ts';
import { noCode, shownCode } from '../../../src/contract/messageCodes.ts';
import type { DeviceCode } from '../../domain/domain.ts';
import { hengan } from './hengan.ts';
import { lanqi } from './lanqi.ts';
import { codeTable, type VendorAdapter } from './vendor.ts';
import { yuxin } from './yuxin.ts';

/** Our own topics and payloads (design: architecture, devices). */
const standard: VendorAdapter = {
  telemetry: telemetrySchema,
  event: deviceEventSchema,
  codes: codeTable(),
  helpMark: /"codes"\s*:\s*\[[^\]]{0,400}"90"/,
  weightyMember: /\\|"(?:kind|codes)"/i,
};

/** By the name in a device's row. */
const vendors: ReadonlyMap<string, VendorAdapter> = new Map([
  ['standard', standard],
  ['lanqi', lanqi],
  ['hengan', hengan],
  ['yuxin', yuxin],
]);
export const vendorNames: readonly string[] = [...vendors.keys()];
/** Returns the adapter of a vendor, or ours for one that is not known. */
const adapterOf = (vendor = 'standard'): VendorAdapter => vendors.get(vendor) ?? standard;

/** Our message, or why it is not valid. */
export type Read<Message> =
  { readonly success: true; readonly data: Message } | { readonly success: false; readonly error: z.ZodError };

export type ReadReport = Read<Telemetry> & {
  /** Those of the report, none of them `00`; absent where it says nothing about codes. */
  readonly codes?: readonly DeviceCode[];
};

/** The codes in the report itself are ours, and as the vendor says them where we do not know them. */
export function readTelemetry(vendor: string | undefined, json: unknown): ReadReport {
  const adapter = adapterOf(vendor);
  const ordinary = adapter.telemetry === telemetrySchema ? readOrdinaryReport(json) : undefined;
  if (ordinary !== undefined) return withCodes(ordinary, adapter);
  const parsed = adapter.telemetry.safeParse(json);
  if (parsed.success) return withCodes(parsed.data, adapter);
  const ours = adapter.telemetry === telemetrySchema ? parsed : telemetrySchema.safeParse(json);
  return ours.success ? withCodes(ours.data, standard) : parsed;
}

function withCodes(report: Telemetry, { codes: table }: VendorAdapter): ReadReport {
  if (report.codes === undefined) return { success: true, data: report };
  if (report.codes.length === 0) return { success: true, data: report, codes: noCodes };
  const codes = report.codes
    .map((vendorCode) => ({ vendorCode, code: table.get(vendorCode) ?? '' }))
    .filter(({ code }) => code !== noCode);
  return { success: true, data: { ...report, codes: [...new Set(codes.map(shownCode))] }, codes };
}
const noCodes: readonly DeviceCode[] = [];

/** The formats share no required member, so a device that already uses ours, before its row says so, is understood as well. */
export function readEvent(vendor: string | undefined, json: unknown): Read<DeviceEventMessage> {
  const { event } = adapterOf(vendor);
  const parsed = event.safeParse(json);
  if (parsed.success || event === deviceEventSchema) return parsed;
  const standardForm = deviceEventSchema.safeParse(json);
  return standardForm.success ? standardForm : parsed;
}

/** Could this vendor's unreadable message be a call for help? */
export const hasHelpMark = (vendor: string | undefined, text: string): boolean => adapterOf(vendor).helpMark.test(text);

const emptyCodes = /"codes"\s*:\s*\[\s*\]/;

/**
 * Returns the weight of a report's text beside the lift's present state: `nothing`; `noCodes`, that no code stands; `something`, perhaps a
 * call for help or a code. Never says less than there is; it is cheaper than reading the report.
 */
export function weightOf(vendor: string | undefined, text: string): 'nothing' | 'noCodes' | 'something' {
  const { weightyMember } = adapterOf(vendor);
  if (!weightyMember.test(text)) return 'nothing';
  return weightyMember.test(text.replace(emptyCodes, '')) ? 'something' : 'noCodes';
}
