import type * as z from 'zod';
import type { DeviceEventMessage, Telemetry } from '../../../src/contract/device.ts';
import { commonCodes } from '../../../src/contract/messageCodes.ts';

/** A vendor's codes, as its devices send them, to ours; what is absent is unknown. */
export type CodeTable = ReadonlyMap<string, string>;

/** The codes on which all vendors agree, and a vendor's own, which go before them. */
export const codeTable = (own: Readonly<Record<string, string>> = {}): CodeTable =>
  new Map([
    ...commonCodes.map((code) => [code, code] as const),
    ...Object.entries(own).map(([vendorCode, code]) => [vendorCode.padStart(2, '0'), code] as const),
  ]);

/** One vendor's format: schemas that parse its messages into ours. */
export interface VendorAdapter {
  /** The codes in it are the vendor's; `codes` translates them. */
  readonly telemetry: z.ZodType<Telemetry>;
  readonly event: z.ZodType<DeviceEventMessage>;
  readonly codes: CodeTable;
  /** Marks of a call for help in an otherwise unreadable message, besides the words that every message is searched for. */
  readonly helpMark: RegExp;
  /**
   * The names of members in a report that may be a call for help or change what is known of the lift's codes; also a backslash, behind
   * which a name can hide. A report without any of them says only how the lift is at this moment.
   */
  readonly weightyMember: RegExp;
}
