import { deviceEventSchema, telemetrySchema } from '../../../src/contract/device.ts';
import { codeTable, type VendorAdapter } from './vendor.ts';

/** Codes of calls and dangers that only some vendors have (design: faults, the Chongqing table). */
const yuxinCodes = { '91': '91', '92': '92', '93': '93' } as const;

/** 渝信 (invented): speaks our form, with codes of its own beyond those on which all agree. */
export const yuxin: VendorAdapter = {
  telemetry: telemetrySchema,
  event: deviceEventSchema,
  codes: codeTable(yuxinCodes),
  helpMark: /"codes"\s*:\s*\[[^\]]{0,400}"9[0-3]"/,
  weightyMember: /\\|"(?:kind|codes)"/i,
};
